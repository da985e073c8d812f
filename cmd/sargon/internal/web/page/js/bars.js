// Then and now: what a move took in 1978, in the emulated machine, and in the Go engine.
import { t, number, duration, about } from "./i18n.js";

/** Draws times in seconds; a move from the book took none. */
export function drawBars(root, { then, emulated, now, thinking, book }) {
  const rows = { then, emulated, now };
  const longest = Math.max(...Object.values(rows), 1e-9);
  for (const [name, seconds] of Object.entries(rows)) {
    const row = root.querySelector(`.bar.${name}`);
    row.querySelector("i").style.width = `${seconds / longest * 100}%`;
    row.querySelector("b").textContent = name === "then" ? about(seconds) : duration(seconds);
    if (name === "then") row.title = t("clock");
  }
  root.querySelector(".times").textContent = book ? t("fromBook")
    : !then || !now ? ""
      : thinking ? t("already") : t("faster", { times: number(Number((then / now).toPrecision(2))) });
}
