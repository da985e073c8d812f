// The times of the moves of the game, in 1978 and now.
import { drawBars } from "./bars.js";
import { $ } from "./dom.js";
import { about, onLanguage, t } from "./i18n.js";
import * as machine from "./machine.js";
import * as native from "./native.js";
import { measured, onMeasured } from "./speed.js";

/** The times of the current search, or of the last one. @type {Times} */
export let times = { then: 0, emulated: 0, now: 0, thinking: false, book: false };

machine.onFrame.add(({ game }) => {
  if (game) sum();
  follow();
  bars();
});
for (const changes of [native.onProgress, onMeasured]) changes.add(bars);
onLanguage.add(() => {
  bars();
  sum();
});
machine.onCrash.add(async () => native.stop()); // the new worker counts searches from one

/** Lets the Go engine do each search of the machine too. */
function follow() {
  const { status: s, problem } = machine, begun = native.search?.search === s?.search;
  if (!s || begun || !problem) return;
  const over = s.search > 0 && !s.thinking && !s.book && s.thought > 0;
  if (s.thinking || over) native.begin(problem, s.search);
}

function bars() {
  const s = machine.status, engine = native.search;
  if (!s) return;
  const then = s.book ? 0 : s.seconds, done = engine?.done && engine.search === s.search;
  times = {
    then, emulated: then && measured ? s.thought / measured : 0, now: then && done ? engine.seconds : 0,
    thinking: s.thinking, book: s.book && !s.thinking && s.search > 0,
  };
  drawBars(times);
}

/** Shows how long all moves of the machine would have taken in 1978. */
function sum() {
  const total = machine.game?.plies.reduce((sum, { seconds }) => sum + seconds, 0) ?? 0;
  $("total").textContent = total > 0 ? t("total", { time: about(total) }) : "";
}
