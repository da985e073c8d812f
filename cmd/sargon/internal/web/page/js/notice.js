// What the page has to say until somebody has read it.
import { $ } from "./dom.js";

/** Are told that it has been read. @type {Set<() => void>} */
export const onRead = new Set();

/** Says something that stays. @param {string[]} lines */
export function notice(lines) {
  if (!lines.length) return;
  const text = /** @type {HTMLElement} */ ($("notice").firstElementChild);
  text.textContent = [...new Set([...(text.textContent ?? "").split("\n"), ...lines])]
    .filter(Boolean).join("\n");
  $("notice").hidden = false;
}

/** Whether there is something to read. */
export const noticed = () => !$("notice").hidden;

$("notice").lastElementChild?.addEventListener("click", () => {
  $("notice").hidden = true;
  /** @type {HTMLElement} */ ($("notice").firstElementChild).textContent = "";
  for (const listener of onRead) listener();
});
