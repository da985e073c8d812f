// The tour, with which Inside begins, goes through one search of the machine. At each station the
// machine has stopped at the instruction that the text explains. The page shows the line of the source
// and the window with the data of this instruction. The visitor goes from station to station, or the
// tour runs by itself. After the last station all windows are open.
import { askedBytes } from "./address.js";
import { $ } from "./dom.js";
import { leaveSelfPlay, lend } from "./game.js";
import { onLanguage, t } from "./i18n.js";
import { boardByte, light as lightBytes, lookInside, squareOf } from "./inside.js";
import { call } from "./machine.js";
import * as poke from "./poke.js";
import { hold } from "./speed.js";
import { light as lightSquares, point, refresh as refreshThoughts } from "./thoughts.js";
import { onView, show, view } from "./views.js";

const autoMillis = 24_000; // at a station
const stepMillis = 700; // between two squares of a ray
const tourHertz = 4e6; // slow enough to be watched closely
const quick = 4; // from this station on the machine runs too fast to watch between stations
const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const bishop = "f1", raySquares = 6; // how many steps the bishop takes
const target = "e5"; // a pawn that seems to be free to capture
const refuted = "ply == 2 && [[PLYIX + 2].w + 2].w == #f3 + (#e5 << 8)"; // the capture, at ply 1

/** Until runs the machine to a place, in the syntax of a breakpoint. It resolves to false if the
 * machine did not get there, or the visitor has left the station. A station runs the machine by
 * Until; here reports whether the station is still shown.
 * @typedef {(where: {at: string}) => Promise<boolean>} Until
 * @typedef {{name: string, panel: string, opensStory?: boolean,
 *   run: (until: Until, here: () => boolean) => Promise<unknown>}} Station opensStory: with its story */
/** @type {Station[]} */
const stations = [
  { name: "bytes", panel: "p-memory", run: start },
  { name: "ray", panel: "p-memory", opensStory: true, run: ray },
  { name: "attack", panel: "p-square", run: attack },
  { name: "value", panel: "p-value", run: (until) => until({ at: "UNMOVE" }) },
  { name: "cut", panel: "p-line", run: cut },
  { name: "twin", panel: "p-twin", opensStory: true, run: (until) => until({ at: "move" }) },
];

let at = 0; // the index of the station
let visit = 0; // grows with every visit of a station, which ends the one before
let auto = false, timer = 0;
let asked = true; // whether the changes of bytes in the address are still to be made
/** Called when a tour that runs by itself ends. @type {() => void} */
let ended = () => {};

onLanguage.add(words);
onView.add(() => {
  if (view === "tour") return enter();
  leave();
  words();
});

/** Starts the tour, which runs by itself. Resolves at its end, or when the visitor leaves it. */
export function run() {
  auto = true;
  show("tour");
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => { ended = resolve; });
}

function enter() {
  if (visit) return;
  lend();
  go(0);
}

function leave() {
  if (!visit) return;
  visit = 0;
  auto = false;
  clearTimeout(timer);
  mark(-1);
  hold(null);
  poke.close();
  open();
  ended();
}

/** Goes to a station. The tour runs the machine forward only: for an earlier station, or after a
 * change of bytes, it begins again.
 * @param {number} to */
async function go(to) {
  const mine = ++visit;
  const here = () => visit === mine;
  /** @type {Until} */
  const until = async (where) => // may fail: a ROM image without source has names of entry points only
    here() && await call("until", where).catch(() => false) && here();
  const from = to > at && mine > 1 && !poke.poked() ? at + 1 : 0;
  poke.close();
  at = to;
  clearTimeout(timer);
  words();
  open(stations[at]);
  for (let i = from; i <= to && here(); i++) {
    mark(-1);
    hold(i < quick ? tourHertz : 0);
    await stations[i].run(until, () => here() && i === to);
  }
  if (here() && auto) timer = setTimeout(next, autoMillis);
}

const next = () => at + 1 < stations.length ? go(at + 1) : show("inside");

