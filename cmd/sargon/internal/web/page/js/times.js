// What the moves of the game took then, and take now.
import { drawBars, drawColumns } from "./bars.js";
import { $ } from "./dom.js";
import { about, onLanguage, t } from "./i18n.js";
import * as machine from "./machine.js";
import * as native from "./native.js";

/** Of the search going on, or the last one. @type {Times} */
export let times = { then: 0, emulated: 0, now: 0, thinking: false, book: false };

let newest = 0; // number of the search
/** What searches took here, in seconds, by their numbers. @type {Map<number, Took>} */
const took = new Map();
/** @typedef {{emulated?: number, now?: number}} Took */

machine.onFrame.add(({ status, game }) => {
  if (game) columns();
  follow(status);
  bars();
});
native.onProgress.add(({ search, seconds, done }) => {
  if (done) took.set(search, { ...took.get(search), now: seconds });
  bars();
});
onLanguage.add(() => {
  if (!machine.game) return;
  bars();
  columns();
});

/** Forgets all searches: they are counted from one again. */
export function forget() {
  took.clear();
  newest = 0;
  native.forget();
}

/** Has the Go engine do each search too. @param {Status} s */
function follow(s) {
  if (s.thinking && s.search !== newest) {
    newest = s.search;
    native.forget();
    if (machine.problem) native.begin(machine.problem, newest);
  }
  const here = took.get(s.search);
  if (s.search && !s.thinking && !s.book && s.thought && here?.emulated === undefined) {
    took.set(s.search, { ...here, emulated: s.busy });
    const compared = here?.now || native.search?.search === s.search;
    if (!compared && machine.problem) native.begin(machine.problem, s.search);
  }
}

function bars() {
  const s = machine.status;
  if (!s) return;
  const here = took.get(s.search);
  const then = s.book ? 0 : s.seconds;
  times = {
    then, emulated: then && (here?.emulated ?? s.busy), now: then && (here?.now ?? 0),
    thinking: s.thinking, book: s.book && !s.thinking && s.search > 0,
  };
  drawBars(times);
}

/** Draws a column for each move of the machine: what it would have taken in 1978. */
function columns() {
  const plies = machine.game?.plies ?? [];
  const searched = plies.filter((p) => p.seconds > 0).slice(-40);
  drawColumns($("history"), searched.map((p) => p.seconds),
    (i) => `${searched[i].san} ${about(searched[i].seconds)}`);
  const total = plies.reduce((sum, p) => sum + p.seconds, 0);
  $("history").dataset.total = total > 0 ? t("total", { time: about(total) }) : "";
}
