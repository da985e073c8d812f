// Why a move was made: sentences in a dialog, and the way to the evaluation that decided. A native engine
// answers in the worker of the machine, whose game goes on. To look inside, the machine does the search
// again; the game that it plays is set aside meanwhile, as for the tour.
import { debug } from "./debugger.js";
import { $, node } from "./dom.js";
import { aside, lend, load, onDemo, selfPlay, setUp } from "./game.js";
import { language, onLanguage, t } from "./i18n.js";
import { ask, call, game, onFrame } from "./machine.js";
import { toResume } from "./replay.js";
import { hold } from "./speed.js";
import { forgetLeft, goBack, leaveForInside, onView, view } from "./views.js";
import { showWindow } from "./windows.js";

const dialog = $("reasons"), button = $("why");
/** @type {Answer | null} */
let answer = null;
let asked = 0; // how often it was asked: only the last answer counts
let ply = 0; // the half-move that is asked about
let looks = 0; // grows with each look inside, and when one ends
/** The move at which the visitor looks inside, null for none. @type {Answer | null} */
let seen = null;

/** The half-move that the button asks about: the machine's last one, in a game that is watched the last
 * one of all; -1: there is none. */
function last() {
  if (!game) return -1;
  if (selfPlay || view === "demo") return game.plies.length - 1;
  const { player } = game;
  return game.plies.findLastIndex(({ side }) => side !== player);
}

onFrame.add((frame) => { if (frame.game) button.disabled = last() < 0; });
onLanguage.add(() => {
  if (dialog.open) why(ply);
  showSeen();
});
button.addEventListener("click", () => why(last()));
$("moves").addEventListener("click", ({ target }) => {
  const move = target instanceof Element && target.closest("[data-ply]");
  if (move instanceof HTMLElement) why(Number(move.dataset.ply));
});

/** Asks about a half-move, and shows the answer. @param {number} which */
async function why(which) {
  const mine = ++asked;
  ply = which;
  answer = null;
  say([t("why.looking")]);
  if (!dialog.open) dialog.showModal();
  try {
    /** @type {Answer} */
    const found = await call("why", { question: { ply, language } });
    if (mine !== asked) return;
    answer = found;
    say(found.sentences);
  } catch (error) {
    if (mine === asked) say([error instanceof Error ? error.message : String(error)]);
  }
}

/** @param {string[]} sentences */
function say(sentences) {
  $("reasons-title").textContent = answer ? t("why.title", { move: answer.move }) : t("why");
  $("reasons-text").replaceChildren(...sentences.map((sentence) => node("p", {}, sentence)));
  $("reasons-inside").hidden = !answer?.evaluation;
}

dialog.addEventListener("close", () => {
  asked++;
  call("stopwhy").catch(() => {});
});

// A look inside.

$("reasons-inside").addEventListener("click", () => {
  if (answer && game) lookInside(answer, game, ply);
  dialog.close();
});

/** Has the machine do the search of a half-move again, up to the evaluation that decided.
 * @param {Answer} at @param {Game} of @param {number} ply */
async function lookInside(at, { start: fen, plies }, ply) {
  const mine = ++looks, here = () => mine === looks;
  const goOn = await howToGoOn();
  lend();
  seen = at;
  leaveForInside(goOn);
  showSeen();
  showWindow($("p-value")); // what a small screen shows of Inside
  $("look-back").focus(); // and in sight
  hold(0);
  const moves = plies.slice(0, ply).map(({ uci }) => uci);
  const player = plies[ply].side === "white" ? "black" : "white"; // the machine has the move
  if (!await setUp({ fen, moves, player, level: at.level, hold: true }) || !here()) return;
  const there = await ask("until", { at: `POINTS if eval == ${at.evaluation}` });
  if (there && here()) debug("eval");
}

/** How the view goes on that is left; Play takes up the visitor's game by itself. */
async function howToGoOn() {
  const resume = toResume();
  if (resume || view !== "demo") return resume ?? (() => {});
  const [data, own] = await Promise.all([call("save"), aside]);
  return () => load(data, own);
}

/** Shows at which move the visitor looks, and the way back. */
function showSeen() {
  $("look").hidden = !seen;
  $("look-move").textContent = seen ? t("why.here", { move: seen.move }) : "";
}

onView.add(() => {
  if (!seen || view === "inside") return;
  looks++;
  seen = null;
  showSeen();
  if (view !== "tour") hold(null);
});
onDemo.add(forgetLeft);
$("look-back").addEventListener("click", () => goBack());
addEventListener("keydown", (e) => {
  const elsewhere = document.querySelector("dialog:modal, #menu[open]")
    || e.target instanceof Element && e.target.closest("#code, input, select");
  if (e.key !== "Escape" || !seen || view !== "inside" || elsewhere) return;
  e.preventDefault();
  e.stopPropagation(); // it is no key of the machine of 1978
  goBack();
}, { capture: true });
