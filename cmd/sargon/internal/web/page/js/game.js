// The game of the visitor with the machine, or of the machine with itself.
import { Board } from "./board.js";
import { $, announce, node } from "./dom.js";
import { about, number, onLanguage, t } from "./i18n.js";
import { ask, call, game, onFrame, status } from "./machine.js";
import { openings } from "./openings.js";
import { config } from "./server.js";
import { forget as forgetTimes } from "./times.js";
import { onView, show, view } from "./views.js";

/** Whether the visitor watches the machine play both sides. */
export let selfPlay = false;

let opening = Math.floor(Math.random() * openings.length);
let saidPlies = 0;
let ending = 0; // the timer of the next game to watch
const board = new Board($("board"), playerMove, squareName);

onFrame.add((frame) => { if (frame.game) draw(frame.game); });
onLanguage.add(() => { if (game) say(game); });
onView.add((view) => {
  if (view === "watch" && !selfPlay) watch();
  if (view === "play") join();
});

const level = () => Number(new FormData($("setup")).get("level"));

/** @param {number} level */
export function chooseLevel(level) {
  for (const input of $("levels").querySelectorAll("input")) {
    input.checked = input.value === String(level);
  }
}

/** Begins a game. @param {Side} player @param {number} level */
export async function newGame(player, level) {
  selfPlay = false;
  if (view === "watch") show("play");
  forget();
  await ask("selfplay", { on: false });
  await ask("newgame", { player, level });
}

/** Begins what the form asks for. */
function begin() {
  if (view === "watch") return watch();
  const player = new FormData($("setup")).get("player");
  return newGame(player === "black" ? "black" : "white", level());
}

/** Forgets what has been said and measured of the game before. */
export function forget() {
  forgetTimes();
  saidPlies = 0;
}

/** Goes on where a saved game was. @param {Uint8Array<ArrayBuffer>} data */
export async function load(data) {
  selfPlay = (await call("load", { data })).selfPlay;
}

/** Has the machine take the side to move at every turn, in a game of its own. */
export async function watch() {
  selfPlay = true;
  forget();
  opening = (opening + 1) % openings.length;
  const { name, moves: line } = openings[opening];
  const moves = line.split(" ");
  const player = moves.length % 2 ? "white" : "black";
  await ask("setup", { fen: "", moves, player, level: level() });
  await watchOn();
  caption(t("caption.opening", { name: t(`opening.${name}`) }));
}

/** Has the machine take both sides of the game as it stands. */
export async function watchOn() {
  selfPlay = true;
  await ask("selfplay", { on: true });
}

/** Lets a visitor take part: from now on the machine plays its own side only. */
export async function join(fresh = true) {
  if (!selfPlay) return;
  selfPlay = false;
  await ask("selfplay", { on: false });
  if (!fresh) return;
  show("play");
  await newGame("white", level());
}

/** Says something below the screen. @param {string} text */
export function caption(text) { $("caption").textContent = text; }

/** @param {string} from @param {string} to */
async function playerMove(from, to) {
  await join(false);
  await ask("move", { move: from + to });
}

/** @param {Game} g */
function draw(g) {
  const last = g.plies.at(-1);
  board.flipped = g.player === "black" && !selfPlay;
  board.show(g.fen, g.legal, last?.uci);
  moves(g);
  say(g);
  if (g.plies.length !== saidPlies && last) {
    const yours = last.side === g.player && !status?.selfPlay;
    announce(t(yours ? "said.you" : "said.machine", { move: spoken(last) }));
    click();
  }
  saidPlies = g.plies.length;
  $("takeback").disabled = !g.waiting || g.plies.length === 0;
  $("resign").disabled = !g.waiting;
  if (selfPlay && (g.ended || g.drawn || g.plies.length > 200)) watchNext(g);
}

/** @param {Game} g */
function watchNext(g) {
  if (ending) return;
  caption(`${t(`reason.${g.reason || "stopped"}`)} · ${g.result || "½–½"}`);
  ending = setTimeout(() => {
    ending = 0;
    if (selfPlay) watch();
  }, 6000);
}

/** @param {Game} g */
function say(g) {
  let text = t("said.moves");
  if (g.ended || g.result && status?.selfPlay) text = `${t(`reason.${g.reason}`)} · ${g.result}`;
  else if (g.waiting) text = (g.check ? `${t("said.check")} ` : "") + t("said.turn");
  else if (status?.thinking) text = t("said.thinking");
  else if (!g.begun) text = t("said.begin");
  $("said").textContent = text;
}

/** @type {Record<string, string>} */
const names = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** @param {Ply} ply */
function spoken({ san, uci }) {
  if (san.startsWith("O-O-O")) return t("castles.long");
  if (san.startsWith("O-O")) return t("castles.short");
  const piece = t(`piece.${names[san[0]] ?? "pawn"}`);
  const takes = san.includes("x") ? `${t("takes")} ` : "";
  let text = `${piece} ${uci.slice(0, 2)} ${takes}${uci.slice(2, 4)}`;
  if (san.includes("=Q")) text += `, ${t("piece.queen")}`;
  if (san.endsWith("+")) text += `, ${t("check")}`;
  if (san.endsWith("#")) text += `, ${t("mate")}`;
  return text;
}

/** @param {string} square @param {string | undefined} letter of a FEN */
function squareName(square, letter) {
  if (!letter) return square;
  const kind = letter.toUpperCase();
  return `${square}, ${t(letter === kind ? "white" : "black")} ${t(`piece.${names[kind]}`)}`;
}

/** @param {Game} g */
function moves(g) {
  const list = $("moves");
  list.replaceChildren();
  for (const ply of g.plies) {
    if (ply.side === "white" || !list.lastChild) {
      list.append(node("li", {}, node("span", { className: "number" }, `${ply.number}.`)));
      if (ply.side === "black") list.lastChild?.appendChild(node("span", {}, "…"));
    }
    const san = node("span", { className: "san" }, ply.san);
    if (ply.evals) san.title = `${number(ply.evals)} ${t("evaluations")}, ${about(ply.seconds)}`;
    list.lastChild?.appendChild(san);
  }
  list.scrollTop = list.scrollHeight;
}

/** @type {AudioContext | null} */
let audio = null;

/** Clicks softly when a piece is put down, if the staff wants it. */
function click() {
  if (!config.volume) return;
  audio ??= new AudioContext();
  const now = audio.currentTime, gain = audio.createGain(), tone = audio.createOscillator();
  gain.gain.setValueAtTime(config.volume / 400, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.08);
  tone.frequency.value = 180;
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(now + 0.09);
}

$("levels").replaceChildren(...[1, 2, 3, 4, 5, 6].map((n) => node("label", { className: "choice" },
  node("input", { type: "radio", name: "level", value: String(n), defaultChecked: n === 2 }),
  node("span", {}, n))));
$("setup").addEventListener("submit", (e) => {
  e.preventDefault();
  begin();
});
$("takeback").addEventListener("click", () => ask("takeback"));
$("next").addEventListener("click", watch);
$("join").addEventListener("click", () => join());
