// Explains why a move was made, in a dialog, with a way to the decisive evaluation. A native engine
// finds the answer in the worker of the machine, while the game goes on. To show the evaluation in
// Inside, the machine repeats the search; its game is set aside meanwhile, as in the tour.
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
let asked = 0; // the number of the last question: only its answer counts
let ply = 0; // the half-move of the question
let looks = 0; // grows with each look inside, and when one ends
/** The move that the visitor looks at in Inside, null for none. @type {Answer | null} */
let seen = null;

/** Returns the half-move that the button asks about: the last one, and in a game of the visitor the
 * last one of the machine; -1 if there is none. */
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

/** Lets the machine repeat the search of a half-move, up to the decisive evaluation.
 * @param {Answer} at @param {Game} of @param {number} ply */
async function lookInside(at, { start: fen, plies }, ply) {
  const mine = ++looks, here = () => mine === looks;
  const goOn = await howToGoOn();
  lend();
  seen = at;
  leaveForInside(goOn);
  showSeen();
  showWindow($("p-value")); // the one window that a small screen shows
  $("look-back").focus(); // which also scrolls to the button
  hold(0);
  const moves = plies.slice(0, ply).map(({ uci }) => uci);
  const player = plies[ply].side === "white" ? "black" : "white"; // the machine has the move
  if (!await setUp({ fen, moves, player, level: at.level, hold: true }) || !here()) return;
  const there = await ask("until", { at: `POINTS if eval == ${at.evaluation}` });
  if (there && here()) debug("eval");
}

/** Returns a function that continues the view which the visitor leaves. Play continues by itself. */
async function howToGoOn() {
  const resume = toResume();
  if (resume || view !== "demo") return resume ?? (() => {});
  const [data, own] = await Promise.all([call("save"), aside]);
  return () => load(data, own);
}

/** Shows which move the visitor looks at, and the way back. */
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
  e.stopPropagation(); // it is not for the machine of 1978
  goBack();
}, { capture: true });
