// The page: what visitors see and touch. The machine itself is in worker.js.
import { file } from "./files.js";
import { Link } from "./link.js";
import { Screen } from "./screen.js";
import { Board } from "./board.js";
import { Inside } from "./inside.js";
import { Address, hertz } from "./address.js";
import { drawBars } from "./bars.js";
import { openings } from "./openings.js";
import { startKiosk } from "./kiosk.js";
import { startPublishing } from "./publish.js";
import * as words from "./i18n.js";

const { t, about, number } = words;
const $ = (id) => document.getElementById(id);

/** What a page is, until the server says otherwise. */
const standard = { kiosk: false, idle: 90, languages: [{ code: "en", name: "English" }], language: "", volume: 0 };

export const app = {
  config: standard,
  address: new Address(),
  view: "play",
  status: null,
  game: null,
  problem: "",
  native: null, // the native search: {evals, trace, seconds, done}
  search: 0, // the number of the search whose times are shown
  moments: new Map(), // search number → {then, emulated, now}
  listeners: new Set(),
  selfPlay: false,
  opening: Math.floor(Math.random() * openings.length),
};

const screen = new Screen($("screen"));
const board = new Board($("board"), playerMove, squareName);
const inside = new Inside(app, askInside);
let nativeLink = null;
const link = new Link(told, crashed);
app.link = link;

/** Calls the machine; what goes wrong is said to the visitor. */
async function call(method, arg) {
  try {
    return await link.call(method, arg);
  } catch (error) {
    if (error.message !== "restarted") announce(error.message, true);
  }
}
app.call = call;

function told(message) {
  switch (message.type) {
    case "frame": return frame(message);
    case "inside": return inside.show(message.inside, app.status);
    case "crashed": return crashed(message.error);
    case "failed": return failed(message.error);
  }
}

let nextFrame = null;
function frame(message) {
  app.status = message.status;
  if (message.game) {
    app.game = message.game;
    app.problem = message.problem;
  }
  const before = nextFrame;
  nextFrame = { screen: message.screen ?? before?.screen, game: message.game ?? before?.game };
  if (!before) requestAnimationFrame(draw);
}

function draw() {
  const f = nextFrame;
  nextFrame = null;
  if (f.screen) {
    screen.show(f.screen);
    describe();
  }
  if (f.game) gameChanged();
  searchTimes();
  bars();
  inside.status(app.status);
  for (const listener of app.listeners) listener(f);
  if (app.status.fault) crashed(app.status.fault);
}

// The game.

let saidPlies = 0;
function gameChanged() {
  const g = app.game;
  const last = g.plies.at(-1);
  board.flipped = g.player === "black" && !app.selfPlay;
  board.show(g.fen, g.legal, last?.uci);
  moves(g);
  said(g);
  if (g.plies.length !== saidPlies && last) {
    announce(t(last.side === g.player && !app.status.selfPlay ? "said.you" : "said.machine", { move: spoken(last) }));
    click();
  }
  saidPlies = g.plies.length;
  $("takeback").disabled = !g.waiting || g.plies.length === 0;
  $("resign").disabled = !g.waiting;
  app.address.write(app);
  history(g);
  if (app.selfPlay && (g.ended || g.drawn || g.plies.length > 200)) selfPlayEnded();
}

function said(g) {
  let text = "";
  if (g.ended || (g.result && app.status.selfPlay)) text = `${t(`reason.${g.reason}`)} · ${g.result}`;
  else if (g.waiting) text = (g.check ? t("said.check") + " " : "") + t("said.turn");
  else if (app.status.thinking) text = t("said.thinking");
  else if (!g.begun) text = t("said.begin");
  else text = t("said.moves");
  $("said").textContent = text;
}

