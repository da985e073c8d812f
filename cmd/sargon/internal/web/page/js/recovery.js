// Keeps the state of the machine while the page is open, for reloads and crashes.
import { $, framed, fromBase64, toBase64 } from "./dom.js";
import * as game from "./game.js";
import { t } from "./i18n.js";
import { inWords } from "./failure.js";
import { lookInside } from "./inside.js";
import {
  ask, awaited, call, crashed, game as played, onCrash, onFailure, onGame, restart, status,
} from "./machine.js";
import { notice } from "./notice.js";
import { config } from "./server.js";
import { hold } from "./speed.js";
import { refresh as refreshThoughts } from "./thoughts.js";
import { view } from "./views.js";

const place = "sargon78"; // the key in the session storage
const version = 1; // of the format: JSON with version, view, state, own and plies (see Kept)
const room = "sargon78 visitor"; // the cache in which a kiosk keeps it, even if the power fails
let written = ""; // the state that was stored last
/** @type {Uint8Array<ArrayBuffer> | null} */
let saved = null;
let saving = 0; // since when a save is under way; 0: none
let keeping = ""; // the moves of the state that was saved, or is being saved
let crashes = 0; // how many in the last minute

onCrash.add(recover);
onFailure.add(failed);

/** Keeps the state from now on: every second, and every move of a visitor's game as it is made, which
 * a reload within that second would lose. */
export function keep() {
  setInterval(save, 1000);
  document.addEventListener("visibilitychange", save); // a phone may end a page that is not visible
  onGame.add(() => {
    if (!game.selfPlay && moves() !== keeping) save();
  });
}

const moves = () => [played?.number, played?.plies.length].join();

/** Saves the machine's state in this script, and where the browser allows it also for a reload of the
 * page. In a kiosk it is stored for the time after a power failure, too. */
async function save() {
  if (!status || status.fault) return;
  if (saving) { // a worker that has not answered for so long never will
    if (performance.now() - saving > 15_000) crashed({ kind: "noAnswer", text: "it does not answer", number: 0 });
    return;
  }
  saving = performance.now();
  keeping = moves();
  const data = await call("save").catch(() => null);
  saving = 0;
  if (!data) return;
  saved = data;
  if (!game.selfPlay && moves() !== keeping) return save(); // a move was made meanwhile
  // Each frame of an article has a game of its own. A reload begins it anew.
  if (framed) return;
  try {
    const own = await game.aside;
    const plies = played?.plies.length;
    const text = JSON.stringify(
      { version, view, state: toBase64(data), own: own && toBase64(own), plies });
    sessionStorage.setItem(place, text);
    const now = [view, moves()].join();
    if (!config.kiosk || now === written || document.body.classList.contains("attract")) return;
    written = now;
    await (await caches.open(room)).put(place, new Response(text));
  } catch { /* the browser allows no storage: a reload begins anew */ }
}

/** Returns the state from before a reload, or in a kiosk from before a power failure. Returns null if
 * there is none, or if its format has another version; the page then says so.
 * @returns {Promise<Kept | null>} */
export async function kept() {
  if (framed) return null;
  try {
    const text = config.kiosk ? await (await caches.match(place, { cacheName: room }))?.text()
      : sessionStorage.getItem(place);
    const { version: written, view, state, own } = JSON.parse(text ?? "");
    if (written !== version) {
      notice([() => t("saved.version", { written: String(written), reads: version })]);
      return null;
    }
    return { view, data: fromBase64(state), own: own && fromBase64(own) };
  } catch {
    return null;
  }
}

export function forget() {
  try { sessionStorage.removeItem(place); } catch { /* nothing kept */ }
  globalThis.caches?.delete(room).catch(() => {});
  written = "";
  saved = null;
}

/** Starts the machine again after a failure, from the state saved last. A failure counts for a
 * minute; if more than five count, the page gives up. @param {Failure | string} reason */
async function recover(reason) {
  console.warn(`the machine is started again: ${inWords(reason)}`);
  if (++crashes > 5) return failed(inWords(reason));
  setTimeout(() => { crashes = Math.max(0, crashes - 1); }, 60_000);
  restart();
  await hold();
  try {
    if (!saved) throw new Error("nothing is saved");
    await call("load", { data: saved });
    if (game.selfPlay) await game.continueDemo();
  } catch {
    if (game.selfPlay) game.startDemo();
    else if (awaited()) await ask("newgame", { player: "white", level: 2 });
    else await ask("run");
  }
  lookInside();
  refreshThoughts();
}

/** Says that the machine could not be started, and offers to load the page again.
 * @param {string} reason */
export function failed(reason) {
  $("reason").textContent = reason;
  $("move-kept").hidden = !game.early;
  $("veil").hidden = false;
  $("again").focus();
  if (config.kiosk) setTimeout(() => location.reload(), 10_000);
}
$("again").addEventListener("click", () => location.reload());
