// Why the machine made its last move: sentences in a dialog, and the way to the evaluation that decided.
import { debug } from "./debugger.js";
import { $, node } from "./dom.js";
import { language, onLanguage, t } from "./i18n.js";
import { call, game, onFrame } from "./machine.js";
import { show } from "./views.js";

const dialog = $("reasons"), button = $("why");
/** @type {Answer | null} */
let answer = null;
let asked = 0; // how often it was asked: only the last answer counts

/** The machine's last half-move, or -1. */
const last = () => game?.plies.findLastIndex(({ side }) => side !== game?.player) ?? -1;

onFrame.add((frame) => { if (frame.game) button.disabled = last() < 0; });
onLanguage.add(() => { if (dialog.open) why(); });
button.addEventListener("click", why);

/** Asks, and shows the answer. */
async function why() {
  const mine = ++asked;
  answer = null;
  say([t("why.looking")]);
  if (!dialog.open) dialog.showModal();
  try {
    /** @type {Answer} */
    const found = await call("why", { question: { ply: last(), language } });
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

$("reasons-inside").addEventListener("click", () => {
  const evaluation = answer?.evaluation;
  dialog.close();
  show("inside");
  debug(`goto eval ${evaluation}`);
});
dialog.addEventListener("close", () => { asked++; });