function spoken(ply) {
  const names = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };
  if (ply.san.startsWith("O-O-O")) return t("castles.long");
  if (ply.san.startsWith("O-O")) return t("castles.short");
  const piece = t(`piece.${names[ply.san[0]] ?? "pawn"}`);
  let text = `${piece} ${ply.uci.slice(0, 2)} ${ply.uci.slice(2, 4)}`;
  if (ply.san.includes("x")) text = `${piece} ${ply.uci.slice(0, 2)} ${t("takes")} ${ply.uci.slice(2, 4)}`;
  if (ply.san.includes("=Q")) text += `, ${t("piece.queen")}`;
  if (ply.san.endsWith("+")) text += `, ${t("check")}`;
  if (ply.san.endsWith("#")) text += `, ${t("mate")}`;
  return text;
}

function squareName(square, letter) {
  if (!letter) return square;
  const kind = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" }[letter.toLowerCase()];
  return `${square}, ${t(letter === letter.toLowerCase() ? "black" : "white")} ${t(`piece.${kind}`)}`;
}

function moves(g) {
  const list = $("moves");
  list.replaceChildren();
  let item = null;
  for (const ply of g.plies) {
    if (ply.side === "white" || !item) {
      item = document.createElement("li");
      item.append(Object.assign(document.createElement("span"), { className: "number", textContent: `${ply.number}.` }));
      if (ply.side === "black") item.append(Object.assign(document.createElement("span"), { textContent: "…" }));
      list.append(item);
    }
    const san = Object.assign(document.createElement("span"), { className: "san", textContent: ply.san });
    if (ply.evals) san.title = `${number(ply.evals)} ${t("evaluations")}, ${about(ply.seconds)}`;
    item.append(san);
  }
  list.scrollTop = list.scrollHeight;
}

async function playerMove(from, to) {
  joinIn(false);
  await call("move", { move: from + to });
}

async function newGame(player, level) {
  app.selfPlay = false;
  if (app.view === "watch") show("play");
  forget();
  await call("selfplay", { on: false });
  await call("newgame", { player, level });
}
app.newGame = newGame;

function forget() {
  app.moments.clear();
  app.search = 0;
  app.native = null;
  saidPlies = 0;
}

// Self-play: the machine takes the side to move at every turn.

async function watch() {
  app.selfPlay = true;
  forget();
  app.opening = (app.opening + 1) % openings.length;
  const opening = openings[app.opening];
  await call("setup", { fen: "", moves: opening.moves.split(" "), player: opening.moves.split(" ").length % 2 ? "white" : "black", level: level() });
  await call("selfplay", { on: true });
  await setSpeed();
  caption(t("caption.opening", { name: t(`opening.${opening.name}`) }));
}
app.watch = watch;

let ending = 0;
function selfPlayEnded() {
  if (ending) return;
  caption(`${t(`reason.${app.game.reason || "stopped"}`)} · ${app.game.result || "½–½"}`);
  ending = setTimeout(() => { ending = 0; if (app.selfPlay) watch(); }, 6000);
}

/** A visitor takes part: the machine plays its own side only from now on. */
async function joinIn(fresh = true) {
  if (!app.selfPlay) return;
  app.selfPlay = false;
  await call("selfplay", { on: false });
  if (fresh) {
    show("play");
    await newGame("white", level());
  }
}
app.joinIn = joinIn;

export function caption(text) {
  $("caption").textContent = text;
}
app.caption = caption;

function level() { return Number(document.querySelector("input[name=level]:checked")?.value ?? 2); }
app.level = level;

// Then and now.

function searchTimes() {
  const s = app.status;
  if (s.thinking && s.search !== app.search) {
    app.search = s.search;
    app.native = null;
    if (app.problem) askNative();
  }
  if (s.search && !s.thinking && !s.book && s.thought && !app.moments.get(s.search)?.then) {
    const m = { ...app.moments.get(s.search), then: s.seconds, emulated: s.busy };
    if (app.native?.done && app.native.search === s.search) m.now = app.native.seconds;
    app.moments.set(s.search, m);
    if (!m.now && app.problem && app.native?.search !== s.search) askNative();
    history(app.game);
  }
}

