// Games in which the visitor watches the machine think about each move, and the openings of its games
// against itself.
import { call } from "./machine.js";
import { load } from "./server.js";

/** The start position of chess. */
export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The names of the games in games.pgn, in their order: the games of the specification, then three
 * famous ones. */
export const games = ["microprofessor", "mike", "awit", "albatross", "gambiet",
  "turing", "opera", "immortal"];

/** Returns the moves of one of these games. @param {string} name @returns {Promise<string[]>} */
export async function movesOf(name) {
  const all = await (await load("games.pgn")).text();
  const text = all.split(/^(?=\[Event )/m)[games.indexOf(name)];
  return (await call("read", { text })).moves;
}

/** The seconds of each of the machine's moves in the game on the Microprofessor, a computer that was
 * built in 1983. They are computed: only their sum was measured, in 2021. The first move is from its
 * book. */
export const secondsOfMoves = [0, 31, 58, 60, 325, 57, 69, 50, 80, 179, 227, 328, 89, 102, 131, 410,
  143, 95, 29, 180, 17];
export const measuredSeconds = 2664;

/** Beginnings of games, so that self-play is not always the same one. */
export const openings = [
  { name: "italian", moves: "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5" },
  { name: "spanish", moves: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6" },
  { name: "scotch", moves: "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4" },
  { name: "sicilian", moves: "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4" },
  { name: "french", moves: "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6" },
  { name: "carokann", moves: "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4" },
  { name: "queens", moves: "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6" },
  { name: "kingsindian", moves: "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7" },
  { name: "english", moves: "c2c4 e7e5 b1c3 g8f6" },
  { name: "dutch", moves: "d2d4 f7f5 g2g3 g8f6" },
  { name: "vienna", moves: "e2e4 e7e5 b1c3 g8f6" },
  { name: "scandinavian", moves: "e2e4 d7d5 e4d5 d8d5" },
];
