// The speed of the machine while it thinks.
import { $, node } from "./dom.js";
import { Fastest } from "./fastest.js";
import { number, onLanguage, t } from "./i18n.js";
import { call, onCrash, onFrame, status } from "./machine.js";
import { Signal } from "./signal.js";

/** The speed that the visitor has chosen, in hertz; 0 is no limit. */
export let chosen = 0;
/** The speed at which the machine thinks: as chosen, or as another part of the page needs it. */
export let hertz = 0;
/** @type {number | null} */
let held = null;
/** The speed of the machine on this computer without a limit, in hertz; NaN until it is measured. */
export let measured = NaN;
export const hertz1978 = 1.79e6;
const slow = 20e6; // hertz up to which the lever shows "1978"

// The machine's first answer to a visitor takes as long as in 1978, until the visitor pulls the lever.
let due = false;
let before = 0; // the search in front of that answer's, whose status may still arrive
let search = 0; // the search of that answer; 0 before it has begun

/** Sent when the speed that is in use has changed, and when the measured one has. @type {Signal<[]>} */
export const onSpeed = new Signal(), onMeasured = /** @type {Signal<[]>} */ (new Signal());

onLanguage.add(list);
onFrame.add(({ status }) => {
  showSpeed(status);
  if (held !== hertz1978 || status.search === before) return;
  if (search && !status.thinking && status.search === search) feel(false);
  if (status.thinking && !status.book) search = status.search;
});

onCrash.add(async () => { before = 0; }); // the new worker counts searches from one

/** Lets the machine's answer in the next game take as long as in 1978. Later answers have the speed
 * that the visitor chooses, at first the speed to. */
export function feelAgain(to = chosen) {
  due = true;
  chosen = to;
}

/** Begins the speed of 1978 for the first answer, if it is due, or ends it. It is called when a game
 * begins. */
export function feel(on = true) {
  if (!on && held !== hertz1978 || on && !due) return;
  due = false;
  search = 0;
  before = status?.search ?? 0;
  return hold(on ? hertz1978 : null);
}

/** Lets the machine think at the speed that the visitor chose. */
export function setSpeed(to = chosen) {
  chosen = to;
  return hold(null);
}

/** Lets the machine think at another speed; null returns to the chosen one.
 * @param {number | null} to */
export async function hold(to = held) {
  held = to;
  hertz = held ?? chosen;
  list();
  $("lever").value = hertz > 0 && hertz <= slow ? "0" : "1";
  onSpeed.send();
  await call("speed", { hertz });
}

/** Reads a speed in MHz, as `sargon play --speed` does, or in hertz, and returns it in hertz.
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

const clockMillis = 1000; // how long a limited speed is timed
let from = { millis: 0, tstates: 0, search: 0 };

/** Shows the speed of the machine: the measured one, or with a limit the one by the clock.
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
const change = 0.03; // the least relative change of the measured speed that is reported
const firstMillis = 20, nextMillis = 1000; // between two parts, before the result is settled and then

/** Takes a measured part into account, and sends onMeasured if the speed has changed.
 * @param {Part} part */
export function hear(part) {
  fastest.add(part);
  const now = fastest.hertz;
  if (!now || Math.abs(now / measured - 1) < change) return;
  measured = now;
  onMeasured.send();
}

/** Measures the speed of the machine on this computer, part by part, for as long as the page is
 * visible. */
export async function keepMeasuring() {
  if (!document.hidden) await call("measure").then(hear, () => {});
  setTimeout(keepMeasuring, fastest.settled ? nextMillis : firstMillis);
}

/** Takes the speed from the list, or from the field that "another" opens. @param {string} value */
export function chooseSpeed(value) {
  if (value !== "other") return setSpeed(parseHertz(value, hertz));
  $("megahertz").hidden = false;
  $("megahertz").focus();
}