function askNative() {
  if (!nativeLink) {
    nativeLink = new Link((message) => {
      if (message.type === "crashed") nativeLink = app.nativeLink = null;
      if (message.type !== "native" || message.search !== app.status.search) return;
      app.native = message;
      if (message.done) {
        app.moments.set(message.search, { ...app.moments.get(message.search), now: message.seconds });
      }
      bars();
      inside.twin(app);
    }, () => { nativeLink = null; });
    nativeLink.call("native");
    app.nativeLink = nativeLink;
  }
  app.native = { search: app.status.search, evals: 0, seconds: 0, done: false };
  nativeLink.call("search", { problem: app.problem, search: app.status.search }).catch(() => {});
}

function bars() {
  const s = app.status;
  const m = app.moments.get(s.search) ?? {};
  const then = s.book ? 0 : s.seconds, emulated = then && (m.emulated ?? s.busy), now = then && (m.now ?? (app.native?.done && app.native.search === s.search ? app.native.seconds : 0));
  app.times = { then, emulated, now, thinking: s.thinking, book: s.book && !s.thinking && s.search > 0 };
  drawBars($("bars"), app.times);
}

/** A column for each move of the machine: what it would have taken in 1978. */
let historyText = "";
function history(g) {
  const searched = g.plies.filter((p) => p.seconds > 0).slice(-40);
  const longest = Math.max(...searched.map((p) => p.seconds), 1);
  const text = searched.map((p) => `<i style="--h:${(p.seconds / longest).toFixed(3)}"></i>`).join("");
  if (text === historyText) return;
  historyText = text;
  const root = $("history");
  root.replaceChildren();
  for (const p of searched) {
    const column = document.createElement("i");
    column.style.height = `${Math.max(2, p.seconds / longest * 100)}%`;
    column.title = `${p.san} ${about(p.seconds)}`;
    root.append(column);
  }
  const total = g.plies.reduce((sum, p) => sum + (p.seconds || 0), 0);
  root.dataset.total = total > 0 ? t("total", { time: about(total) }) : "";
}

// The view.

export function show(view) {
  if (!["play", "watch", "inside", "story"].includes(view)) view = "play";
  if (view === "play" || view === "watch") link.call("run").catch(() => {}); // it may be paused; here nobody could see that
  app.view = view;
  document.body.dataset.view = view;
  for (const b of $("views").children) b.setAttribute("aria-current", String(b.dataset.view === view));
  inside.open(view === "inside");
  if (view === "watch" && !app.selfPlay) watch();
  if (view === "play" && app.selfPlay) joinIn();
  askInside();
  app.address.write(app);
  fit();
}
app.show = show;

function askInside() {
  link.call("inside", { on: app.view === "inside", square: inside.square }).catch(() => {});
}

function fit() {
  const tube = $("tube"), room = tube.parentElement.getBoundingClientRect();
  const portrait = innerWidth < innerHeight;
  const keys = $("keys").offsetHeight + $("caption").offsetHeight + 24;
  let high = portrait || innerWidth < 900 ? innerHeight * 0.55 : innerHeight - room.top - keys - 30;
  if (app.view === "inside") high = Math.min(high, innerWidth > 1500 ? 384 : 300);
  screen.fit(Math.max(256, room.width - (innerWidth < 900 ? 0 : 24)), Math.max(192, high));
}

function describe() {
  const text = screen.text(0, 16) || screen.text();
  $("screen").setAttribute("aria-label", `${t("screen")}: ${text}`);
}

let announced = 0;
function announce(text, loud) {
  $("announce").textContent = text;
  if (loud) $("said").textContent = text;
  announced++;
}
app.announce = announce;

