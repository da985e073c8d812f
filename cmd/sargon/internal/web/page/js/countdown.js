// While the machine plays against itself at the speed of 1978, the remaining time of its search is
// shown across the picture. When a visitor pulls the lever, that time collapses; then one sentence
// compares the two times.
import { $, calm } from "./dom.js";
import { selfPlay } from "./game.js";
import { about, clock, onLanguage, short, t } from "./i18n.js";
import { expectedSeconds, tstatesEach } from "./levels.js";
import { game, onFrame, status } from "./machine.js";
import { search as native } from "./native.js";
import { tone } from "./sound.js";
import { hertz, hertz1978, measured, setSpeed } from "./speed.js";
import { times } from "./times.js";
import { view } from "./views.js";

const collapseMillis = 700; // the time in which the seconds run out
const resultMillis = 9000; // how long the sentence is shown
const fewEvals = 20; // evaluations from which the time of one can be estimated

let search = 0; // the number of the search that is counted down
let pulledSearch = 0; // the number of the search during which the lever was pulled
let left = Infinity; // seconds of 1978
/** at: when the lever was pulled, 0 if it was not; left: the seconds of 1978 that were left then;
 * whole: the seconds of 1978 of the whole search, as far as known; over: whether the search is over. */
let pulled = { at: 0, left: 0, whole: 0, over: false };
let result = ""; // the sentence that is shown
let timer = 0;

/** Reports whether the machine plays against itself in a view that shows it. */
const watched = () => selfPlay && view === "demo";

/** Reports whether the seconds are shown across the picture. */
const counting = () => watched() && hertz === hertz1978 && !!status?.thinking && !status.book;

/** Returns the seconds of 1978 that the search still takes. The Go engine does the same search much
 * faster and so knows the number of evaluations; until then the level's usual number counts.
 * @param {Status} s */
function secondsLeft(s) {
  const known = native?.search === s.search && native.done ? native.evals : 0;
  const gone = s.thought / hertz1978;
  if (!known) return Math.max(1, expectedSeconds(Math.max(1, game?.level ?? 2)) - gone);
  const each = s.evals >= fewEvals ? s.thought / s.evals : tstatesEach;
  return Math.max(0, known - s.evals) * each / hertz1978;
}

onFrame.add(({ status }) => {
  if (status.search !== search) {
    search = status.search;
    left = Infinity;
  }
  if (pulled.at && status.search === pulledSearch) {
    pulled.whole = status.book ? 0 : status.seconds;
    pulled.over = !status.thinking;
  } else if (pulled.at) pulled.over = true;
  if (!watched()) hide();
  else if (result) return; // the visitor is reading it
  else if (counting()) {
    left = Math.min(left, secondsLeft(status));
    show(left, t("count.left"));
  } else if (pulled.at) finish();
  else if (!pulled.at) hide();
});
onLanguage.add(() => { if (!result) hide(); });

/** @param {number} seconds @param {string} sentence */
function show(seconds, sentence) {
  $("count").hidden = false;
  const [digits, words] = $("count").children;
  digits.textContent = clock(seconds);
  if (words.textContent !== sentence) words.textContent = sentence;
}

function hide() {
  clearTimeout(timer);
  pulled = { at: 0, left: 0, whole: 0, over: false };
  result = "";
  $("count").hidden = true;
}

/** Lets the machine think as fast as it can; the remaining time collapses. Between two searches no time
 * remains, and the search before counts. */
export function pull() {
  if (!watched() || !status || hertz !== hertz1978) return;
  hide(); // the sentence about an earlier search
  const over = !counting();
  left = over ? 0 : Math.min(left, secondsLeft(status));
  pulled = { at: performance.now(), left, whole: status.book ? 0 : status.seconds, over };
  pulledSearch = search;
  tone(880, 55, collapseMillis / 1000);
  setSpeed(0);
  collapse();
}

/** Draws the seconds as they run out. */
function collapse() {
  if (!pulled.at || result) return;
  const part = calm.matches ? 1 : (performance.now() - pulled.at) / collapseMillis;
  show(pulled.left * Math.max(0, 1 - part) ** 3, t("count.left"));
  if (part < 1) requestAnimationFrame(collapse);
  else finish();
}

/** Shows the sentence that compares the two times, and lets the machine think as slowly as before. */
function finish() {
  const early = performance.now() - pulled.at < (calm.matches ? 0 : collapseMillis);
  if (result || early || !pulled.over) return;
  if (document.body.classList.contains("attract")) setSpeed(hertz1978); // for its next move
  const now = measured ? pulled.whole * hertz1978 / measured : times.now;
  if (!pulled.whole || !now) return hide();
  result = t("count.result", { then: about(pulled.whole), now: short(now) });
  show(0, result);
  timer = setTimeout(hide, resultMillis);
}

$("lever").addEventListener("input", () => { if ($("lever").value === "1") pull(); });
