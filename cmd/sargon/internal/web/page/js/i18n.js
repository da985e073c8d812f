// Words in the language of the visitor, from one file per language.
import { file } from "./files.js";

let words = {};
export let language = "en";

export async function use(code) {
  const response = await fetch(file(`lang/${code}.json`));
  if (!response.ok) throw new Error(`no language ${code}`);
  words = await response.json();
  language = code;
  document.documentElement.lang = code;
  apply(document);
}

/** The text of a key, {name} replaced by values. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

export function apply(root) {
  for (const e of root.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  for (const e of root.querySelectorAll("[data-label]")) e.setAttribute("aria-label", t(e.dataset.label));
}

/** The paragraphs of the story: [{title, text: […]}]. */
export function story() { return words.story ?? []; }

const units = () => ({ d: t("unit.d"), h: t("unit.h"), min: t("unit.min"), s: t("unit.s"), ms: t("unit.ms") });

export function duration(seconds) {
  const u = units(), n = (x, digits = 0) => x.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  if (!(seconds > 0)) return "–";
  if (seconds < 0.0001) return `< ${n(0.1, 1)} ${u.ms}`;
  if (seconds < 0.01) return `${n(seconds * 1000, 1)} ${u.ms}`;
  if (seconds < 0.9995) return `${n(seconds * 1000)} ${u.ms}`;
  if (seconds < 10) return `${n(seconds, 1)} ${u.s}`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} ${u.s}`;
  if (s < 3600) return `${Math.floor(s / 60)} ${u.min} ${s % 60} ${u.s}`;
  if (s < 86400) return `${Math.floor(s / 3600)} ${u.h} ${Math.floor(s / 60) % 60} ${u.min}`;
  return `${Math.floor(s / 86400)} ${u.d} ${Math.floor(s / 3600) % 24} ${u.h}`;
}

/** A time of 1978: an estimate. */
export const about = (seconds) => seconds > 0 ? t("about", { time: duration(seconds) }) : duration(seconds);

export const number = (n) => n.toLocaleString(language);