// A soft click when a piece is put down, if the staff wants it.
let audio = null;
function click() {
  if (!app.config.volume) return;
  audio ??= new AudioContext();
  const gain = audio.createGain(), tone = audio.createOscillator();
  gain.gain.setValueAtTime(app.config.volume / 400, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.08);
  tone.frequency.value = 180;
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
}

// A state is kept while the page is open, for reloads and crashes.

// In the frames of an article each has a game of its own, which a reload begins anew.
const keep = "sargon78", framed = parent !== window;
let saving = 0;
async function remember() {
  if (!app.status || app.status.fault) return;
  // A worker that has not answered for so long never will.
  if (saving) return performance.now() - saving > 15_000 ? crashed("no answer") : undefined;
  saving = performance.now();
  const data = await link.call("save").catch(() => null);
  saving = 0;
  if (!data) return;
  app.saved = data;
  if (framed) return;
  try {
    sessionStorage.setItem(keep, JSON.stringify({ view: app.view, state: btoa(String.fromCharCode(...data)) }));
  } catch { /* no storage here: then a reload begins anew */ }
}

function remembered() {
  if (framed) return null;
  try {
    const { view, state } = JSON.parse(sessionStorage.getItem(keep));
    return { view, data: Uint8Array.from(atob(state), (c) => c.charCodeAt(0)) };
  } catch {
    return null;
  }
}
app.forgetState = () => { try { sessionStorage.removeItem(keep); } catch { /* nothing kept */ } app.saved = null; };

let crashes = 0;
async function crashed(reason) {
  console.warn(`the machine is started again: ${reason}`);
  if (++crashes > 5) return failed(reason);
  setTimeout(() => { crashes = Math.max(0, crashes - 1); }, 60_000);
  link.start();
  saving = 0;
  forget(); // the searches are counted from one again
  nativeLink?.stop();
  nativeLink = app.nativeLink = null;
  await setSpeed();
  try {
    await link.call("load", { data: app.saved.slice() });
    if (app.selfPlay) await call("selfplay", { on: true });
  } catch {
    if (app.selfPlay) watch();
    else await call("run");
  }
  askInside();
}

function failed(reason) {
  $("veil").hidden = false;
  $("veil").querySelector("p").textContent = `${t("failed")} ${reason}`;
  if (app.config.kiosk) setTimeout(() => location.reload(), 10_000);
}

async function setSpeed(hertz) {
  if (hertz !== undefined) app.hertz = hertz;
  speeds();
  await link.call("speed", { hertz: app.hertz });
}
app.setSpeed = setSpeed;
app.hertz = 0;

function controls() {
  $("levels").replaceChildren(...[1, 2, 3, 4, 5, 6].map((n) => {
    const label = document.createElement("label");
    label.className = "choice";
    label.innerHTML = `<input type="radio" name="level" value="${n}"${n === 2 ? " checked" : ""}><span>${n}</span>`;
    return label;
  }));
  $("setup").addEventListener("submit", (e) => {
    e.preventDefault();
    const player = new FormData(e.target).get("player");
    if (app.view === "watch") watch();
    else newGame(player, level());
  });
  for (const b of $("views").children) b.addEventListener("click", () => show(b.dataset.view));
  $("takeback").addEventListener("click", () => call("takeback"));
  $("resign").addEventListener("click", () => call("press", { keys: btoa("\x12") }));
  $("next").addEventListener("click", () => watch());
  $("join").addEventListener("click", () => joinIn());
  $("look").addEventListener("change", (e) => { look(e.target.value); app.address.write(app); });
  $("crt").addEventListener("click", () => crt(!document.body.classList.contains("crt")));
  $("language").addEventListener("change", (e) => {
    app.address.lang = e.target.value;
    useLanguage(e.target.value);
    app.address.write(app);
  });
  $("full").addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => {}));
  $("link").addEventListener("click", copyLink);
  $("savestate").addEventListener("click", saveFile);
  $("loadstate").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", loadFile);
  for (const b of document.querySelectorAll("[data-step]")) b.addEventListener("click", () => step(b.dataset.step));
  for (const id of ["speed", "megahertz"]) $(id).addEventListener("change", chooseSpeed);
  $("screen").addEventListener("keydown", key);
  addEventListener("keydown", (e) => {
    const typing = app.view === "play" || app.view === "inside";
    const reload = e.ctrlKey && !app.config.kiosk; // in a kiosk Control-R is the machine's
    if (typing && e.target === document.body && !reload && !e.metaKey && !e.altKey) key(e);
  });
  $("keys").addEventListener("click", (e) => {
    const code = e.target.closest("button")?.dataset.key;
    if (code) press(Number(code));
  });
  new ResizeObserver(fit).observe($("main"));
  addEventListener("resize", fit);
}

