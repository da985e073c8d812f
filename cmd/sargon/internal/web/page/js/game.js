// The game of the visitor against the machine, or of the machine against itself.
import { Board } from "./board.js";
import { $, announce, askFirst, framed, node } from "./dom.js";
import { about, counted, onLanguage, t } from "./i18n.js";
import { openings } from "./games.js";
import { chooseLevel, level } from "./levels.js";
import {
  arrived, ask, awaited, call, game, onCrash, onFrame, onGame, showBegun, showMoved, status,
} from "./machine.js";
import { notice } from "./notice.js";
import { config, configure } from "./server.js";
import { Signal } from "./signal.js";
import { tone } from "./sound.js";
import { feel } from "./speed.js";
import { clear as clearThoughts } from "./thoughts.js";
import { forget as forgetTree } from "./tree.js";
import { onView, show, view } from "./views.js";

/** Whether the machine plays both sides while the visitor watches. */
export let selfPlay = false;
/** The visitor's own game, saved while the machine plays a game against itself or that of the tour.
 * null: the visitor has no game; undefined: the game on the screen is the visitor's own.
 * @type {Promise<Uint8Array<ArrayBuffer> | null> | Uint8Array<ArrayBuffer> | null | undefined} */
export let aside;
/** Sent when the machine begins a game against itself. @type {Signal<[]>} */
export const onDemo = new Signal();
/** Resolves when the visitor has his own game again. */
let back = Promise.resolve();

let opening = Math.floor(Math.random() * openings.length);
let number = 0, saidPlies = 0; // the game's number, and how many of its plies were announced
let ending = 0; // the timer of the next game to watch
const says = { move: playerMove, refused, touched };
const over = new Board($("over"), squareName, says); // lies over the screen of 1978
const modern = new Board($("board"), squareName, says);
let fresh = false; // the game was just begun on this page
let begun = false; // a game was begun since the page was opened
/** The game whose settings the form shows: its number, side and level. */
let shownSetup = "";
let refusals = 0;
const earlyPlace = "sargon78 early"; // the key in the session storage
/** The visitor's first move, made while the program is still being loaded: "e2e4"; "" if none. */
export let early = "";
/** Such a move from before a reload. */
const earlyBefore = stored();
/** The move that the large button makes, for visitors who only want to see the machine play. */
const first = /** @type {const} */ (["e2", "e4"]);

onGame.add((game) => {
  if (game.number === number) return;
  number = game.number;
  saidPlies = 0;
  forgetThought();
});
onFrame.add((frame) => { if (frame.game) draw(frame.game); });
onCrash.add(async () => forgetThought());
onLanguage.add(() => {
  if (!game) return;
  say(game);
  moves(game);
});
onView.add((view, fresh) => {
  if (view === "demo" && !selfPlay && fresh) startDemo();
  if (view === "play") back = giveBack();
  if (game) say(game);
});

/** Sets the visitor's own game aside, because the machine plays another one. */
export function lend() {
  if (aside === undefined) aside = game?.started ? call("save").catch(() => null) : null;
}

/** Gives the visitor back the game that was set aside. If there is none, and the machine plays against
 * itself, it begins a new game. */
async function giveBack() {
  const own = await aside;
  if (aside === undefined || view !== "play") return;
  if (own) return load(own);
  aside = undefined;
  if (selfPlay) await newGame("white", level());
}

/** Forgets the game that was set aside. */
export function disown() { if (aside !== undefined) aside = null; }

/** Types the square of the piece to move into the machine, or deletes it again.
 * @param {string | null} square */
function touched(square) {
  ask("touch", { square: square ?? "" });
  clearThoughts();
}

/** Says why a move is not legal. @param {string | null} from @param {string} to */
function refused(from, to) {
  const mover = from && over.piece(from), there = over.piece(to);
  let text = t("illegal.empty", { square: to });
  if (mover && from) text = t("illegal.move", { piece: pieceName(mover), from, to });
  else if (there) {
    const own = (there === there.toUpperCase()) === (game?.player === "white");
    text = t(own ? "illegal.piece" : "illegal.theirs", { piece: pieceName(there), square: to });
  }
  announce(game?.check ? `${t("said.check")} ${text}` : text, true);
}

/** Returns the first move that was waiting for the program before a reload, and removes it from the
 * storage. */
function stored() {
  if (framed) return ""; // each frame of an article has a game of its own
  try {
    const move = sessionStorage.getItem(earlyPlace) ?? "";
    sessionStorage.removeItem(earlyPlace);
    return move;
  } catch {
    return ""; // the browser allows no storage
  }
}

/** Keeps the first move until the machine has it; "" forgets it. @param {string} move */
function keepEarly(move) {
  early = move;
  if (framed) return;
  try { sessionStorage.setItem(earlyPlace, move); } catch { /* a reload forgets the move */ }
}

/** Begins the game that the page shows before the program is loaded. The visitor may already have made
 * a move in it.
 * @param {boolean} anew whether to forget a first move from before a reload */
