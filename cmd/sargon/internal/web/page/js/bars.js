// Draws how long a move took in 1978, in the emulated machine, and in a program of today.
import { $, node } from "./dom.js";
import { t, number, duration, about } from "./i18n.js";

/** Draws the times, which are in seconds. A move from the book takes no time. @param {Times} times */
export function drawBars({ then, emulated, now, thinking, book }) {
  const root = $("bars");
  const find = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (root.querySelector(selector));
  const longest = Math.max(then, emulated, now, 1e-9);
  for (const [name, seconds] of Object.entries({ then, emulated, now })) {
    find(`.${name} i`).style.width = `${seconds / longest * 100}%`;
    find(`.${name} b`).textContent = name === "then" ? about(seconds) : duration(seconds);
  }
  find(".then").title = t("clock");
  let text = "";
  if (book) text = t("fromBook");
  else if (then && now && thinking) text = t("already");
  else if (then && now) text = t("faster", { times: number(Number((then / now).toPrecision(1))) });
  find(".times").textContent = text;
}

/** Draws a column for each time.
 * @param {Element} root @param {number[]} seconds @param {(i: number) => string} title
 * @param {number} [current] the index of the column that stands out */
export function drawColumns(root, seconds, title, current = -1) {
  const longest = Math.max(...seconds, 1);
  root.replaceChildren(...seconds.map((s, i) => node("i", { title: title(i),
    className: i === current ? "current" : "",
    style: { height: `${Math.max(2, s / longest * 100)}%` } })));
}
