// A tour through a thought of the machine: at each station it is stopped at the instruction of
// which the words speak, and the windows that show it are open. Step by step, or by itself.
import { $, node } from "./dom.js";
import { forget, leaveSelfPlay } from "./game.js";
import { onLanguage, t, texts } from "./i18n.js";
import { boardByte, light as lightBytes, lookInside, squareOf } from "./inside.js";
import { call } from "./machine.js";
import { hertz, setSpeed } from "./speed.js";
import { light as lightSquares, look, point } from "./thoughts.js";
import { onView, show, view } from "./views.js";

const autoMillis = 24_000; // at a station
const stepMillis = 700; // between two squares of a ray
const tourHertz = 4e6; // slow enough to be watched closely
const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const bishop = "f1", rayBytes = 14; // squares that it looks at
const target = "e5", refuted = "f3e5"; // a pawn that seems to be free

/** @typedef {{name: string, panels: string[],
 *   run: (here: () => boolean) => Promise<unknown>}} Station */
/** @type {Station[]} */
const stations = [
  { name: "bytes", panels: ["p-memory"], run: start },
  { name: "ray", panels: ["p-memory", "p-code"], run: ray },
  { name: "attack", panels: ["p-memory", "p-square"], run: attack },
  { name: "value", panels: ["p-value", "p-code"], run: value },
  { name: "cut", panels: ["p-line"], run: cut },
  { name: "twin", panels: ["p-twin"], run: twin },
  { name: "yours", panels: [], run: yours },
];
const panels = stations.flatMap((station) => station.panels);

let at = 0; // the station
let visit = 0; // grows with every one, so that those left behind know it
let auto = false, timer = 0;
let before = 0; // hertz, before the tour
/** Is told when a tour that runs by itself has ended. @type {() => void} */
let ended = () => {};

onLanguage.add(words);
onView.add(() => {
  if (view === "tour") enter();
  else leave();
});

/** Runs by itself; answers at the end, or when somebody leaves it. */
export function run() {
  auto = true;
  show("tour");
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => { ended = resolve; });
}

async function enter() {
  if (visit) return;
  before = hertz;
  await leaveSelfPlay();
  await setSpeed(tourHertz);
  await go(0);
}

function leave() {
  if (!visit) return;
  visit = 0;
  auto = false;
  clearTimeout(timer);
  mark(-1);
  point([]);
  setSpeed(before);
  for (const id of panels) $(id).hidden = false;
  ended();
}

/**
 * Goes to a station. The machine only goes forward: the way there is made anew.
 * @param {number} to
 */
async function go(to) {
  const mine = ++visit;
  const here = () => visit === mine;
  const from = to > at && mine > 1 ? at + 1 : 0;
  at = to;
  clearTimeout(timer);
  words();
  for (const id of panels) $(id).hidden = !stations[at].panels.includes(id);
  mark(-1);
  point([]);
  for (let i = from; i <= to && here(); i++) await stations[i].run(() => here() && i === to);
  if (here() && auto) timer = setTimeout(next, autoMillis);
}

function next() {
  if (at + 1 < stations.length) return go(at + 1);
  const byItself = auto;
  if (!byItself) return show("play");
  leave();
}

/** Shows what is said at the station. */
function words() {
  const { name } = stations[at];
  $("station").textContent = t("tour.station", { number: at + 1, of: stations.length });
  $("tour-title").textContent = t(`tour.${name}`);
  $("tour-text").replaceChildren(...texts(`tour.${name}.text`).map((text) => node("p", {}, text)));
  $("tour-back").toggleAttribute("disabled", at === 0);
  $("tour-next").textContent = t(at + 1 < stations.length ? "tour.next" : "tour.play");
  $("tour-auto").setAttribute("aria-pressed", String(auto));
}

/** Lights a square of the board up, and its byte; -1 is none. @param {number} index */
function mark(index) {
  lightBytes(index < 0 ? [] : [index]);
  const square = index < 0 ? "" : squareOf(index);
  lightSquares(square ? [square] : []);
}

/** The number of a square's byte. @param {string} square */
const byte = (square) => 10 * (Number(square[1]) + 1) + square.charCodeAt(0) - 96;

/**
 * Runs to an instruction.
 * @param {string} label
 * @param {string} [square] whose number a cell holds
 * @param {string} [cell]
 */
const until = (label, square, cell = "") =>
  call("until", square ? { label, cell, value: byte(square) } : { label });

const wait = (/** @type {number} */ millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** A position, before the machine begins to think about it. */
async function start() {
  await look();
  await call("setup", { fen, moves: [], player: "black", level: 2, hold: true });
  forget(); // now: the machine has told once more what it thought before
  lookInside("e1");
  await until("search_ply");
  mark(byte("e1"));
}

/** A bishop looks along its lines. @param {() => boolean} here */
async function ray(here) {
  lookInside(bishop);
  for (let i = 0; i < rayBytes && here(); i++) {
    if (!await until("gen_step", bishop, "M1")) return;
    mark(await boardByte("HL"));
    await wait(stepMillis);
  }
  await until("look_off", bishop, "M1");
  if (here()) mark(await boardByte("HL"));
}

/** Who attacks a square, in the first position that it values. @param {() => boolean} here */
async function attack(here) {
  lookInside(target);
  await until("points_piece", target, "M3");
  await until("points_piece", target, "M3");
  if (here()) mark(byte(target));
}

/** What the position is worth. */
async function value() {
  mark(-1);
  await call("until", { pause: 2 });
}

/** An answer refutes the move that it is about. */
async function cut() {
  mark(-1);
  await setSpeed(0);
  await call("until", { label: "search_cut", after: refuted });
}

/** The rest of the search, and the same one in Go. */
async function twin() {
  await setSpeed(0);
  await call("until", { pause: 4 });
}

/** The game goes on. */
async function yours() {
  await call("run");
}

$("tour-next").addEventListener("click", () => {
  auto = false;
  next();
});
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
