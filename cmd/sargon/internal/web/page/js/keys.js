// The keys of the machine, on the visitor's keyboard and below the screen.
import { keyboard } from "./address.js";
import { $, node, toBase64 } from "./dom.js";
import { join } from "./game.js";
import { onLanguage, t } from "./i18n.js";
import { ask } from "./machine.js";
import { config } from "./server.js";
import { view } from "./views.js";

const backspace = 8, enter = 13, resign = 0x12, escape = 27; // as the machine of 1978 knows them

/** @param {number} code */
async function press(code) {
  await join();
  await ask("press", { keys: toBase64([code]) });
}

/** Types letters, digits, Return, Backspace, Escape, Space, Control-R. @param {KeyboardEvent} e */
function typed(e) {
  if (!keyboard) return;
  /** @type {Record<string, number>} */
  const codes = { Enter: enter, Backspace: backspace, Escape: escape, " ": 32 };
  let code = codes[e.key];
  if (e.ctrlKey && e.key.toLowerCase() === "r" && !e.metaKey) code = resign;
  else if (e.ctrlKey || e.metaKey || e.altKey) return;
  else if (/^[a-z0-9]$/i.test(e.key)) code = e.key.charCodeAt(0);
  if (code === undefined) return;
  e.preventDefault();
  press(code);
}

function draw() {
  const letters = (/** @type {string} */ text) =>
    Array.from(text, (c) => /** @type {const} */ ([c, c.charCodeAt(0)]));
  const rows = [letters("ABCDEFGH"), letters("12345678"), [...letters("WNPY"),
    /** @type {const} */ ([t("key.back"), backspace]),
    /** @type {const} */ ([t("key.return"), enter]),
    /** @type {const} */ ([t("key.resign"), resign])]];
  $("keys").replaceChildren(...rows.map((keys) => node("div", {}, ...keys.map(([text, code]) =>
    node("button", { type: "button", onclick: () => press(code) }, text)))));
}

/** Whether an element wants letters itself. @param {EventTarget | null} target */
const writes = (target) => target instanceof Element && (target.closest("select, textarea, dialog")
  || target.matches("input:not([type=radio])"));

/** Whether an element wants the key: a button is pressed by Return. @param {KeyboardEvent} e */
const acts = ({ key, target }) => (key === "Enter" || key === " ") && target instanceof Element
  && target.matches("button, summary, a, label, input");

onLanguage.add(draw);
addEventListener("keydown", (e) => {
  const typing = view === "play" || view === "inside";
  const reload = e.ctrlKey && !config.kiosk; // in a kiosk Control-R is the machine's
  const screen = e.target === $("screen");
  if (screen || typing && !reload && !writes(e.target) && !acts(e)) typed(e);
});
