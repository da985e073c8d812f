// Saves games to files and links, and loads them from files.
import { homeLink, link } from "./address.js";
import { $, announce, node } from "./dom.js";
import { load, selfPlay } from "./game.js";
import { number, t } from "./i18n.js";
import { ask, game } from "./machine.js";
import { drawCode } from "./qr.js";
import { config } from "./server.js";
import { show, view } from "./views.js";

const largest = 1 << 20; // bytes of a saved game

/** Shows the game as a QR code for the visitor's phone: its address, or if no phone can open that, the
 * game as text. Outside a kiosk the address is also copied to the clipboard.
 * @param {string} [first] a text in front of the game
 * @param {string} [letters] a picture made of letters, for the text @param {Element[]} pictures */
export async function shareGame(first, letters, ...pictures) {
  if (!game) return;
  const home = homeLink(), address = home || link(), lines = [t(home ? "home.link" : "home.text")];
  if (first) lines.unshift(first);
  $("about-tree").replaceChildren(...pictures);
  const files = location.protocol === "file:"; // the address works on this computer only
  if (!config.kiosk && !files) lines.push(address);
  else if (home) lines.push(config.public);
  $("about-text").textContent = lines.join("\n");
  // A browser may ask the visitor first. Without a secure connection it has no clipboard at all.
  const copied = config.kiosk || files ? null : navigator.clipboard?.writeText(address);
  copied?.then(() => {
    lines.splice(-1, 0, t("link.copied"));
    $("about-text").textContent = lines.join("\n");
  }, () => {});
  const text = home || [first, letters, await ask("pgn")].filter(Boolean).join("\n");
  drawCode($("about-code"), text, t(home ? "link.code" : "home.code"));
  $("about").showModal();
}

async function saveFile() {
  const data = await ask("save");
  if (!data) return;
  const href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  node("a", { href, download: "game.sargon78" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Loads the file that the visitor has chosen. */
async function loadFile() {
  const file = $("file").files?.[0];
  $("file").value = "";
  if (!file) return;
  try {
    if (file.size > largest) throw new Error(t("load.large", { size: number(largest) }));
    await load(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    return announce(t("load.bad", { reason: /** @type {Error} */ (error).message }), true);
  }
  if (selfPlay && view === "play") show("demo");
  if (!selfPlay && view === "demo") show("play");
}

$("link").addEventListener("click", () => shareGame());
$("savestate").addEventListener("click", saveFile);
$("loadstate").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", loadFile);
