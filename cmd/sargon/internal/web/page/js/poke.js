// The bytes of the board can be changed: what does the program think then? It is the memory of the
// machine that runs.
import { $, hex, node } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { chosenByte, onByte, squareOf, take, types } from "./inside.js";
import { call, onCrash, onFrame, status } from "./machine.js";
import { hold } from "./speed.js";

const values = [0, 1, 2, 3, 4, 5, 6, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0xFF];
const most = 4e9; // T-states of a search, after which the program has run away

/** Whether the board is not what it was. */
export let poked = false;
let thinks = false;
/** Puts the board back. @type {() => Promise<unknown>} */
let putBack = async () => {};

/** Offers it while the machine stands still.
 * @param {typeof putBack} how the board is put back @param {number} byte that is taken first */
export function offer(how, byte) {
  putBack = how;
  take(byte);
  say("");
  $("poke").hidden = false;
}

/** Ends it. */
export function close() {
  poked = thinks = false;
  $("poke").hidden = true;
}

const say = (/** @type {string} */ text) => { $("poke-said").textContent = text; };

function name() {
  $("poke-byte").textContent = squareOf(chosenByte()) || `${t("in.index")} ${chosenByte()}`;
}
onByte.add(name);

onLanguage.add(() => {
  $("poke-values").replaceChildren(...values.map((value) => {
    const words = t(value === 0xFF ? "picture.edge" : `bit.${types[value & 7] || "empty"}`);
    return node("button", { title: words, ariaLabel: `${hex(value)}: ${words}`,
      className: value > 0x80 && value < 0xFF ? "black" : "", onclick: () => change(value),
    }, hex(value));
  }));
  name();
});

/** @param {number} value */
async function change(value) {
  if (thinks) return;
  poked = true;
  await call("poke", { address: chosenByte(), value });
  await call("pause"); // so that it is drawn
  say(t("poke.changed"));
}

$("poke-think").addEventListener("click", async () => {
  if (thinks) return;
  poked = thinks = true;
  say(t("said.thinking"));
  hold(0);
  const there = await call("until", { at: "move" }).catch(() => false);
  if (!thinks || !there) return;
  thinks = false;
  const { best } = await call("thought", { on: false });
  say(t(best.length ? "poke.thought" : "poke.none", { move: best[0] ?? "",
    evals: status?.evals ?? 0 }));
});

/** @param {boolean} away whether the program had run away */
async function back(away) {
  poked = thinks = false;
  await putBack();
  say(away ? t("poke.away") : "");
}
$("poke-back").addEventListener("click", () => back(false));
onFrame.add(({ status }) => { if (thinks && status.thought > most) back(true); });
onCrash.add(async () => { if (thinks) await back(true); });
