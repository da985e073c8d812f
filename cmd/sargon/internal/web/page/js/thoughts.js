// What the machine thinks, drawn on the board of its screen: the line that it tries as arcs that
// fade, the square that it values with those who attack it, the best line so far, and at full
// speed where most of its thought went.
import {
  clean, colours, drawArc, drawLine, middle, squares, strong, thin, usual,
} from "./arcs.js";
import { $, calm } from "./dom.js";
import { onFrame, call } from "./machine.js";
import { hertz, onSpeed } from "./speed.js";
import { onView, view } from "./views.js";

const closest = 8e6; // hertz up to which single squares can be seen
const pattern = 20e6; // from which on all arcs are drawn that were looked at most; above only these
const fadeMillis = 1200, mostLines = 24; // that fade at a time
const frameMillis = 50; // between two drawings
const faded = 0.2; // what is drawn of a search that is over

let on = true;
/** @type {Thought | null} */
let thought = null;
/** The lines that were tried, the newest last. @type {{moves: string[], since: number}[]} */
let lines = [];
/** Moves of a branch of the tree that is pointed at. @type {string[]} */
let pointed = [];
/** Squares that the tour speaks of. @type {string[]} */
let spots = [];
let past = false; // the search is over
let position = ""; // on the board when the search began
let waiting = 0; // the timer of the next drawing

const context = /** @type {CanvasRenderingContext2D} */ ($("thoughts").getContext("2d"));
const layer = document.createElement("canvas");

onView.add(look);
onSpeed.add(look);
onFrame.add(({ game, status, thought }) => {
  if (thought) hear(thought);
  if (past !== !status.thinking) {
    past = !status.thinking;
    soon();
  }
  if (!game || game.fen === position) return;
  position = game.fen;
  point([]);
});
new ResizeObserver(resize).observe($("thoughts"));
$("drawing").addEventListener("click", () => {
  on = !on;
  $("drawing").setAttribute("aria-pressed", String(on));
  look();
});

/** Tells the machine whether its thought is drawn, and how closely. */
export function look() {
  if (!on) clear();
  return call("thoughts", { on, closely: hertz > 0 && hertz <= closest }).catch(() => {});
}

/** Takes the drawing away. */
export function clear() {
  thought = null;
  lines = [];
  pointed = [];
  soon();
}

/** Draws moves that are pointed at, over all others. @param {string[]} moves */
export function point(moves) {
  pointed = moves;
  soon();
}

/** Lights squares up. @param {string[]} squares */
export function light(squares) {
  spots = squares;
  soon();
}

/** What is drawn now, for those who look after it. */
export const shown = () => ({ on, thought, lines, pointed, past });

/** Whether single lines are too quick for the eye; the tour goes from one to the next. */
const fast = () => (!hertz || hertz >= pattern) && view !== "tour";

/** @param {Thought} next */
function hear(next) {
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

function resize() {
  const wide = Math.round($("thoughts").clientWidth * Math.min(2, window.devicePixelRatio || 1));
  if (!wide || wide === $("thoughts").width) return;
  $("thoughts").width = $("thoughts").height = wide;
  soon();
}

/** Draws before long, and not too often. */
function soon() { waiting ||= setTimeout(() => requestAnimationFrame(paint), frameMillis); }

function paint() {
  waiting = 0;
  clean($("thoughts"));
  for (const square of spots) tint(square, "#ffd40099");
  $("legend").hidden = !thought?.evals && !pointed.length;
  if (!thought || calm.matches && !past) return drawLine(context, pointed, 1, strong);
  const now = performance.now();
  const newest = lines.at(-1);
  lines = lines.filter((line) => line === newest || now - line.since < fadeMillis);
  if (fast()) drawArcs(thought.arcs);
  const still = past || fast() && hertz !== pattern; // a picture of where the thought went
  if (!still) {
    // The tour lights the square of which it speaks.
    if (!spots.length || spots.includes(thought.square)) drawLook(thought);
    for (const line of lines) {
      const age = line === newest ? 0 : (now - line.since) / fadeMillis;
      drawLine(context, line.moves, 1 - age, usual);
    }
  }
  if (thought.best.length) drawArc(context, thought.best[0], "best", past ? 0.8 : 1, strong);
  drawLine(context, pointed, 1, strong);
  if (!still && lines.length > 1) soon(); // they go on fading
}

/** The square that is valued, and who attacks it. @param {Thought} thought */
function drawLook({ square, attackers }) {
  if (!square) return;
  tint(square, "#ffd4008c");
  for (const attacker of attackers) tint(attacker, "#e2483d66");
  const [u, v] = middle(square);
  context.strokeStyle = colours.best;
  context.lineWidth = thin;
  context.setLineDash([0.12, 0.12]);
  context.beginPath();
  for (const [x, y] of attackers.map(middle)) {
    context.moveTo(x, y);
    context.lineTo(u, v);
  }
  context.stroke();
  context.setLineDash([]);
}

/** @param {string} square @param {string} colour */
function tint(square, colour) {
  const [x, y] = middle(square);
  context.fillStyle = colour;
  context.fillRect(x - 0.5, y - 0.5, 1, 1);
}

/** Where most of the thought went, the most looked at on top; drawn beside, to fade as one.
 * @param {Thought["arcs"]} arcs */
function drawArcs(arcs) {
  layer.width = layer.height = $("thoughts").width;
  const c = clean(layer);
  for (const { move, own, evals } of [...arcs].reverse()) {
    const alpha = 0.15 + 0.6 * Math.sqrt(evals / arcs[0].evals);
    drawArc(c, move, own ? "own" : "other", alpha, thin);
  }
  context.globalAlpha = past ? faded : 1;
  context.drawImage(layer, 0, 0, squares, squares);
}
