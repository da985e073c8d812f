// Draws what the machine thinks on the board of its screen: the line that it tries, as arcs that fade;
// the square that it evaluates, with the attackers; the best line so far; and at full speed, the moves
// that took most evaluations.
import { arcOf, colours, lineOf, middle, strong, thin, usual } from "./arcs.js";
import { $, calm, shape } from "./dom.js";
import { onFrame, call } from "./machine.js";
import { hertz, onSpeed } from "./speed.js";
import { onView, view } from "./views.js";

const closest = 8e6; // hertz up to which single squares can be seen
const pattern = 20e6; // hertz from which the most evaluated moves are drawn; above, only these
const fadeMillis = 1200, mostLines = 24; // how long lines fade, and how many at a time
const frameMillis = 50; // between two drawings
/** Returns the opacity of the thoughts after a search. They are faint where a visitor has to find a
 * move. */
const faded = () => view === "demo" ? 0.6 : 0.2;
/** Reports whether the visitor is to find a move. Then nothing is drawn on the board unless he asks for
 * it. */
const quiet = () => past && view === "play" && awaited;

let on = true;
/** @type {Thought | null} */
let thought = null;
/** The lines that were tried, the newest last. @type {{moves: string[], since: number}[]} */
let lines = [];
/** The moves of the branch of the tree at which the visitor points. @type {string[]} */
let pointed = [];
/** The squares that the tour explains. @type {string[]} */
let spots = [];
let past = false; // the search is over
let awaited = false; // the machine waits for a move of the visitor
let position = ""; // the FEN of the position on the board
let waiting = 0; // the timer of the next drawing

onView.add(refresh);
onSpeed.add(refresh);
onFrame.add(({ game, status, thought }) => {
  if (thought) receive(thought);
  if (past !== !status.thinking) {
    past = !status.thinking;
    soon();
  }
  if (!game) return;
  if (awaited !== game.waiting) {
    awaited = game.waiting;
    soon();
  }
  if (game.fen === position) return;
  position = game.fen;
  point([]);
});
$("drawing").addEventListener("click", () => {
  on = !on;
  $("drawing").setAttribute("aria-pressed", String(on));
  refresh();
});

/** Tells the machine whether the page draws its thoughts, and whether it draws single squares. */
export function refresh() {
  if (!on) clear();
  return call("thoughts", { on, squares: hertz > 0 && hertz <= closest }).catch(() => {});
}

/** Removes the drawing. */
export function clear() {
  thought = null;
  lines = [];
  pointed = [];
  soon();
}

/** Draws the moves at which the visitor points, on top of all others. @param {string[]} moves */
export function point(moves) {
  pointed = moves;
  soon();
}

/** Highlights squares. @param {string[]} squares */
export function light(squares) {
  spots = squares;
  soon();
}

/** Returns what is drawn now. */
export const shown = () => ({ on, thought, lines, pointed, past });

/** Reports whether single lines change too fast for the eye. In the tour they do not. */
const fast = () => (!hertz || hertz >= pattern) && view !== "tour";

/** @param {Thought} next */
function receive(next) {
  if (!on) return;
  const tree = next.tree ?? (thought?.search === next.search ? thought.tree : undefined);
  const line = next.line.join();
  if (line && line !== lines.at(-1)?.moves.join()) {
    lines.push({ moves: next.line, since: performance.now() });
    lines = lines.slice(-mostLines);
  }
  thought = { ...next, tree };
  soon();
}

/** Draws soon, but not too often. */
function soon() { waiting ||= setTimeout(() => requestAnimationFrame(paint), frameMillis); }

function paint() {
  waiting = 0;
  const drawn = thought && !quiet() ? thought : null;
  $("legend").hidden = !drawn?.evals && !pointed.length;
  $("thoughts").replaceChildren(...spots.map((square) => tint(square, "#ffd40099")),
    ...drawn && (past || !calm.matches) ? partsOf(drawn) : [], ...lineOf(pointed, 1, strong));
}

/** Returns what is drawn over the board: squares looked at, the line of moves with older lines fading,
 * and an arrow for the best move. @param {Thought} thought */
function partsOf(thought) {
  const now = performance.now(), parts = fast() ? [mostOf(thought.arcs)] : [];
  const newest = lines.at(-1);
  lines = lines.filter((line) => line === newest || now - line.since < fadeMillis);
  const still = past || fast() && hertz !== pattern; // a picture that does not fade
  if (!still) {
    // The tour draws only the squares that it explains.
    if (!spots.length || spots.includes(thought.square)) parts.push(...lookOf(thought));
    for (const line of lines) {
      const age = line === newest ? 0 : (now - line.since) / fadeMillis;
      parts.push(...lineOf(line.moves, 1 - age, usual));
    }
    if (lines.length > 1) soon(); // older lines continue to fade
  }
  if (thought.best.length) parts.push(arcOf(thought.best[0], "best", strong, past ? 0.8 : 1));
  return parts;
}

/** Draws the square that is evaluated, and its attackers. @param {Thought} thought */
function lookOf({ square, attackers }) {
  if (!square) return [];
  const to = middle(square).join(" ");
  const d = attackers.map((from) => `M${middle(from).join(" ")}L${to}`).join("");
  return [tint(square, "#ffd4008c"), ...attackers.map((square) => tint(square, "#e2483d66")),
    shape("path", { d, stroke: colours.best, "stroke-width": thin, "stroke-dasharray": "0.12" })];
}

/** @param {string} square @param {string} fill */
function tint(square, fill) {
  const [x, y] = middle(square);
  return shape("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, fill });
}

/** Draws the moves that took most evaluations, the first of them on top, with one opacity for all.
 * @param {Arc[]} arcs */
const mostOf = (arcs) => shape("g", { opacity: past ? faded() : 1 },
  ...[...arcs].reverse().map(({ move, own, evals }) =>
    arcOf(move, own ? "own" : "other", thin, 0.3 + 0.5 * Math.sqrt(evals / arcs[0].evals))));