function look(name) {
  screen.look = name;
  $("look").value = screen.look;
  document.body.dataset.look = screen.look;
  app.look = screen.look;
}

function crt(on) {
  document.body.classList.toggle("crt", on);
  $("crt").setAttribute("aria-pressed", String(on));
}

/** Undoes what a visitor has chosen. */
app.asNew = async () => {
  look(app.address.read().look);
  crt(false);
  document.querySelector('input[name=level][value="2"]').checked = true;
  document.querySelector("input[name=player][value=white]").checked = true;
  await useLanguage(app.config.language || app.language);
};

async function step(kind) {
  if (kind === "run" || kind === "pause") await call(kind);
  else await call("step", { pause: Number(kind) });
}

/** Keys of the machine: letters, digits, Return, Backspace, Escape, Space, Control-R. */
function key(e) {
  if (app.address.keyboard === false) return;
  const codes = { Enter: 13, Backspace: 8, Escape: 27, " ": 32 };
  let code = codes[e.key];
  if (e.ctrlKey && e.key.toLowerCase() === "r" && !e.metaKey) code = 0x12;
  else if (e.ctrlKey || e.metaKey || e.altKey) return;
  else if (/^[a-z0-9]$/i.test(e.key)) code = e.key.charCodeAt(0);
  if (code === undefined) return;
  e.preventDefault();
  press(code);
}

async function press(code) {
  await joinIn();
  await call("press", { keys: btoa(String.fromCharCode(code)) });
}

function softKeys() {
  const rowsOfKeys = [["A", "B", "C", "D", "E", "F", "G", "H"], ["1", "2", "3", "4", "5", "6", "7", "8"],
    ["W", "N", "P", "Y", [t("key.back"), 8], [t("key.return"), 13], [t("key.resign"), 0x12]]];
  $("keys").replaceChildren(...rowsOfKeys.map((keys) => {
    const row = document.createElement("div");
    for (const k of keys) {
      const [text, code] = Array.isArray(k) ? k : [k, k.charCodeAt(0)];
      const b = Object.assign(document.createElement("button"), { type: "button", textContent: text });
      b.dataset.key = code;
      row.append(b);
    }
    return row;
  }));
}

async function useLanguage(code) {
  await words.use(code).catch(() => words.use("en"));
  $("language").value = words.language;
  softKeys();
  speeds();
  story();
  inside.words();
  if (app.game) { said(app.game); bars(); historyText = ""; history(app.game); }
  for (const e of document.querySelectorAll("#views button")) e.title = "";
  fit();
}
app.useLanguage = useLanguage;

function speeds() {
  const megahertz = (hertz) => `${number(hertz / 1e6)} MHz`;
  const choices = [[1.79e6, t("speed.1978", { megahertz: megahertz(1.79e6) })], ...[4e6, 20e6, 50e6].map((hertz) => [hertz, megahertz(hertz)]), [0, t("speed.max")], [2000, t("speed.slow")]];
  if (!choices.some(([hertz]) => hertz === app.hertz)) choices.push([app.hertz, megahertz(app.hertz)]);
  choices.push(["other", t("speed.other")]);
  $("speed").replaceChildren(...choices.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text })));
  $("speed").value = String(app.hertz);
  $("megahertz").hidden = true;
}

