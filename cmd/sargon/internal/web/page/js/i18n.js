// Words in the language of the visitor, from one file per language.
import { file } from "./files.js";

/** @type {Record<string, any>} */
let words = {};
export let language = "en";
/** Are told that another language has been chosen. @type {Set<() => void>} */
export const onLanguage = new Set();

/** Uses a language, or English if it cannot be had. @param {string} code */
export async function use(code) {
  const response = await fetch(file(`lang/${code}.json`)).catch(() => null);
  if (!response?.ok) {
    if (code === "en") throw new Error("no words in English");
    return use("en");
  }
  words = await response.json();
  language = code;
  document.documentElement.lang = code;
  for (const e of all("[data-t]")) e.textContent = t(e.dataset.t ?? "");
  for (const e of all("[data-label]")) e.setAttribute("aria-label", t(e.dataset.label ?? ""));
  for (const listener of onLanguage) listener();
}

const all = (/** @type {string} */ selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

/**
 * The text of a key, {name} replaced by values.
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g,
    (/** @type {string} */ all, /** @type {string} */ name) => values[name] ?? all);
}

/** The parts of the story, and in which windows they stand.
 * @returns {{title: string, text: string[], at?: string, pictures?: string[]}[]} */
export const story = () => words.story ?? [];

/** @param {number} seconds */
export function duration(seconds) {
  const n = (/** @type {number} */ x, digits = 0) => x.toLocaleString(language,
    { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const u = (/** @type {string} */ unit) => t(`unit.${unit}`);
  if (!(seconds > 0)) return "–";
  if (seconds < 0.0001) return `< ${n(0.1, 1)} ${u("ms")}`;
  if (seconds < 0.01) return `${n(seconds * 1000, 1)} ${u("ms")}`;
  if (seconds < 0.9995) return `${n(seconds * 1000)} ${u("ms")}`;
  if (seconds < 10) return `${n(seconds, 1)} ${u("s")}`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} ${u("s")}`;
  if (s < 3600) return `${Math.floor(s / 60)} ${u("min")} ${s % 60} ${u("s")}`;
  if (s < 86400) return `${Math.floor(s / 3600)} ${u("h")} ${Math.floor(s / 60) % 60} ${u("min")}`;
  return `${Math.floor(s / 86400)} ${u("d")} ${Math.floor(s / 3600) % 24} ${u("h")}`;
}

const minute = 60, hour = 3600, day = 86_400;

/** A time of which few digits can be trusted. @param {number} seconds */
export function short(seconds, digits = 2) {
  if (seconds < 0.9) return duration(Number(seconds.toPrecision(1)));
  const [unit, size] = /** @type {[string, number]} */ (
    [["d", day], ["h", hour], ["min", minute]].find(([, size]) => seconds >= 1.5 * Number(size))
    ?? ["s", 1]);
  return `${number(Number((seconds / size).toPrecision(seconds / size < 10 ? 1 : digits)))} ${
    t(`unit.${unit}`)}`;
}

/** A time that is an estimate. @param {number} seconds */
export const about = (seconds, digits = 2) =>
  seconds > 0 ? t("about", { time: short(seconds, digits) }) : duration(seconds);

/** @param {number} n */
export const number = (n) => n.toLocaleString(language);

/** @param {number} evals */
export const counted = (evals) =>
  `${number(evals)} ${t(evals === 1 ? "evaluation" : "evaluations")}`;
