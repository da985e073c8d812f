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
//
// An article that holds the page in a frame may send {sargon78: "move", move: "e2e4"} or
// {sargon78: "new", player, level}, and is sent {sargon78: "game", fen, moves, result}.

const clamp = (text, low, high, otherwise) => {
  const n = Number(text);
  return text !== null && text !== "" && Number.isFinite(n) && n >= low && n <= high ? n : otherwise;
};

/** Hertz of a speed as it is written: MHz as after `sargon play --speed`, or hertz. */
export function hertz(text, otherwise = 0) {
  if (["auto", "max", "full", "0"].includes(text)) return 0;
  const n = clamp(text, 0.001, 1e9, undefined);
  return n === undefined ? otherwise : n < 1000 ? Math.round(n * 1e6) : n;
}
const one = (text, ...choices) => choices.includes(text) ? text : choices[0];

export class Address {
  keyboard = true;
  lang = "";
  publish = false;

  /** Whether the address says anything to the page. */
  says() {
    const known = ["view", "fen", "moves", "player", "level", "speed", "look", "lang", "start", "ui", "keyboard", "publish"];
    return [...new URLSearchParams(location.hash.slice(1)).keys()].some((name) => known.includes(name));
  }

  read() {
    const p = new URLSearchParams(location.hash.slice(1));
    this.keyboard = p.get("keyboard") !== "0";
    this.ui = p.get("ui");
    this.lang = p.get("lang") ?? "";
    this.publish = p.get("publish") === "1";
    const moves = (p.get("moves") ?? "").split(",").filter((m) => /^[a-h][1-8][a-h][1-8]q?$/.test(m)).slice(0, 400);
    const fen = (p.get("fen") ?? "").replaceAll("_", " ").slice(0, 100);
    return {
      view: p.has("view") ? one(p.get("view"), "play", "watch", "inside", "story") : "",
      fen, moves, game: fen !== "" || moves.length > 0,
      player: one(p.get("player"), "white", "black"),
      level: Math.floor(clamp(p.get("level"), 1, 6, 0)),
      speed: hertz(p.get("speed")),
      look: one(p.get("look"), "paper", "green", "amber"),
      lang: this.lang, start: p.get("start") === "1", ui: this.ui, publish: this.publish,
    };
  }

  /** The fragment for what the page shows now. */
  #fragment(app, whole) {
    const p = new URLSearchParams();
    p.set("view", app.view);
    if (app.look && app.look !== "paper") p.set("look", app.look);
    if (app.hertz) p.set("speed", String(app.hertz));
    if (this.ui) p.set("ui", this.ui);
    if (!this.keyboard) p.set("keyboard", "0");
    if (this.lang) p.set("lang", this.lang);
    if (this.publish) p.set("publish", "1");
    if (whole && app.game?.begun) {
      const g = app.game;
      if (!g.start.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq")) p.set("fen", g.start.replaceAll(" ", "_"));
      if (g.plies.length) p.set("moves", g.plies.map((m) => m.uci).join(","));
      p.set("player", g.player);
      p.set("level", String(Math.max(1, g.level)));
    }
    return p.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  }

  write(app) {
    if (app.config.kiosk) return;
    history.replaceState(null, "", `#${this.#fragment(app, false)}`);
  }

  full(app) {
    return `${location.href.split("#")[0]}#${this.#fragment(app, true)}`;
  }

  listen(app) {
    if (parent === window) return;
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || typeof data !== "object" || data === null) return;
      if (data.sargon78 === "move" && /^[a-h][1-8][a-h][1-8]$/.test(data.move)) app.call("move", { move: data.move });
      if (data.sargon78 === "new") app.newGame(data.player === "black" ? "black" : "white", Math.floor(clamp(data.level, 1, 6, 2)));
    });
    app.listeners.add(({ game }) => {
      if (game) parent.postMessage({ sargon78: "game", fen: game.fen, moves: game.plies.map((p) => p.uci), result: game.result }, "*");
    });
  }
}
