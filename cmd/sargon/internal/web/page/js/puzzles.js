// Three positions that White wins with a move which the machine does not foresee at its level.
import { $, node } from "./dom.js";
import { setUp } from "./game.js";
import { counted, onLanguage, score as inPawns, t } from "./i18n.js";
import { call, game as played, onFrame, status } from "./machine.js";
import { shareGame } from "./share.js";
import { feel } from "./speed.js";
import { shown } from "./thoughts.js";

const puzzles = [
  { name: "smothered", level: 1, fen: "r6k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1" },
  { name: "opera", level: 1, fen: "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16" },
  { name: "legal", level: 3,
    fen: "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5" },
];
/** The machine's search for its answer to the first move: its tree, drawn (tree) and as data (came).
 * @type {{tree: HTMLElement, came?: Branch, evals: number, score: string} | null} */
let thought = null;
let solved = false;
/** The moves of a solved puzzle that a link opened, while the machine repeats its search.
 * @type {string[]} */
let rest = [];
const bar = 16; // characters of the bar for all evaluations

$("puzzles").append(...puzzles.map((puzzle, i) =>
  node("button", { onclick: () => begin(puzzle) }, i + 1)));
onFrame.add(({ game, thought }) => { if (played && (game || thought)) follow(played); });
onLanguage.add(() => { if (played) follow(played); });

/** @param {typeof puzzles[0]} puzzle */
async function begin({ fen, level }) {
  await feel(false);
  await setUp({ fen, moves: [], player: "white", level });
}

/** @param {Game} game */
function follow({ start, plies, waiting, ended, result }) {
  const puzzle = puzzles.find(({ fen }) => fen === start);
  const setup = (/** @type {string[]} */ moves) =>
    call("setup", { fen: start, moves, player: "white", level: puzzle?.level });
  $("puzzle").hidden = !puzzle;
  if (puzzle) $("puzzle").textContent = t(`puzzle.${puzzle.name}`, { level: puzzle.level });
  if (!puzzle || plies.length < 2) [thought, solved] = [null, false];
  else if (waiting && plies.length === 2 && status && !thought) {
    const { on, thought: its } = shown();
    if (on && (its?.search !== status.search || !its.tree)) return; // the tree comes next
    const tree = /** @type {HTMLElement} */ ($("tree").cloneNode(true));
    tree.removeAttribute("id");
    thought = { tree, came: its?.tree, evals: status.evals, score: status.score };
    if (rest.length) setup(rest);
    rest = [];
  } else if (ended && result === "1-0" && !thought) {
    rest = plies.map(({ uci }) => uci);
    setup(rest.slice(0, 1));
  }
  if (!puzzle || !ended || result !== "1-0" || !thought || solved) return;
  solved = true;
  const [first, ...line] = plies, mate = line[line.length - 1];
  unseen(thought.tree, line.map(({ uci }) => uci), mate.san);
  const { tree, came, evals, score } = thought;
  shareGame(t("puzzle.solved", { move: first.san, score: inPawns(score), level: puzzle.level,
    evals: counted(evals), mate: mate.san, plies: line.length }), letters(came), tree);
}

/** Writes a tree as text, with a line for each move. @param {Branch} [tree] */
const letters = (tree) => (tree?.next ?? []).map(({ move, evals }) =>
  `${move} ${"#".repeat(Math.ceil(evals / (tree?.evals || 1) * bar))} ${evals}`).join("\n");

/** Draws into a tree the branch that the machine never searched.
 * @param {HTMLElement} tree @param {string[]} moves @param {string} name */
function unseen(tree, moves, name) {
  let above = null;
  for (let n = moves.length; n > 0 && !above; n--) {
    above = tree.querySelector(`[data-path="${moves.slice(0, n).join()}"] > div`);
  }
  above?.parentElement?.classList.add("leads");
  (above ?? tree).append(node("b", { className: "unseen", dataset: { move: name } }));
}
