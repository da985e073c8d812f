// A game is gone through move by move, and at each the machine thinks what it would have played.
import { $, node } from "./dom.js";
import { caption, forget, leaveSelfPlay, watch } from "./game.js";
import { games, movesOf, parse, write } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { level } from "./levels.js";
import { call, game, onFrame } from "./machine.js";
import { notice } from "./notice.js";
import { config } from "./server.js";
import { onView, show, view } from "./views.js";

const pauseMillis = 2500; // after its move, before the next one of the game

/** The game that is replayed, and how far.
 * @type {{fen: string, moves: string[], at: number} | null} */
let replayed = null;
let playing = false, timer = 0;

onView.add(() => { if (view !== "watch") end(); });
onLanguage.add(list);
onFrame.add(({ game }) => {
  if (!replayed || !game || game.plies.length !== replayed.at + 1) return;
  told(game);
});

function list() {
  const chosen = $("show").value;
  $("show").replaceChildren(
    node("option", { value: "self" }, t("replay.self")),
    ...Object.keys(games).map((name) => node("option", { value: name }, t(`replay.${name}`))),
    ...config.kiosk ? [] : [node("option", { value: "own" }, t("replay.own"))]);
  $("show").value = chosen || "self";
}

/** Ends a replay. */
function end() {
  clearTimeout(timer);
  replayed = null;
  playing = false;
  draw();
}

/** @param {string} fen @param {string[]} moves */
async function begin(fen, moves) {
  /** @type {{moves: number, wrong: string}} */
  const { moves: legal, wrong } = await call("legal", { fen, moves });
  if (wrong) notice([legal < 0 ? t("replay.fen", { wrong })
    : t("replay.move", { number: legal + 1, move: moves[legal] })]);
  if (legal < 0) return;
  await leaveSelfPlay();
  replayed = { fen, moves: moves.slice(0, legal), at: 0 };
  playing = legal > 0;
  go(0);
}

/** Sets up the position after so many moves; the machine thinks about it. @param {number} to */
async function go(to) {
  if (!replayed) return;
  clearTimeout(timer);
  const { fen, moves } = replayed;
  replayed.at = Math.max(0, Math.min(to, moves.length));
  draw();
  forget();
  const second = fen.split(" ")[1] === "b" ? 1 : 0;
  const player = (replayed.at + second) % 2 ? "white" : "black"; // the machine has the move
  await call("setup", { fen, moves: moves.slice(0, replayed.at), player, level: level() });
  caption(t("replay.thinks", { number: replayed.at + 1 }));
}

/** Says what the machine would have played, and goes on. @param {Game} game */
function told(game) {
  const { moves, at } = /** @type {NonNullable<typeof replayed>} */ (replayed);
  const its = game.plies[at].san, played = moves[at];
  const same = played === its || played === game.plies[at].uci;
  const text = same ? "replay.same" : "replay.other";
  caption(t(played ? text : "replay.end", { its, played }));
  clearTimeout(timer);
  if (playing && at < moves.length - 1) timer = setTimeout(() => go(at + 1), pauseMillis);
}

function draw() {
  $("steps").hidden = !replayed;
  if (!replayed) return;
  const { at, moves } = replayed;
  $("where").textContent = t("replay.where", { at, of: moves.length });
  $("replay-play").textContent = t(playing ? "pause" : "run");
}

export function listen() {
  $("show").addEventListener("change", () => {
    const name = $("show").value;
    $("own").hidden = name !== "own";
    end();
    if (name === "self") watch();
    else if (name !== "own") begin("", movesOf(name));
  });
  $("replay-back").addEventListener("click", () => {
    playing = false;
    if (replayed) go(replayed.at - 1);
  });
  $("replay-next").addEventListener("click", () => {
    playing = false;
    if (replayed) go(replayed.at + 1);
  });
  $("replay-play").addEventListener("click", () => {
    playing = !playing;
    if (playing && replayed) go(replayed.at + 1);
    draw();
  });
  $("own-watch").addEventListener("click", () => {
    const { fen, moves } = parse($("own-text").value);
    begin(fen, moves);
  });
  $("own-play").addEventListener("click", async () => {
    const { fen, moves } = parse($("own-text").value);
    const { moves: legal, wrong } = await call("legal", { fen, moves });
    if (wrong) return notice([wrong]);
    const player = new FormData($("setup")).get("player");
    end();
    forget();
    await leaveSelfPlay();
    await call("setup", { fen, moves: moves.slice(0, legal), player, level: level() });
    show("play");
  });
  $("own-copy").addEventListener("click", () => {
    if (game) $("own-text").value = write(game);
  });
}
