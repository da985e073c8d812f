// Texts in the language of the visitor, from one file for each language.
import { load } from "./server.js";
import { Signal } from "./signal.js";

/** @type {Record<string, string>} */
let words = {};
export let language = "en";
/** Sent when the language has changed. @type {Signal<[]>} */
export const onLanguage = new Signal();

/** Uses a language, or English if its file cannot be loaded. @param {string} code */
export async function use(code) {
  const file = await load(`lang/${code}.json`).catch((e) => { if (code === "en") throw e; });
  if (!file) return use("en");
  words = await file.json();
  language = code;
  document.documentElement.lang = code;
  for (const e of all("[data-t]")) e.textContent = t(e.dataset.t ?? "");
  for (const e of all("[data-label]")) e.setAttribute("aria-label", t(e.dataset.label ?? ""));
  onLanguage.send();
}

const all = (/** @type {string} */ selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

/** Returns the text of a key, with each {name} replaced by its value.
 * @param {string} key @param {Record<string, string | number>} values @returns {string} */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g,
    (/** @type {string} */ all, /** @type {string} */ name) => String(values[name] ?? all));
}

/** Returns a time in words, in one or two units. @param {number} seconds */
export function duration(seconds) {
  const n = (/** @type {number} */ x, digits = 0) => x.toLocaleString(language,
    { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const u = (/** @type {string} */ unit) => t(`unit.${unit}`);
  if (!(seconds > 0)) return "–";
  if (seconds < 0.0001) return `< ${n(0.1, 1)} ${u("ms")}`;
  if (seconds < 0.01) return `${n(seconds * 1000, 1)} ${u("ms")}`;
  if (seconds < 0.9995) return `${n(seconds * 1000)} ${u("ms")}`;
  if (seconds < 10) return `${n(seconds, 1)} ${u("s")}`;
  const s = Math.round(seconds), i = units.findIndex(([, size]) => s >= size);
  const [[unit, size], [part, small] = ["", 1]] = units.slice(i);
  const rest = part && ` ${Math.floor(s % size / small)} ${u(part)}`;
  return `${Math.floor(s / size)} ${u(unit)}${rest}`;
}

/** Writes a time as a clock shows it: 1:07. @param {number} seconds */
export function clock(seconds) {
  const s = Math.ceil(seconds), two = (/** @type {number} */ n) => String(n % 60).padStart(2, "0");
  const hours = Math.floor(s / 3600), minutes = Math.floor(s / 60);
  return hours ? `${hours}:${two(minutes)}:${two(s)}` : `${minutes}:${two(s)}`;
}

/** Units of time, in seconds. @type {[string, number][]} */
const units = [["d", 86_400], ["h", 3600], ["min", 60], ["s", 1]];

/** Writes a time that is not exact, with few digits. @param {number} seconds */
export function short(seconds, digits = 2) {
  if (seconds < 0.9) return duration(Number(seconds.toPrecision(1)));
  const [unit, size] = units.find(([, size]) => seconds >= 1.5 * size) ?? ["s", 1];
  return `${number(Number((seconds / size).toPrecision(seconds / size < 10 ? 1 : digits)))} ${
    t(`unit.${unit}`)}`;
}

/** Writes a time that is an estimate. @param {number} seconds */
export const about = (seconds, digits = 2) =>
  seconds > 0 ? t("about", { time: short(seconds, digits) }) : duration(seconds);

/** Writes a number with one decimal. @param {number} n */
export const decimal = (n) => n.toLocaleString(language,
  { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** Writes a score in pawns, "+1.25", with the decimal sign of the language. @param {string} text */
export const score = (text) => text.replace(".", decimal(0)[1]);

/** @param {number} n */
export const number = (n) => n.toLocaleString(language);

/** @param {number} evals */
export const counted = (evals) =>
  `${number(evals)} ${t(evals === 1 ? "evaluation" : "evaluations")}`;