export async function beginShown(anew) {
  ask("newgame", { player: "white", level: 2 });
  showBegun();
  if (earlyBefore && !anew) playerMove(earlyBefore.slice(0, 2), earlyBefore.slice(2));
  await arrived;
  if (over.selected) touched(over.selected);
  await feel();
}

/** Begins a game. @param {Side} player @param {number} level */
export async function newGame(player, level) {
  aside = undefined;
  keepEarly("");
  if (view === "demo") show("play");
  fresh = true;
  await leaveSelfPlay();
  await ask("newgame", { player, level });
  await feel();
}

/** Begins the game that is set in the form. */
function begin() {
  if (view === "demo") return startDemo();
  const player = new FormData($("setup")).get("player");
  return newGame(player === "black" ? "black" : "white", level());
}

/** Removes what is drawn of a search. */
function forgetThought() {
  forgetTree();
  clearThoughts();
}

/** Sets up a position or a game, in which the machine plays one side, and returns it. If that fails, a
 * notice says why.
 * @param {object} how for "setup" @returns {Promise<Reading | void>} */
export async function setUp(how) {
  await leaveSelfPlay();
  return call("setup", how).catch((error) => notice([() => error.message]));
}

/** Continues a saved game. If the machine refuses it, the game that is set aside stays the same.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {Uint8Array<ArrayBuffer> | null} [own] the game to set aside, if data is not the visitor's */
export async function load(data, own) {
  const before = aside;
  aside = own;
  try {
    selfPlay = (await call("load", { data })).selfPlay;
  } catch (error) {
    aside ??= before;
    throw error;
  }
  number = 0; // another game, which may have the same number
  if (selfPlay) aside ??= null;
}

/** Begins a game in which the machine plays both sides. */
export async function startDemo() {
  onDemo.send();
  feel(false);
  lend();
  selfPlay = true;
  opening = (opening + 1) % openings.length;
  const { name, moves: line } = openings[opening];
  const moves = line.split(" ");
  const player = moves.length % 2 ? "white" : "black";
  await ask("setup", { fen: "", moves, player, level: level() });
  await continueDemo();
  caption(() => t("caption.opening", { name: t(`opening.${name}`) }));
}

/** Lets the machine play both sides of the current game from now on. */
export async function continueDemo() {
  selfPlay = true;
  await ask("selfplay", { on: true });
}

/** Ends the play of the machine against itself. */
export async function leaveSelfPlay() {
  selfPlay = false;
  await ask("selfplay", { on: false });
}

/** Lets a visitor who watches play. */
export async function join() {
  if (selfPlay || view === "demo") show("play");
  await back;
}

/** Returns the caption in the language of the page. */
let captioned = () => "";

/** Sets the caption, which replaces the message about the game while a visitor watches.
 * @param {typeof captioned} words */
export function caption(words) {
  captioned = words;
  if (game) say(game);
}
onLanguage.add(() => caption(captioned));

/** Makes the visitor's move. If the machine is still being loaded, the page shows the move at once, and
 * the machine makes it when it is there. @param {string} from @param {string} to */
async function playerMove(from, to) {
  const move = from + to;
  if (selfPlay) await leaveSelfPlay();
  if (view === "demo") show("play");
  if (!game || !awaited()) return ask("move", { move });
  keepEarly(move);
  const fen = showMoved(move);
  for (const board of [over, modern]) board.show(fen, {}, move);
  $("first-move").hidden = true;
  announce(t("said.early"), true);
  await arrived;
  if (!early) return; // another game was begun meanwhile
  await ask("move", { move });
  keepEarly("");
}

/** Shows the state of a game: boards, form, moves, texts and buttons. It announces a new move.
 * @param {Game} g */
function draw(g) {
  const last = g.plies.at(-1);
  modern.flipped = g.player === "black" && !selfPlay;
  for (const board of [over, modern]) board.show(g.fen, g.legal, last?.uci);
  $("over").hidden = !g.started;
  begun ||= g.started; // stays true between two games, or the form would grow for a moment
  document.body.classList.toggle("begun", begun);
  $("first-move").hidden = !!g.plies.length || !g.legal[first[0]]?.includes(first[1]);
  $("another").hidden = !g.ended;
  if (g.waiting && fresh) {
    over.focus(g.player === "white" ? "e2" : "e7");
    fresh = false;
  }
  showSetup(g);
  moves(g);
  say(g);
  if (g.plies.length !== saidPlies && last) {
    const its = last.side !== g.player || status?.selfPlay, move = spoken(last);
    if (its || view !== "demo") announce(t(its ? "said.machine" : "said.you", { move }));
    else announce(move); // in a game that the visitor does not play
    click();
  }
  if (g.plies.length < saidPlies) forgetThought(); // moves were taken back
  saidPlies = g.plies.length;
  if (g.refused > refusals) announce(t(g.check ? "illegal.check" : "illegal.typed"), true);
  refusals = g.refused;
  $("takeback").disabled = selfPlay || !g.plies.some(({ side }) => side === g.player);
  $("resign").disabled = selfPlay || !g.started || g.ended;
  if (selfPlay && (g.ended || g.drawn || g.plies.length > 200)) startNextDemo(g);
}