/** Takes the speed from the list, or from the field that "another" opens. */
function chooseSpeed({ target }) {
  if (target.value === "other") {
    $("megahertz").hidden = false;
    $("megahertz").focus();
    return;
  }
  setSpeed(hertz(target.value, app.hertz));
  app.address.write(app);
}

function story() {
  $("text").replaceChildren();
  for (const part of words.story()) {
    const article = document.createElement("section");
    article.append(Object.assign(document.createElement("h2"), { textContent: part.title }));
    for (const text of part.text) article.append(Object.assign(document.createElement("p"), { textContent: text }));
    $("text").append(article);
  }
}

async function copyLink() {
  const url = app.address.full(app);
  try {
    await navigator.clipboard.writeText(url);
    announce(t("link.copied"), true);
  } catch {
    $("about-text").textContent = url;
    $("about").showModal();
  }
}

async function saveFile() {
  const data = await call("save");
  if (!data) return;
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  a.download = "game.sargon78";
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

async function loadFile(e) {
  const file = e.target.files[0];
  e.target.value = "";
  if (!file) return;
  if (file.size > 1 << 20) return announce(t("load.bad"), true);
  const data = new Uint8Array(await file.arrayBuffer());
  try {
    app.selfPlay = (await link.call("load", { data })).selfPlay;
    forget();
    if (app.selfPlay && app.view === "play") show("watch");
    if (!app.selfPlay && app.view === "watch") show("play");
  } catch {
    announce(t("load.bad"), true);
  }
}

async function settings() {
  try {
    const response = await fetch(file("config.json"));
    if (response.ok) app.config = { ...standard, ...await response.json() };
  } catch { /* the page works without */ }
  $("language").replaceChildren(...app.config.languages.map(({ code, name }) => Object.assign(document.createElement("option"), { value: code, textContent: name })));
}

async function start() {
  await settings();
  const a = app.address.read();
  const known = app.config.languages.map((l) => l.code);
  const wanted = [a.lang, app.config.language, ...navigator.languages.map((l) => l.slice(0, 2)), "en"].find((l) => known.includes(l));
  controls();
  look(a.look);
  if (a.ui === "0") document.body.classList.add("bare");
  if (app.config.kiosk) document.body.classList.add("kiosk");
  app.language = wanted ?? "en";
  await useLanguage(app.language);
  const kept = remembered();
  app.hertz = a.speed;
  await setSpeed();
  if (a.level) document.querySelector(`input[name=level][value="${a.level}"]`).checked = true;
  if (a.game) {
    await link.call("setup", { fen: a.fen, moves: a.moves, player: a.player, level: a.level || 2 }).catch(async (error) => {
      await call("run");
      announce(error.message, true);
    });
  } else if (a.start) {
    await call("run");
    await newGame(a.player, a.level || 2);
  } else if (kept && !app.config.kiosk) {
    try {
      app.selfPlay = (await link.call("load", { data: kept.data })).selfPlay;
    } catch { await call("run"); }
  } else {
    await call("run");
  }
  const view = a.view || (kept && !app.config.kiosk ? kept.view : "play");
  if (kept && kept.view === "watch" && view === "watch" && !a.game) {
    app.selfPlay = true; // the game that was watched goes on
    await call("selfplay", { on: true });
  }
  show(view);
  if (app.config.kiosk) startKiosk(app);
  if (app.config.wall && (app.config.kiosk || a.publish)) startPublishing(app);
  setInterval(remember, 1000);
  addEventListener("pagehide", () => remember());
  addEventListener("hashchange", () => { if (app.address.says()) location.reload(); });
  document.querySelector(".skip").addEventListener("click", (e) => { e.preventDefault(); $("main").focus(); });
  app.address.listen(app);
  document.body.dataset.ready = "true";
}

start().catch((error) => failed(error.message));
