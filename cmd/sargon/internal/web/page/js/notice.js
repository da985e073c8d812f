// Messages that stay on the page until the visitor has read them.
import { $ } from "./dom.js";
import { onLanguage } from "./i18n.js";
import { Signal } from "./signal.js";

/** Called when it has been read. @type {Signal<[]>} */
export const onRead = new Signal();

/** What is said, in the language of the page. @type {(string | (() => string))[]} */
let said = [];

/** Says something that stays. @param {(string | (() => string))[]} lines */
export function notice(lines) {
  said.push(...lines);
  say();
}

function say() {
  const lines = said.map((line) => typeof line === "string" ? line : line());
  $("notice").hidden = !lines.length;
  /** @type {HTMLElement} */ ($("notice").firstElementChild).textContent =
    [...new Set(lines)].join("\n");
}

onLanguage.add(say);

/** Whether there is something to read. */
export const noticed = () => !$("notice").hidden;

$("notice").lastElementChild?.addEventListener("click", () => {
  said = [];
  say();
  onRead.send();
});
