// The keys of the machine, on the visitor's keyboard and below the screen.
import { keyboard } from "./address.js";
import { $, node, toBase64 } from "./dom.js";
import { join } from "./game.js";
import { ask } from "./machine.js";
import { config } from "./server.js";
import { view } from "./views.js";

const backspace = 8, enter = 13, resign = 0x12, escape = 27; // the codes that the machine of 1978 uses

/** @param {number} code */
async function press(code) {
  await join();
  await ask("press", { keys: toBase64([code]) });
}

/** Returns the Latin letter or the digit of a key, also on keyboards that type something else with
 * it, such as a Russian or a French one. @param {KeyboardEvent} e */
const latin = ({ key, code }) => /^[a-z0-9]$/i.test(key) ? key
  : key.length === 1 ? /^(?:Key|Digit)(\w)$/.exec(code)?.[1].toLowerCase() : undefined;

/** Types letters, digits, Return, Backspace, Escape, Control-R. @param {KeyboardEvent} e */
function typed(e) {
  if (!keyboard) return;
  /** @type {Record<string, number>} */
  const codes = { Enter: enter, Backspace: backspace, Escape: escape };
  let code = codes[e.key];
  if (e.ctrlKey && e.key.toLowerCase() === "r" && !e.metaKey) code = resign;
  else if (e.ctrlKey || e.metaKey || e.altKey) return;
  else code ??= latin(e)?.charCodeAt(0) ?? 0;
  if (!code) return;
  e.preventDefault();
  press(code);
}

/** @param {number} code @param {string} [name] the key of its text in the language files */
const key = (code, name = "") => node("button",
  { onclick: () => press(code), dataset: name ? { t: name } : {} }, String.fromCharCode(code));
const letters = (/** @type {string} */ text) => Array.from(text, (c) => key(c.charCodeAt(0)));

$("keys").append(node("div", {}, ...letters("ABCDEFGH")), node("div", {}, ...letters("12345678")),
  node("div", {}, ...letters("WNPY"), key(backspace, "key.back"), key(enter, "key.return"),
    key(resign, "key.resign")));

/** Whether the visitor types letters into an element. @param {EventTarget | null} target */
const writes = (target) => target instanceof Element && (target.closest("select, textarea, dialog")
  || target.matches("input:not([type=radio])"));

/** Whether an element uses the key itself, as Return presses a button. @param {KeyboardEvent} e */
const acts = ({ key, target }) => (key === "Enter" || key === " ") && target instanceof Element
  && target.matches("button, summary, a, label, input");

addEventListener("keydown", (e) => {
  const typing = view === "play" || view === "inside";
  const reload = e.ctrlKey && !config.kiosk; // in a kiosk Control-R is the machine's
  const screen = e.target === $("screen");
  if (screen || typing && !reload && !writes(e.target) && !acts(e)) typed(e);
});
