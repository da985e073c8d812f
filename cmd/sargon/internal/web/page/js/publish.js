// What this page plays is sent to the server, which shows it on the wall.
import { toBase64 } from "./dom.js";
import { game, onFrame } from "./machine.js";
import { post } from "./server.js";
import { times } from "./times.js";

const interval = 100, heartbeat = 2000;
const newest = 14; // moves that the wall shows
const id = Math.random().toString(36).slice(2); // one screen at a time has the wall

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

export function startPublishing() {
  /** @type {Uint8Array | undefined} */
  let cells;
  let dirty = true, busy = false, sent = 0;
  onFrame.add(({ screen }) => {
    cells = screen ?? cells;
    dirty = true;
  });
  setInterval(async () => {
    if (busy || !cells || !game || !dirty && performance.now() - sent < heartbeat) return;
    dirty = false;
    sent = performance.now();
    busy = true;
    const picture = { id, screen: toBase64(cells), status: times, game: sheet(game) };
    await post("api/screen", picture).catch(() => {});
    busy = false;
  }, interval);
}
