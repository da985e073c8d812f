// The tree of a search, while it grows. The moves of the machine stand side by side. Below each move
// are the answers to it, and below those the answers to them. The width of a branch is its share of all
// evaluations, its colour shows how good it is for the machine. An answer that refutes a move has a red
// end: the program skipped the other answers.
import { $, node } from "./dom.js";
import { counted, number, onLanguage, t } from "./i18n.js";
import { onFrame } from "./machine.js";
import { point } from "./thoughts.js";

const even = 128, most = 60; // an even value; the difference of the full colour

/** The tree that is shown. @type {Branch | null} */
let tree = null;
/** The moves of the branch at which the visitor points. @type {string[]} */
let path = [];

onFrame.add(({ thought }) => {
  if (!thought?.tree) return;
  tree = thought.tree;
  draw();
});
onLanguage.add(draw);

/** Removes the tree. */
export function forget() {
  if (!tree) return;
  tree = null;
  choose([]);
  draw();
}

function draw() {
  $("thinking").hidden = !tree?.next?.length;
  if (!tree?.next) return;
  $("tree").replaceChildren(...boxes(tree, []));
  $("tree").setAttribute("aria-label", t("tree.label", {
    moves: tree.next.length, evals: number(tree.evals),
    widest: [...tree.next].sort((a, b) => b.evals - a.evals)[0].move,
  }));
  describe();
}

/** Returns the answers to a branch, side by side, each with the answers to it below.
 * @param {Branch} branch @param {string[]} above the moves of the branch @returns {HTMLElement[]} */
export const boxes = ({ evals, next = [] }, above) => next.map((branch) => {
  const moves = [...above, branch.move], key = moves.join();
  return node("div", { className: key === path.join() ? "branch chosen" : "branch",
    dataset: { path: key }, style: { width: `${branch.evals / Math.max(evals, 1) * 100}%` } },
  node("b", { className: branch.refutes ? "cut" : "", dataset: { move: branch.move },
    style: { backgroundColor: colour(branch.value) } }),
  node("div", {}, ...boxes(branch, moves)));
});

/** Returns the colour of a value, from bad for the machine over even to good. @param {number} value */
function colour(value) {
  if (!value) return "var(--unknown)";
  const part = Math.max(-1, Math.min(1, (value - even) / most));
  const end = part > 0 ? "var(--good)" : "var(--bad)";
  return `color-mix(in oklab, ${end} ${Math.round(Math.abs(part) * 100)}%, var(--even))`;
}

/** Returns the box at which the visitor points. */
const chosen = () => $("tree").querySelector(".chosen");

/** Points at a branch. @param {string[]} moves */
function choose(moves) {
  const key = moves.join();
  if (key === path.join()) return;
  path = moves;
  chosen()?.classList.remove("chosen");
  $("tree").querySelector(`[data-path="${key}"]`)?.classList.add("chosen");
  point(path);
  describe();
}

/** Describes the branch at which the visitor points. */
function describe() {
  let branch = path.length ? tree : undefined;
  for (const name of path) branch = branch?.next?.find(({ move }) => move === name);
  if (!branch) return $("branch").replaceChildren(t("tree.text"));
  const { value, evals, refutes } = branch;
  const worth = t(value > even + 4 ? "tree.good" : value < even - 4 ? "tree.bad" : "tree.even");
  $("branch").replaceChildren(`${path.join(" ")}: ${counted(evals)}. `
    + `${value ? `${value}: ${worth}.` : ""} ${refutes ? t("tree.cut") : ""}`);
}

/** Returns the moves of the branch whose box contains an element.
 * @param {EventTarget | null | undefined} at */
const pathOf = (at) => at instanceof Element
  ? at.closest("[data-path]")?.getAttribute("data-path")?.split(",") ?? [] : [];

$("tree").addEventListener("pointerover", ({ target }) => choose(pathOf(target)));
$("tree").addEventListener("pointerdown", ({ target }) => choose(pathOf(target)));
$("tree").addEventListener("pointerleave", (e) => {
  if (e.pointerType === "mouse") choose([]);
});
$("tree").addEventListener("blur", () => choose([]));
$("tree").addEventListener("keydown", (e) => {
  const now = chosen(), first = now ? null : $("tree").firstElementChild;
  /** @type {Record<string, Element | null | undefined>} */
  const next = {
    ArrowRight: first ?? now?.nextElementSibling, ArrowLeft: first ?? now?.previousElementSibling,
    ArrowDown: first ?? now?.querySelector(".branch"),
    ArrowUp: now?.parentElement?.closest(".branch"),
  };
  const to = next[e.key];
  if (!to) return;
  e.preventDefault();
  choose(pathOf(to));
});
