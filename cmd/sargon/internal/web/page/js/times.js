// What the moves of the game took then, and take now.
import { drawBars } from "./bars.js";
import { $ } from "./dom.js";
import { about, onLanguage, t } from "./i18n.js";
import * as machine from "./machine.js";
import * as native from "./native.js";

/** Of the search going on, or the last one. @type {Times} */
export let times = { then: 0, emulated: 0, now: 0, thinking: false, book: false };

/** The newest search, and the seconds that it took here, once they are known.
 * @type {{search: number, emulated?: number, now?: number}} */
let took = { search: 0 };

machine.onFrame.add(({ status, game }) => {
  if (game) sum();
  follow(status);
  bars();
});
native.onProgress.add(({ search, seconds, done }) => {
  if (done && search === took.search) took.now = seconds;
  bars();
});
onLanguage.add(() => {
  bars();
  sum();
});
machine.onCrash.add(async () => { // searches are counted from one again
  took = { search: 0 };
  native.stop();
});

/** Has the Go engine do each search too. @param {Status} s */
function follow(s) {
  if (s.search !== took.search) took = { search: s.search };
  const over = s.search > 0 && !s.thinking && !s.book && s.thought > 0;
  if (over) took.emulated ??= s.busy;
  const begun = native.search?.search === s.search;
  if (!begun && machine.problem && (s.thinking || over)) native.begin(machine.problem, s.search);
}

function bars() {
  const s = machine.status;
  if (!s) return;
  const { emulated = s.busy, now = 0 } = took.search === s.search ? took : {};
  const then = s.book ? 0 : s.seconds;
  times = {
    then, emulated: then && emulated, now: then && now,
    thinking: s.thinking, book: s.book && !s.thinking && s.search > 0,
  };
  drawBars(times);
}

/** Says what all of the machine's moves would have taken in 1978. */
function sum() {
  const total = machine.game?.plies.reduce((sum, { seconds }) => sum + seconds, 0) ?? 0;
  $("total").textContent = total > 0 ? t("total", { time: about(total) }) : "";
}
