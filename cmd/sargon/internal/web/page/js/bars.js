// Then and now: what a move took in 1978, in the emulated machine, and as a program of today.
import { $ } from "./dom.js";
import { t, number, duration, about } from "./i18n.js";

/** Draws times in seconds; a move from the book took none. @param {Times} times */
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