/** Opens the windows of a station, or all. @param {Station} [station] */
function open(station) {
  document.body.classList.toggle("story-open", !!station?.opensStory);
  document.body.classList.toggle("touching", station === stations[0]);
  for (const panel of document.querySelectorAll("#inside > article")) {
    const here = panel.id === station?.panel;
    panel.classList.toggle("shown", here);
    const opens = here && !!station.opensStory;
    for (const d of panel.querySelectorAll(".story-part")) d.toggleAttribute("open", opens);
  }
}

/** Shows the text of the station, or that of Inside outside the tour. */
function words() {
  const touring = document.body.classList.contains("tour"), name = touring ? stations[at].name : "all";
  $("station").textContent = touring
    ? t("tour.station", { number: at + 1, of: stations.length }) : "";
  $("tour-title").textContent = t(`tour.${name}`);
  $("tour-text").textContent = t(`tour.${name}.text`);
  $("tour-back").toggleAttribute("disabled", at === 0);
  $("tour-next").textContent = t(touring ? "tour.next" : "tour.begin");
  $("tour-auto").setAttribute("aria-pressed", String(auto));
}

/** Highlights a square of the board and its byte; -1 highlights none. @param {number} index */
function mark(index) {
  lightBytes(index < 0 ? [] : [index]);
  const square = index < 0 ? "" : squareOf(index);
  lightSquares(square ? [square] : []);
  if (!square) point([]);
}

/** Returns the index of a square's byte. @param {string} square */
const byte = (square) => 10 * (Number(square[1]) + 1) + square.charCodeAt(0) - 96;

/** Sets up a position, and stops before the machine begins to think about it.
 * @param {Until} until @param {() => boolean} here */
async function start(until, here) {
  leaveSelfPlay(); // not awaited, so that the calls of a visitor who leaves now come after these
  refreshThoughts();
  const setUp = async () => {
    await call("setup", { fen, moves: [], player: "black", level: 2, hold: true });
    lookInside("e1");
    return await until({ at: "search_ply" }) || await until({ at: "GENMOV" });
  };
  if (!await setUp()) return;
  mark(byte("e1"));
  if (!here()) return;
  poke.offer(setUp, byte("e1"));
  const changes = asked ? poke.parseChanges(askedBytes()) : [];
  asked = false;
  for (const [at, value] of changes) await poke.change(at, value);
  if (changes.length) poke.think();
}

/** Shows how a bishop moves along a diagonal. @param {Until} until @param {() => boolean} here */
async function ray(until, here) {
  lookInside(bishop);
  const from = `if [M1] == #${bishop}`;
  for (let i = 0; i < raySquares && here(); i++) {
    if (!await until({ at: `gen_step ${from}` })) return;
    mark(await boardByte());
    await new Promise((resolve) => setTimeout(resolve, stepMillis));
  }
  if (await until({ at: `look_off ${from}` }) && here()) mark(await boardByte());
}

/** Shows the attackers of a square, in the first position that is evaluated.
 * @param {Until} until @param {() => boolean} here */
async function attack(until, here) {
  lookInside(target);
  const on = `if [M3] == #${target}`, at = `points_piece ${on}`;
  const there = await until({ at }) && await until({ at }) || await until({ at: `XCHNG ${on}` });
  if (there && here()) mark(byte(target));
}

/** Shows an answer that refutes the move which the machine is trying. @param {Until} until */
async function cut(until) {
  await until({ at: `search_cut if ${refuted}` }) || await until({ at: `UNMOVE if ${refuted}` });
}

$("tour-next").addEventListener("click", () => {
  auto = false;
  if (view === "tour") next();
  else show("tour");
});
$("tour-end").addEventListener("click", () => show("inside"));
$("tour-back").addEventListener("click", () => {
  auto = false;
  go(Math.max(0, at - 1));
});
$("tour-auto").addEventListener("click", () => {
  auto = !auto;
  words();
  clearTimeout(timer);
  if (auto) timer = setTimeout(next, autoMillis / 4);
});
