// Sends the game on this page to the server, which shows it on the wall.
import { read } from "./address.js";
import { announce, toBase64 } from "./dom.js";
import { sheet, winnerOf } from "./game.js";
import { t } from "./i18n.js";
import { game, onFrame } from "./machine.js";
import { post } from "./server.js";
import { shown } from "./thoughts.js";
import { times } from "./times.js";
import { view } from "./views.js";

const interval = 100, heartbeat = 2000;
const newest = 14; // rows of moves that the wall shows
const longest = 8; // moves of a line that the machine thinks about
const askAgain = 5000; // milliseconds, when the server is away or refuses our secret
const refused = 403; // the status of the server's answer

/** Returns the newest rows of the score sheet, and whether the visitor is to move. In games that are
 * watched he never is. @param {Game} game */
const newestOf = (game) => ({ ended: game.ended, reason: game.reason, winner: winnerOf(game),
  waiting: game.waiting && view !== "demo",
  moves: sheet(game.plies).slice(-newest).map(({ number, white, black }) =>
    ({ number, white: white?.san ?? "…", black: black?.san ?? "" })) });

/** Whether the page has said that the secret is wrong. */
let announced = false;

/** @param {Picture} picture */
async function send(picture) {
  const secret = read().publish;
  if (!secret) return true; // the visitor has changed the address: the page is about to load again
  const { status } = await post("api/screen", { secret, picture });
  if (status === refused && !announced) announce(t("wall.refused"), true);
  announced = status === refused;
  return !announced;
}

/** Sends what this page shows to the server from now on, for the second screen (/wall). */
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
    const { thought, past } = shown(), moves = (/** @type {string[]} */ line = []) =>
      line.slice(0, longest);
    const picture = { screen: toBase64(cells), status: times, game: newestOf(game),
      thought: { line: past ? [] : moves(thought?.line), best: moves(thought?.best) } };
    if (!await send(picture).catch(() => false)) wait = now + askAgain;
    busy = false;
  }, interval);
}
