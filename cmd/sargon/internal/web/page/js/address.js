// The part of the page's address after the # says what the page shows:
//
//	view    play, demo, tour, inside, or story (the last part of inside). screen and board (the
//	        modern one) show that part alone; so does inside, in a frame or with ui=0
//	fen     position to start from, spaces as _
//	moves   e2e4,e7e5,… from that position, up to the first move that is not legal
//	bytes   35:04,36:00: bytes of the board, with the values that the tour gives them at first
//	player  white, black
//	level   1–6
//	at      a label of the program, or an address (24B9): the program runs to there and stops;
//	        24B9,3: at the third visit; 24B9@70000: after 70000 T-states of the search
//	speed   MHz while the machine thinks, from 0.001 to 999 (1.79, 2.5, 4 …), or hertz from 1000;
//	        0 or max: as fast as possible
//	colors  paper, green, amber
//	theme   dark, light; without it, the setting of the browser
//	lang    en, de
//	start   1: begin a game at once
//	ui      0: no header, as in the frame of an article; 1: a header in a frame, too
//	keyboard 0: keys go to the article that holds the page in a frame
//	publish the secret that sargon serve --wall prints: the wall shows this page
import { framed } from "./dom.js";
import { start } from "./games.js";
import { language, t } from "./i18n.js";
import { standsAt } from "./inside.js";
import { game } from "./machine.js";
import { noticed, onRead } from "./notice.js";
import { config } from "./server.js";
import { chosen, parseHertz } from "./speed.js";
import { colors } from "./tube.js";
import { onView, show, view, views } from "./views.js";

const parameters = () => new URLSearchParams(location.hash.slice(1));

/** The parameters that keep their value, while the others follow what the page shows. */
const lasting = new URLSearchParams([...parameters()].filter(
  ([name]) => ["ui", "keyboard", "lang", "publish", "theme"].includes(name)));

/** Whether keys go to the machine. */
export const keyboard = lasting.get("keyboard") !== "0";

/** Parts of the page that can be shown alone. */
const alone = ["screen", "board"];
/** The view that is shown alone in a frame or without a header. */
const aloneInFrames = "inside";
const boardBytes = 120, mostMoves = 400, longestMove = 10, longestFEN = 100;

/** The values that each parameter accepts, in words; null if it accepts any text.
 * @type {Record<string, {is: (value: string) => boolean, want: string} | null>} */
const known = {
  fen: null, moves: null, at: null,
  lang: { is: (value) => config.languages.some(({ code }) => code === value), want: "en, de" },
  view: among(...views, "story", ...alone), player: among("white", "black"),
  colors: among("paper", "green", "amber"), theme: among("dark", "light"), start: among("0", "1"),
  ui: among("0", "1"), keyboard: among("0", "1"), publish: null,
  level: { is: (value) => /^[1-6]$/.test(value), want: "1–6" },
  bytes: { is: (value) => value.split(",").every((change) => /^\d{1,3}:[0-9A-F]{2}$/.test(change)
    && parseInt(change) < boardBytes), want: "35:04,36:00" },
  speed: { is: (value) => parseHertz(value, -1) >= 0, want: "0.001–999 (MHz), max" },
};

/** @param {string[]} choices */
function among(...choices) {
  return { is: (/** @type {string} */ value) => choices.includes(value), want: choices.join(", ") };
}

/** Whether the address has any parameters of the page. */
export const says = () => [...parameters().keys()].some((name) => Object.hasOwn(known, name));

/** What is wrong with the address, in the language that the page then has. */
function wrongs() {
  return [...parameters()].flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) {
      return [() => t("wrong.name", { name: name.slice(0, longestFEN) })];
    }
    const kind = known[name];
    if (!kind || kind.is(value)) return [];
    return [() => t("wrong.value", { name, value: value.slice(0, longestFEN), want: kind.want })];
  });
}

