// The tree of a search, as it grows: the moves of the machine side by side, below each the
// answers to it, below those the answers to them. A branch is as wide as the part of all
// evaluations that it took; its colour says whether it is good for the machine. An answer that
// refutes a move has a red end: after it the other answers were cut off.
import { $, shape } from "./dom.js";
import { counted, number, onLanguage, t } from "./i18n.js";
import { call, onThought } from "./machine.js";
import { Board } from "./board.js";
import { point } from "./thoughts.js";

const plies = 3, rowHigh = 26, gap = 2; // CSS pixels at the usual size of letters
const even = 128, most = 60; // how far from even a value has all its colour
const letterWide = 8;

/** The tree that is shown. @type {Branch | null} */
let tree = null;
let width = 0; // of the room for it
/** The moves of the branch that is pointed at. @type {string[]} */
let path = [];
/** What is drawn, by its moves. @type {Map<string, {path: string[], branch: Branch, shape: Element}>} */
const drawn = new Map();
const after = new Board($("after"), (square) => square);

onThought.add((thought) => {
  if (!thought.tree) return;
  tree = thought.tree;
  draw();
});
onLanguage.add(draw);
new ResizeObserver(() => {
  if ($("thinking").clientWidth !== width) draw();
}).observe($("thinking"));

/** Takes it away. */
export function forget() {
  if (!tree) return;
  tree = null;
  choose([]);
  draw();
}

function draw() {
  $("thinking").hidden = !tree?.next?.length;
  if (!tree?.next) return;
  const em = parseFloat(getComputedStyle($("tree")).fontSize) / 16;
  width = $("thinking").clientWidth;
  const wide = width || 300, high = rowHigh * em;
  $("tree").setAttribute("viewBox", `0 0 ${wide} ${(high + gap) * plies}`);
  drawn.clear();
  place(tree, [], 0, wide, high, em);
  $("tree").replaceChildren(...[...drawn.values()].map(({ shape }) => shape));
  $("tree").setAttribute("aria-label", t("tree.label", {
    moves: tree.next.length, evals: number(tree.evals),
    widest: [...tree.next].sort((a, b) => b.evals - a.evals)[0].move,
  }));
  tell();
}

/**
 * Places the branches below one that reaches from x on.
 * @param {Branch} branch @param {string[]} above its moves @param {number} x @param {number} wide
 * @param {number} high @param {number} em
 */
function place(branch, above, x, wide, high, em) {
  if (above.length >= plies) return;
  const all = Math.max(branch.evals, 1);
  for (const next of branch.next ?? []) {
    const share = next.evals / all * wide, moves = [...above, next.move];
    if (share >= 1) {
      box(next, moves, x, share, high, em);
      place(next, moves, x, share, high, em);
    }
    x += share;
  }
}

/**
 * @param {Branch} branch @param {string[]} moves @param {number} x @param {number} wide
 * @param {number} high @param {number} em
 */
function box(branch, moves, x, wide, high, em) {
  const y = (moves.length - 1) * (high + gap);
  const own = Math.max(0.6, wide - (wide > 4 ? 1 : 0.2));
  const key = moves.join(), chosen = key === path.join();
  const group = shape("g", { class: chosen ? "branch chosen" : "branch", "data-path": key },
    shape("rect", { x, y, width: own, height: high, fill: colour(branch.value) }));
  if (branch.refutes && wide > 2) {
    const end = Math.min(3, own / 2);
    group.append(shape("rect", { class: "cut", x: x + own - end, y, width: end, height: high }));
  }
  if (wide > 4.5 * letterWide * em) {
    group.append(shape("text",
      { x: x + 4, y: y + high * 0.68, "font-size": 13 * em }, branch.move));
  }
  drawn.set(key, { path: moves, branch, shape: group });
}

/** From bad for the machine over even to good. @param {number} value */
function colour(value) {
  if (!value) return "var(--unknown)";
  const part = Math.max(-1, Math.min(1, (value - even) / most));
  const end = part > 0 ? "var(--good)" : "var(--bad)";
  return `color-mix(in oklab, ${end} ${Math.round(Math.abs(part) * 100)}%, var(--even))`;
}

/** Points at a branch. @param {string[]} moves */
function choose(moves) {
  const key = moves.join();
  if (key === path.join()) return;
  path = moves;
  for (const [at, { shape }] of drawn) shape.classList.toggle("chosen", at === key);
  point(path);
  tell();
  position();
}

/** Says what the branch is that is pointed at. */
function tell() {
  const found = drawn.get(path.join());
  if (!found) return $("branch").replaceChildren(t("tree.text"));
  const { value, evals, refutes } = found.branch;
  const worth = t(value > even + 4 ? "tree.good" : value < even - 4 ? "tree.bad" : "tree.even");
  $("branch").replaceChildren(`${path.join(" ")}: ${counted(evals)}. `
    + `${value ? `${value}: ${worth}.` : ""} ${refutes ? t("tree.cut") : ""}`);
}

/** Shows the position at the end of the branch. */
async function position() {
  const moves = path;
  const fen = moves.length ? await call("after", { moves }).catch(() => "") : "";
  if (moves !== path) return; // it is another one by now
  $("after").hidden = !fen;
  if (fen) after.show(fen, {}, moves.at(-1));
}

/** @param {Event} e */
const pathOf = ({ target }) => /** @type {Element} */ (target).closest?.("[data-path]")
  ?.getAttribute("data-path")?.split(",") ?? [];

$("tree").addEventListener("pointerover", (e) => choose(pathOf(e)));
$("tree").addEventListener("pointerdown", (e) => choose(pathOf(e)));
$("tree").addEventListener("pointerleave", (e) => {
  if (e.pointerType === "mouse") choose([]);
});
$("tree").addEventListener("blur", () => choose([]));
$("tree").addEventListener("keydown", (e) => {
  const to = step(e.key);
  if (!to) return;
  e.preventDefault();
  choose(to);
});

/** The branch to which an arrow key leads. @param {string} key */
function step(key) {
  const parent = path.slice(0, -1);
  /** @param {string[]} above */
  const below = (above) => [...drawn.values()].map(({ path }) => path)
    .filter((at) => at.length === above.length + 1 && at.slice(0, -1).join() === above.join());
  const brothers = below(parent);
  const i = brothers.findIndex((at) => at.join() === path.join());
  if (key === "ArrowRight") return brothers[Math.min(i + 1, brothers.length - 1)];
  if (key === "ArrowLeft") return brothers[Math.max(i - 1, 0)];
  if (key === "ArrowUp" && path.length > 1) return parent;
  if (key === "ArrowDown") return below(path)[0];
  return undefined;
}
