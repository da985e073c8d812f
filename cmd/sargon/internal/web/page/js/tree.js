// The tree of a search, as it grows: the moves of the machine side by side, below each the
// answers to it, below those the answers to them. A branch is as wide as the part of all
// evaluations that it took; its colour says whether it is good for the machine. An answer that
// refutes a move has a red end: after it the other answers were cut off.
import { $, node } from "./dom.js";
import { counted, number, onLanguage, t } from "./i18n.js";
import { call, onFrame } from "./machine.js";
import { Board } from "./board.js";
import { point } from "./thoughts.js";

const even = 128, most = 60; // how far from even a value has all its colour

/** The tree that is shown. @type {Branch | null} */
let tree = null;
/** The moves of the branch that is pointed at. @type {string[]} */
let path = [];
/** What is drawn, by its moves.
 * @type {Map<string, {path: string[], branch: Branch, box: HTMLElement}>} */
const drawn = new Map();
const after = new Board($("after"), (square) => square);

onFrame.add(({ thought }) => {
  if (!thought?.tree) return;
  tree = thought.tree;
  draw();
});
onLanguage.add(draw);

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
  drawn.clear();
  $("tree").replaceChildren(...boxes(tree, []));
  $("tree").setAttribute("aria-label", t("tree.label", {
    moves: tree.next.length, evals: number(tree.evals),
    widest: [...tree.next].sort((a, b) => b.evals - a.evals)[0].move,
  }));
  tell();
}

/** The answers to a branch, side by side, each with those to it below.
 * @param {Branch} branch @param {string[]} above its moves @returns {HTMLElement[]} */
const boxes = ({ evals, next = [] }, above) => next.map((branch) => {
  const moves = [...above, branch.move], key = moves.join();
  const box = node("div", { className: key === path.join() ? "branch chosen" : "branch",
    dataset: { path: key }, style: { width: `${branch.evals / Math.max(evals, 1) * 100}%` } },
  node("b", { className: branch.refutes ? "cut" : "", dataset: { move: branch.move },
    style: { backgroundColor: colour(branch.value) } }),
  node("div", {}, ...boxes(branch, moves)));
  drawn.set(key, { path: moves, branch, box });
  return box;
});

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
  for (const [at, { box }] of drawn) box.classList.toggle("chosen", at === key);
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
