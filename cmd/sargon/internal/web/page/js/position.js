// Lets the visitor enter a position as FEN, or a game as PGN.
import { $ } from "./dom.js";
import { disown, setUp } from "./game.js";
import { start } from "./games.js";
import { inWords } from "./failure.js";
import { t } from "./i18n.js";
import { level } from "./levels.js";
import { call, game } from "./machine.js";
import * as replay from "./replay.js";
import { show } from "./views.js";

const dialog = $("position"), text = $("own-text");
/** The position or game in the text field, as far as it could be read. @type {Reading} */
let read = { fen: "", moves: [], error: null, move: "" };
let asked = 0; // the number of the last check
let reading = Promise.resolve(false); // whether the text can be set up

/** Puts a position or a game into the text field. @param {string} value */
function putUp(value) {
  text.value = value;
  reading = check();
}

/** What a move looks like, legal or not. */
const likeMove = /^([KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8]|O-O)/;

/** Says what is wrong with the text. Resolves to whether it can be set up. */
async function check() {
  const mine = ++asked;
  /** @type {Reading} */
  const now = await call("read", { text: text.value });
  if (mine !== asked) return false;
  read = now;
  const { moves: { length }, error, move } = read;
  let says = length ? t("position.game", { moves: length }) : "";
  const neither = move && !length && !likeMove.test(move);
  if (neither) says = t("position.neither");
  else if (move) says = t("replay.move", { number: length + 1, move });
  else if (error) says = t("replay.fen", { error: inWords(error) });
  $("own-said").textContent = says;
  const bad = !!neither || !!error && !move;
  for (const id of ["own-white", "own-black", "own-replay"]) $(id).toggleAttribute("disabled", bad);
  return !bad;
}

/** Lets the visitor play on from the position in the text. @param {Side} player */
async function play(player) {
  if (!await reading) return; // waits for the check of the latest text
  replay.end();
  dialog.close();
  if (!await setUp({ fen: read.fen, moves: read.moves, player, level: level() })) return;
  disown();
  show("play");
}

$("own").addEventListener("click", () => {
  putUp(game?.fen ?? start);
  dialog.showModal();
});
text.addEventListener("input", () => { reading = check(); });
$("own-start").addEventListener("click", () => putUp(start));
$("own-now").addEventListener("click", () => putUp(game?.fen ?? start));
$("own-copy").addEventListener("click", async () => putUp(await call("pgn")));
$("own-white").addEventListener("click", () => play("white"));
$("own-black").addEventListener("click", () => play("black"));
$("own-replay").addEventListener("click", async () => {
  if (!await reading) return;
  dialog.close();
  await replay.begin(read.fen, read.moves);
});