/** The values of the address; the default for a value that is not accepted. */
export function read() {
  const p = parameters();
  const said = (/** @type {string} */ name) => { // "" if the value is not accepted
    const value = p.get(name) ?? "";
    return known[name]?.is(value) === false ? "" : value;
  };
  const named = said("view"), ui = said("ui"), bare = ui === "0" || framed && ui !== "1";
  const only = alone.includes(named) || bare && named === aloneInFrames ? named : "";
  const fen = said("fen").replaceAll("_", " ").slice(0, longestFEN);
  const moves = said("moves").split(",").filter(Boolean)
    .map((move) => move.slice(0, longestMove)).slice(0, mostMoves);
  const shown = named === "story" ? "inside" : views.find((view) => view === named) ?? "play";
  return {
    wrongs: wrongs(), only, bare: bare || only !== "", view: p.has("view") && shown,
    story: named === "story", fen, moves, game: [fen, said("at"), ...moves].some(Boolean),
    player: /** @type {Side} */ (said("player") || "white"),
    level: Number(said("level")), at: said("at").slice(0, longestFEN),
    speed: parseHertz(said("speed")), paced: p.has("speed"), colors: said("colors") || "paper",
    theme: said("theme"), lang: said("lang"), start: said("start") === "1",
    publish: said("publish"),
  };
}

/** Returns the address of what the page shows, with the game or without. @param {boolean} whole */
function make(whole) {
  const p = new URLSearchParams({ view: read().only || view });
  if (colors() !== "paper") p.set("colors", colors());
  if (chosen) p.set("speed", String(chosen));
  for (const [name, value] of lasting) if (!whole || name !== "publish") p.set(name, value);
  if (whole) addGame(p);
  return join(location.href, p);
}

/** @param {URLSearchParams} p */
function addGame(p) {
  if (!game?.started) return;
  if (game.start !== start) p.set("fen", game.start.replaceAll(" ", "_"));
  if (game.plies.length) p.set("moves", game.plies.map((ply) => ply.uci).join(","));
  p.set("player", game.player);
  p.set("level", String(Math.max(1, game.level)));
  if (p.get("view") === "inside" && standsAt()) p.set("at", standsAt());
}

/** @param {string} page @param {URLSearchParams} p */
const join = (page, p) =>
  `${page.split("#")[0]}#${p.toString().replace(/%(2C|2F|3A|40)/g, decodeURIComponent)}`;

/** Whether the address of the page works only on this computer, or only in a kiosk. */
const local = () => config.kiosk || !location.protocol.startsWith("http")
  || /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** The address with which a visitor can open the game at home, "" if there is none. */
export function homeLink() {
  if (!config.public) return local() ? "" : link();
  const p = new URLSearchParams({ view: "play", lang: language });
  addGame(p);
  return join(config.public, p);
}

const firstBytes = parameters().get("bytes") ?? "";

/** The changes of bytes that the address asked for when the page was loaded. */
export const askedBytes = () => known.bytes?.is(firstBytes) ? firstBytes : "";

/** The address with which a visitor can open an experiment with the board's bytes at home, "" if
 * there is none. @param {string} bytes */
export function experimentLink(bytes) {
  const page = config.public || (local() ? "" : location.href);
  return page && join(page, new URLSearchParams({ view: "tour", bytes, lang: language }));
}

let written = ""; // the view in the address

/** Updates the address to what the page shows; in a kiosk the address bar is hidden. A wrong address
 * stays until the visitor has read what is wrong with it. */
export function write() {
  if (config.kiosk || noticed()) return;
  // The browser's back button then leads to the view before, not out of the page.
  if (written && written !== view) history.pushState({ view }, "", make(false));
  else history.replaceState({ view }, "", make(false));
  written = view;
}
onView.add(write);
onRead.add(write);

addEventListener("popstate", ({ state }) => {
  if (!state?.view) return;
  written = state.view;
  show(state.view);
});
addEventListener("hashchange", () => { if (!history.state?.view && says()) location.reload(); });

/** Keeps a choice of the visitor in the address; the value "" removes it. Choices without a name are
 * read from the page.
 * @param {string | undefined} name @param {string} value */
export function keepChoice(name, value) {
  if (name && value) lasting.set(name, value);
  else if (name) lasting.delete(name);
  write();
}

/** The address of the page with the game on it. */
export const link = () => make(true);
