// The address of the page says what it shows, after the #:
//
//	view    play, watch, inside, story
//	fen     position to start from, spaces as _
//	moves   e2e4,e7e5,… from there
//	player  white, black
//	level   1–6
//	speed   MHz while it thinks, any from 0.001 to 999 (1.79, 2.5, 4 …), or hertz from 1000;
//	        0 or max is as fast as it can
//	look    paper, green, amber
//	lang    en, de
//	start   1: begin a game at once
//	ui      0: no header, for a frame in an article
//	keyboard 0: keys go to the article
//	publish 1: the wall shows this page (sargon serve --watch)
import { game } from "./machine.js";
import { config } from "./server.js";
import { hertz, parseHertz } from "./speed.js";
import { look } from "./tube.js";
import { onView, view, views } from "./views.js";

const parameters = () => new URLSearchParams(location.hash.slice(1));

/** What stays as it came, while the rest follows what the page shows. */
const lasting = new URLSearchParams([...parameters()].filter(
  ([name]) => ["ui", "keyboard", "lang", "publish"].includes(name)));

/** Whether keys are the machine's. */
export const keyboard = lasting.get("keyboard") !== "0";

/** Whether the address says anything to the page. */
export function says() {
  const known = ["view", "fen", "moves", "player", "level", "speed", "look", "lang", "start",
    "ui", "keyboard", "publish"];
  return [...parameters().keys()].some((name) => known.includes(name));
}

/**
 * Returns the text if it is one of some choices, and otherwise the first of them.
 * @template {string} T
 * @param {string | null} text
 * @param {T[]} choices
 */
const one = (text, ...choices) => choices.find((choice) => choice === text) ?? choices[0];

/** Reads a level; 0 stands for what is none. @param {unknown} value */
export function readLevel(value) {
  const n = Number(value);
  return n >= 1 && n <= 6 ? Math.floor(n) : 0;
}

export function read() {
  const p = parameters();
  const fen = (p.get("fen") ?? "").replaceAll("_", " ").slice(0, 100);
  const moves = (p.get("moves") ?? "").split(",")
    .filter((m) => /^[a-h][1-8][a-h][1-8]q?$/.test(m)).slice(0, 400);
  return {
    view: p.has("view") && one(p.get("view"), ...views),
    fen, moves, game: fen !== "" || moves.length > 0,
    player: one(p.get("player"), "white", "black"),
    level: readLevel(p.get("level")),
    speed: parseHertz(p.get("speed")),
    look: one(p.get("look"), "paper", "green", "amber"),
    lang: p.get("lang"), start: p.get("start") === "1", ui: p.get("ui"),
    publish: p.get("publish") === "1",
  };
}

/** Makes the address of what the page shows, with the game or without. @param {boolean} whole */
function make(whole) {
  const p = new URLSearchParams({ view });
  if (look() !== "paper") p.set("look", look());
  if (hertz) p.set("speed", String(hertz));
  for (const [name, value] of lasting) p.set(name, value);
  if (whole && game?.begun) {
    const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    if (!game.start.startsWith(start)) p.set("fen", game.start.replaceAll(" ", "_"));
    if (game.plies.length) p.set("moves", game.plies.map((ply) => ply.uci).join(","));
    p.set("player", game.player);
    p.set("level", String(Math.max(1, game.level)));
  }
  const fragment = p.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `${location.href.split("#")[0]}#${fragment}`;
}

/** Makes the address say what the page shows; in a kiosk nobody sees it. */
export function write() {
  if (!config.kiosk) history.replaceState(null, "", make(false));
}
onView.add(write);

/** Keeps a language that the visitor has chosen. @param {string} code */
export function keepLanguage(code) {
  lasting.set("lang", code);
  write();
}

/** The address of the page with the game on it. */
export const link = () => make(true);
