// A position of the visitor's own: men are put on a board, or a FEN or a game in PGN is read.
import { $, node } from "./dom.js";
import { Board, pieceSVG, placement } from "./board.js";
import { forget, leaveSelfPlay, manName, squareName } from "./game.js";
import { parse, start, write } from "./games.js";
import { onLanguage, t } from "./i18n.js";
import { level } from "./levels.js";
import { call, game } from "./machine.js";
import * as replay from "./replay.js";
import { show } from "./views.js";

/** The men to choose from; "" takes men away. */
const men = [..."KQRBNP", "", ..."kqrbnp"];
/** Rights to castle, with the men that have to be at home for each. */
const rights = { K: "e1K h1R", Q: "e1K a1R", k: "e8k h8r", q: "e8k a8r" };

const dialog = $("position"), text = $("own-text");
const board = new Board($("squares"), squareName, { tapped: put });
/** What stands where. @type {Record<string, string>} */
let pieces = {};
let man = "K"; // that is put on squares; "" takes men away
/** What is in the text, as far as it was read. @type {import("./games.js").Read} */
let read = { fen: start, moves: [] };
let asked = 0; // how often it has been asked whether that is legal

onLanguage.add(words);

/** Puts the man chosen on a square, or takes it from there. @param {string} square */
function put(square) {
  if (!man || pieces[square] === man) delete pieces[square];
  else pieces[square] = man;
  edited();
}

/** The board as a FEN. */
function fen() {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefgh"]
    .map((file) => pieces[file + rank] ?? "1").join("")
    .replace(/1+/g, (empty) => String(empty.length)));
  const may = boxes().filter((box) => box.checked && !box.disabled).map((box) => box.value);
  const turn = new FormData($("setting")).get("turn");
  return `${rows.join("/")} ${turn} ${may.join("") || "-"} - 0 1`;
}

const boxes = () => [...$("castling").querySelectorAll("input")];

/** The board was changed: the text says what stands on it. */
function edited() {
  drawBoard();
  text.value = fen();
  check();
}

/** The text was changed: the board shows where it begins. */
function typed() {
  const [rows, turn = "w", castling = "-"] = (parse(text.value).fen || start).split(" ");
  if (rows.split("/").length === 8) pieces = placement(rows);
  for (const input of $("setting").querySelectorAll("input")) {
    input.checked = input.name === "turn" ? input.value === turn : castling.includes(input.value);
  }
  drawBoard();
  check();
}

/** Puts up a position or a game. @param {string} value */
function putUp(value) {
  text.value = value;
  typed();
}

function drawBoard() {
  for (const box of boxes()) {
    box.disabled = rights[/** @type {keyof typeof rights} */ (box.value)].split(" ")
      .some((home) => pieces[home.slice(0, 2)] !== home[2]);
  }
  board.show(fen(), {});
}

/** What a move looks like, legal or not. */
const likeMove = /^([KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8]|O-O)/;

/** Says what is wrong with what is in the text. */
async function check() {
  read = parse(text.value);
  const mine = ++asked;
  /** @type {{moves: number, wrong: string}} */
  const { moves, wrong } = await call("legal", read);
  if (mine !== asked) return;
  let says = read.moves.length ? t("position.game", { moves: read.moves.length }) : "";
  const neither = wrong && !moves && !likeMove.test(read.moves[0]);
  if (wrong && moves < 0) says = t("replay.fen", { wrong });
  else if (neither) says = t("position.neither");
  else if (wrong) {
    says = t("replay.move", { number: moves + 1, move: read.moves[moves] });
    read.moves.length = moves;
  }
  $("own-said").textContent = says;
  for (const id of ["own-white", "own-black", "own-watch"]) {
    $(id).toggleAttribute("disabled", moves < 0 || !!neither);
  }
}

/** The visitor plays on from there. @param {Side} player */
async function play(player) {
  try {
    replay.end();
    await leaveSelfPlay();
    forget();
    await call("setup", { ...read, player, level: level() });
  } catch (error) {
    $("own-said").textContent = t("replay.fen", { wrong: /** @type {Error} */ (error).message });
    return;
  }
  dialog.close();
  show("play");
}

/** The men to choose from, and an empty square to take others away. */
function words() {
  $("men").replaceChildren(...men.map((letter) => {
    const label = letter ? manName(letter) : t("position.empty");
    const button = node("button", { type: "button", ariaLabel: label, title: label });
    button.innerHTML = letter ? pieceSVG(letter) : "✕";
    button.setAttribute("aria-pressed", String(letter === man));
    button.addEventListener("click", () => {
      man = letter;
      for (const other of $("men").children) {
        other.setAttribute("aria-pressed", String(other === button));
      }
    });
    return button;
  }));
  $("castling").replaceChildren(/** @type {Node} */ ($("castling").firstElementChild),
    ...Object.keys(rights).map((value) => {
      const box = node("input", { type: "checkbox", value });
      box.checked = boxes().find((before) => before.value === value)?.checked ?? true;
      const side = t(value === value.toUpperCase() ? "white" : "black");
      return node("label", {}, box, ` ${side} ${value.toUpperCase() === "K" ? "O-O" : "O-O-O"} `);
    }));
  drawBoard();
}

export function listen() {
  $("own").addEventListener("click", () => {
    putUp(game?.fen ?? start);
    dialog.showModal();
  });
  $("setting").addEventListener("submit", (e) => e.preventDefault());
  $("setting").addEventListener("change", ({ target }) => { if (target !== text) edited(); });
  text.addEventListener("input", typed);
  $("own-start").addEventListener("click", () => putUp(start));
  $("own-clear").addEventListener("click", () => {
    pieces = {};
    edited();
  });
  $("own-now").addEventListener("click", () => putUp(game?.fen ?? start));
  $("own-copy").addEventListener("click", () => { if (game) putUp(write(game)); });
  $("own-white").addEventListener("click", () => play("white"));
  $("own-black").addEventListener("click", () => play("black"));
  $("own-watch").addEventListener("click", async () => {
    dialog.close();
    await replay.begin(read.fen, read.moves);
  });
}
