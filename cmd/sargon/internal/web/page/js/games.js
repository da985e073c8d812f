// Games to watch the machine think about, move by move.
import { load } from "./files.js";
import { call } from "./machine.js";

/** The usual place to start from. */
export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Those in games.pgn, in their order: the games of the specification, then three famous ones. */
export const games = ["microprofessor", "mike", "awit", "albatross", "gambiet",
  "turing", "opera", "immortal"];

/** The moves of one of them. @param {string} name @returns {Promise<string[]>} */
export async function movesOf(name) {
  const all = await (await load("games.pgn")).text();
  const text = all.split(/^(?=\[Event )/m)[games.indexOf(name)];
  return (await call("read", { text })).moves;
}

/** Seconds of each of the machine's moves in the game on the Microprofessor, a computer built in
 * 1983, computed: only their sum was measured, in 2021. The first one is from its book. */
export const secondsOfMoves = [0, 31, 58, 60, 325, 57, 69, 50, 80, 179, 227, 328, 89, 102, 131, 410,
  143, 95, 29, 180, 17];
export const measuredSeconds = 2664;
