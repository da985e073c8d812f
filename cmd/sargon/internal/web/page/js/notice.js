// Messages that stay on the page until the visitor has read them.
import { $ } from "./dom.js";
import { onLanguage } from "./i18n.js";
import { Signal } from "./signal.js";

/** Sent when the visitor has read the messages. @type {Signal<[]>} */
export const onRead = new Signal();

/** The messages; a function returns its message in the language of the page.
 * @type {(string | (() => string))[]} */
let said = [];

/** Shows messages until the visitor has read them. @param {(string | (() => string))[]} lines */
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

/** Whether a message is shown. */
export const noticed = () => !$("notice").hidden;

$("notice").lastElementChild?.addEventListener("click", () => {
  said = [];
  say();
  onRead.send();
});