/** Sets the form to the settings of a game, once. After that the form is for the next game.
 * @param {Game} g */
function showSetup({ started, number, player, level }) {
  const now = [number, player, level].join();
  if (!started || aside !== undefined || now === shownSetup) return;
  shownSetup = now;
  const radios = /** @type {RadioNodeList} */ ($("setup").elements.namedItem("player"));
  radios.value = player;
  chooseLevel(level);
}

/** @param {Game} g */
function startNextDemo(g) {
  if (ending) return;
  caption(() => ended(g));
  ending = setTimeout(() => {
    ending = 0;
    if (selfPlay) startDemo();
  }, 6000);
}

/** Returns who has won a game that has ended: "white", "black" or "none". @param {Game} g */
export const winnerOf = ({ result }) => result === "1-0" ? "white" : result === "0-1" ? "black" : "none";

/** Returns how a game has ended, in words. @param {Game} g */
function ended(g) {
  const { reason, player } = g, winner = winnerOf(g);
  let who = winner;
  if (!selfPlay && view !== "demo" && winner !== "none") who = winner === player ? "you" : "machine";
  if (reason === "resignation" && who === "machine") return t("wins.resigned");
  return `${t(`reason.${reason || "stopped"}`)}: ${t(`wins.${who}`)}`;
}

/** @param {Game} g */
function say(g) {
  let text = status?.thinking ? t("said.thinking") : "";
  if (g.ended || g.result && status?.selfPlay) text = ended(g);
  else if (view === "demo") text = captioned();
  else if (g.waiting) text = sayTurn(g);
  else if (!g.started) text = t("said.begin");
  $("said").textContent = text;
}

/** @param {Game} g */
function sayTurn({ check, drawn, reason, plies }) {
  if (!plies.length && !check) return t("said.first");
  const first = plies.length < 2 ? ` ${t("said.how")}` : "";
  if (drawn) return `${t(`reason.${reason}`)}. ${t("said.playon")}`;
  return (check ? `${t("said.check")} ` : "") + t("said.turn") + first;
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

/** Names a square and its piece, in words.
 * @param {string} square @param {string | undefined} letter of a FEN */
export function squareName(square, letter) {
  if (!letter) return square;
  const side = letter === letter.toUpperCase() ? "white" : "black";
  return `${square}, ${t(side)} ${pieceName(letter)}`;
}

const pieceName = (/** @type {string} */ letter) => t(`piece.${names[letter.toUpperCase()]}`);

/** Returns the moves of a game in rows, as on a score sheet. @param {Ply[]} plies */
export function sheet(plies) {
  /** @type {{number: number, white?: Ply, black?: Ply}[]} */
  const rows = [];
  for (const ply of plies) {
    if (ply.side === "white" || !rows.length) rows.push({ number: ply.number });
    rows[rows.length - 1][ply.side] = ply;
  }
  return rows;
}

/** Shows the moves of a game, each as a button that asks about it: see why.js. @param {Game} g */
function moves({ plies }) {
  const focused = document.activeElement?.closest("#moves button");
  const cell = (/** @type {Ply} */ ply) => node("button", { className: "san quiet",
    title: ply.evals ? `${counted(ply.evals)}, ${about(ply.seconds)}` : "",
    ariaLabel: t("why.title", { move: ply.san }), dataset: { ply: String(plies.indexOf(ply)) } }, ply.san);
  $("moves").replaceChildren(...sheet(plies).map(({ number, white, black }) => node("li", {},
    node("span", { className: "number" }, `${number}.`),
    white ? cell(white) : node("span", {}, "…"), ...black ? [cell(black)] : [])));
  $("moves").scrollTop = $("moves").scrollHeight;
  if (!(focused instanceof HTMLElement)) return;
  /** @type {HTMLElement | null} */
  ($("moves").querySelector(`[data-ply="${focused.dataset.ply}"]`))?.focus({ preventScroll: true });
}

/** Clicks softly when a piece is put down. */
const click = () => tone(180, 180, 0.09);

/** Sets the volume of the sounds. @param {number} volume 0–100 */
export function setSound(volume) {
  configure({ volume });
  $("sound").setAttribute("aria-pressed", String(volume > 0));
}
$("sound").addEventListener("click", () => {
  setSound(config.volume ? 0 : 60);
  click();
});
$("setup").addEventListener("submit", (e) => {
  e.preventDefault();
  begin();
});
$("takeback").addEventListener("click", () => ask("takeback"));
askFirst($("resign"), () => t("resign.sure"), () => ask("resign"));
$("join").addEventListener("click", () => join());
$("first-move").addEventListener("click", () => playerMove(...first));
$("modern").addEventListener("click", () => showModern(Boolean($("board").hidden)));

/** Shows the modern board next to the screen, or not. @param {boolean} on */
export function showModern(on) {
  $("board").hidden = !on;
  $("modern").setAttribute("aria-pressed", String(on));
}
