// Goes through a game move by move. At each move the machine thinks about what it would have played.
import { drawColumns } from "./bars.js";
import { $, node } from "./dom.js";
import { caption, lend, onDemo, setUp, startDemo } from "./game.js";
import { games, measuredSeconds, movesOf, secondsOfMoves } from "./games.js";
import { duration, number, onLanguage, t } from "./i18n.js";
import { level } from "./levels.js";
import { onFrame } from "./machine.js";
import { onView, show, view } from "./views.js";

const pauseMillis = 2500; // after the machine's move, before the next move of the game

/** The game that is replayed. at: the half-moves so far; seconds: those of Black's moves, if known.
 * @type {{fen: string, moves: string[], at: number, seconds: number[]} | null} */
let replayed = null;
let playing = false, timer = 0;

onView.add(() => { if (view !== "demo") end(); });
onDemo.add(end);
onLanguage.add(draw);
onFrame.add(({ game }) => {
  if (replayed && game?.plies.length === replayed.at + 1) compare(game);
});

$("show").append(...["self", ...games].map((name) =>
  node("option", { value: name, dataset: { t: `replay.${name}` } })));

/** Ends a replay. */
export function end() {
  clearTimeout(timer);
  replayed = null;
  playing = false;
  $("show").value = "self";
  draw();
}

/** Shows a game of which every move is legal, or a position.
 * @param {string} fen @param {string[]} moves @param {number[]} [seconds] of Black's moves
 * @param {number} [at] the half-moves after which the replay stops; 0: it plays by itself */
export async function begin(fen, moves, seconds = [], at = 0) {
  end();
  lend();
  if (view !== "demo") show("demo", false);
  replayed = { fen, moves, at, seconds };
  playing = !at;
  go(at);
}

/** Returns a function that shows the present replay again, at the same move; null if there is none. */
export function toResume() {
  if (!replayed) return null;
  const { fen, moves, seconds, at } = replayed, name = $("show").value;
  return async () => {
    await begin(fen, moves, seconds, at);
    $("show").value = name;
  };
}

/** Sets up the position after a number of half-moves, and lets the machine think about it.
 * @param {number} to */
async function go(to) {
  if (!replayed) return;
  clearTimeout(timer);
  const { fen, moves } = replayed;
  replayed.at = Math.max(0, Math.min(to, moves.length));
  if (replayed.at >= moves.length - 1) playing = false; // the last move of the game
  draw();
  const second = fen.split(" ")[1] === "b" ? 1 : 0;
  const player = (replayed.at + second) % 2 ? "white" : "black"; // the machine has the move
  await setUp({ fen, moves: moves.slice(0, replayed.at), player, level: level() });
  const number = replayed.at + 1;
  caption(() => t("replay.thinks", { number }));
}

/** Says what the machine would have played, and continues the replay. @param {Game} game */
function compare(game) {
  const { moves, at } = /** @type {NonNullable<typeof replayed>} */ (replayed);
  const its = game.plies[at].san, played = moves[at];
  const same = played === its || played === game.plies[at].uci;
  const text = same ? "replay.same" : "replay.other";
  caption(() => t(played ? text : "replay.end", { its, played }));
  clearTimeout(timer);
  if (playing) timer = setTimeout(() => go(at + 1), pauseMillis);
}

function draw() {
  $("steps").hidden = $("timed").hidden = !replayed;
  if (!replayed) return;
  $("where").textContent = t("replay.where", { at: replayed.at, of: replayed.moves.length });
  $("replay-play").textContent = t(playing ? "pause" : "run");
  times(replayed);
}

/** Draws the times of the moves, if they are known.
 * @param {NonNullable<typeof replayed>} game */
function times({ at, moves, seconds }) {
  $("timed").hidden = !seconds.length;
  const [columns, text] = $("timed").children;
  const current = Math.floor((at - 1) / 2), sum = seconds.reduce((a, b) => a + b, 0);
  drawColumns(columns, seconds, (i) => `${moves[2 * i + 1]} ${duration(seconds[i])}`, current);
  const all = t("replay.timed", { measured: number(measuredSeconds), computed: number(sum) });
  const move = current < 0 ? "" : t("replay.timedmove", {
    number: current + 1, move: moves[2 * current + 1],
    time: seconds[current] ? duration(seconds[current]) : t("replay.book"),
  });
  text.textContent = `${all} ${move}`;
}

$("show").addEventListener("change", async () => {
  const name = $("show").value;
  const seconds = name === "microprofessor" ? secondsOfMoves : [];
  if (name === "self") return startDemo();
  await begin("", await movesOf(name), seconds);
  $("show").value = name;
});
for (const [id, by] of Object.entries({ "replay-back": -1, "replay-next": 1 })) {
  $(id).addEventListener("click", () => {
    playing = false;
    if (replayed) go(replayed.at + by);
  });
}
$("replay-play").addEventListener("click", () => {
  playing = !playing;
  clearTimeout(timer);
  if (playing && replayed) go(replayed.at + 1);
  draw();
});
