// What this page plays is sent to the server, which shows it on the wall.
import { announce, toBase64 } from "./dom.js";
import { t } from "./i18n.js";
import { game, onFrame } from "./machine.js";
import { post } from "./server.js";
import { times } from "./times.js";

const interval = 100, heartbeat = 2000;
const newest = 14; // moves that the wall shows
const askAgain = 5000; // after the server has gone, or has not admitted us
const unknown = 401, refused = 403; // answers of the server

/** The newest rows of the sheet. @param {Game} game */
function sheet({ plies, ended, reason }) {
  /** @type {SheetRow[]} */
  const moves = [];
  for (const { side, san, number } of plies) {
    if (side === "white") moves.push({ number, white: san, black: "" });
    else if (!moves.length) moves.push({ number, white: "…", black: san });
    else moves[moves.length - 1].black = san;
  }
  return { moves: moves.slice(-newest), ended, reason };
}

/** What the server has said when it was asked for the wall. @type {Admission | null} */
let admission = null;

/** @param {Picture} picture */
async function send(picture) {
  if (!admission) {
    admission = await (await post("api/screen", {})).json();
    if (admission && !admission.admitted) {
      announce(t("wall.ask", { number: admission.number }), true);
    }
  }
  const { ok, status } = await post("api/screen", { token: admission?.token, ...picture });
  if (status === unknown) admission = null;
  return ok || status !== refused;
}

export function startPublishing() {
  /** @type {Uint8Array | undefined} */
  let cells;
  let dirty = true, busy = false, sent = 0, wait = 0;
  onFrame.add(({ screen }) => {
    cells = screen ?? cells;
    dirty = true;
  });
  setInterval(async () => {
    const now = performance.now();
    if (busy || now < wait || !cells || !game || !dirty && now - sent < heartbeat) return;
    dirty = false;
    sent = now;
    busy = true;
    const picture = { screen: toBase64(cells), status: times, game: sheet(game) };
    if (!await send(picture).catch(() => false)) wait = now + askAgain;
    busy = false;
  }, interval);
}
