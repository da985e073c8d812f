// How fast the machine runs while it thinks.
import { $, node } from "./dom.js";
import { Fastest } from "./fastest.js";
import { number, onLanguage, t } from "./i18n.js";
import { call, onCrash, onFrame, status } from "./machine.js";
import { Signal } from "./signal.js";

/** What the visitor has chosen, in hertz; 0 is no limit. */
export let chosen = 0;
/** How fast it thinks: as chosen, or for a while as another part of the page needs it. */
export let hertz = 0;
/** @type {number | null} */
let held = null;
/** How fast it thinks here with nothing to hold it back, in hertz; NaN until that is measured. */
export let measured = NaN;
export const hertz1978 = 1.79e6;
const slow = 20e6; // hertz up to which the lever stands at "1978"

// The first answer of a visit takes its time of 1978, until the visitor pulls the lever.
let due = false;
let before = 0; // the search before that answer's, which may still be seen
let search = 0; // the one of that answer; 0 before it has begun

/** Called when the chosen speed has changed, and when the measured one has. @type {Signal<[]>} */
export const onSpeed = new Signal(), onMeasured = /** @type {Signal<[]>} */ (new Signal());

onLanguage.add(list);
onFrame.add(({ status }) => {
  showSpeed(status);
  if (held !== hertz1978 || status.search === before) return;
  if (search && !status.thinking && status.search === search) feel(false);
  if (status.thinking && !status.book) search = status.search;
});

onCrash.add(async () => { before = 0; }); // searches are counted from one again

/** Has the next first answer take as long as in 1978, and those after it the speed that a visitor
 * may choose. */
export function feelAgain(to = chosen) {
  due = true;
  chosen = to;
}

/** Begins that, if it is due, or ends it. It is called when the game with that answer has begun. */
export function feel(on = true) {
  if (!on && held !== hertz1978 || on && !due) return;
  due = false;
  search = 0;
  before = status?.search ?? 0;
  return hold(on ? hertz1978 : null);
}

/** Has it think at a speed that the visitor chose. */
export function setSpeed(to = chosen) {
  chosen = to;
  return hold(null);
}

/** Has it think at another speed, and with null again as chosen. @param {number | null} to */
export async function hold(to = held) {
  held = to;
  hertz = held ?? chosen;
  list();
  $("lever").value = hertz > 0 && hertz <= slow ? "0" : "1";
  onSpeed.send();
  await call("speed", { hertz });
}

/** Reads hertz of a speed as it is written: MHz as after `sargon play --speed`, or hertz.
 * @param {string | null} text */
export function parseHertz(text, otherwise = 0) {
  if (text && ["auto", "max", "0"].includes(text)) return 0;
  const n = Number(text || NaN);
  if (!(n >= 0.001 && n <= 1e9)) return otherwise;
  return n < 1000 ? Math.round(n * 1e6) : n;
}

const megahertz = (/** @type {number} */ hertz) => `${number(hertz / 1e6)} MHz`;

function list() {
  /** @type {[number | string, string][]} */
  const choices = [[hertz1978, t("speed.1978", { megahertz: megahertz(hertz1978) })],
    [4e6, megahertz(4e6)], [20e6, megahertz(20e6)], [50e6, megahertz(50e6)],
    [0, t("speed.max")], [2000, t("speed.slow")]];
  if (!choices.some(([value]) => value === hertz)) choices.push([hertz, megahertz(hertz)]);
  choices.push(["other", t("speed.other")]);
  $("speed").replaceChildren(...choices.map(
    ([value, text]) => node("option", { value: String(value) }, text)));
  $("speed").value = String(hertz);
  $("megahertz").hidden = true;
}

const clockMillis = 1000; // for how long it is timed when it is held back
let from = { millis: 0, tstates: 0, search: 0 };

/** Shows how fast it thinks: what was measured, or at a limit what it comes to by the clock.
 * @param {Status} status */
function showSpeed({ thinking, running, search, tstates }) {
  const millis = performance.now(), since = millis - from.millis;
  if (!thinking || !running || search !== from.search || tstates < from.tstates) {
    from = { millis, tstates, search: thinking && running ? search : 0 };
    if (!running) $("equivalent").textContent = "";
  } else if (since > clockMillis) {
    const now = hertz ? (tstates - from.tstates) / since * 1000 : measured;
    $("equivalent").textContent =
      now ? t("speed.now", { megahertz: megahertz(Number(now.toPrecision(2))) }) : "";
    from = { millis, tstates, search };
  }
}

const fastest = new Fastest();
const change = 0.03; // of the speed, that is told
const firstMillis = 20, nextMillis = 1000; // between two parts

/** Takes a part into account, and tells of another speed. @param {Part} part */
export function hear(part) {
  fastest.add(part);
  const now = fastest.hertz;
  if (!now || Math.abs(now / measured - 1) < change) return;
  measured = now;
  onMeasured.send();
}

/** Measures how fast the machine is here, for as long as the page is shown: a part now and then,
 * whatever else it does. */
export async function keepMeasuring() {
  if (!document.hidden) await call("measure").then(hear, () => {});
  setTimeout(keepMeasuring, measured ? nextMillis : firstMillis);
}

/** Takes the speed from the list, or from the field that "another" opens. @param {string} value */
export function chooseSpeed(value) {
  if (value !== "other") return setSpeed(parseHertz(value, hertz));
  $("megahertz").hidden = false;
  $("megahertz").focus();
}
