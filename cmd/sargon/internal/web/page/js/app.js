// The page that visitors see and touch: here its parts come together.
//
//	machine.js   what runs in worker.js, its status, and the game on it
//	native.js    the same search in Go, in a worker of its own
//	game.js      board, moves and what is said; new games, and games to watch
//	times.js     then and now
//	thoughts.js  what it thinks, on the board          tree.js  and as a tree
//	levels.js    what a move takes, and how far it is
//	inside.js    windows into the machine
//	tube.js      the screen            views.js    which view is shown
//	speed.js     how fast it thinks    address.js  what the address says
//	recovery.js  reloads, crashes      server.js   settings, and what the server is told
//
// Each owns what it exports; others listen to its changes (onFrame, onView, onLanguage …).
import * as address from "./address.js";
import * as article from "./article.js";
import { $, announce, node } from "./dom.js";
import * as game from "./game.js";
import { language, onLanguage, story, use } from "./i18n.js";
import * as keys from "./keys.js";
import { startKiosk } from "./kiosk.js";
import { chooseLevel } from "./levels.js";
import { ask, call } from "./machine.js";
import { startPublishing } from "./publish.js";
import { failed, keep, kept } from "./recovery.js";
import { config, loadConfig, pickLanguage } from "./server.js";
import * as share from "./share.js";
import { chooseSpeed, setSpeed } from "./speed.js";
import { setLook } from "./tube.js";
import { show } from "./views.js";

function controls() {
  keys.listen();
  share.listen();
  article.listen();
  $("language").replaceChildren(...config.languages.map(
    ({ code, name }) => node("option", { value: code }, name)));
  $("language").addEventListener("change", () => {
    use($("language").value);
    address.keepLanguage($("language").value);
  });
  $("look").addEventListener("change", () => {
    setLook($("look").value);
    address.write();
  });
  for (const list of [$("speed"), $("megahertz")]) {
    list.addEventListener("change", () => {
      chooseSpeed(list.value);
      address.write();
    });
  }
  $("full").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  });
  document.querySelector(".skip")?.addEventListener("click", (e) => {
    e.preventDefault();
    $("main").focus();
  });
  addEventListener("hashchange", () => { if (address.says()) location.reload(); });
}

onLanguage.add(() => {
  $("language").value = language;
  $("text").replaceChildren(...story().map(({ title, text }) => node("section", {},
    node("h2", {}, title), ...text.map((paragraph) => node("p", {}, paragraph)))));
});

/** Begins what the address says, or goes on with what was kept. */
async function begin() {
  const { fen, moves, player, level, start, view, ...says } = address.read();
  const before = config.kiosk ? null : kept();
  if (level) chooseLevel(level);
  try {
    if (says.game) await call("setup", { fen, moves, player, level: level || 2 });
    else if (before && !start) await game.load(before.data);
    else await ask("run");
  } catch (error) {
    await ask("run");
    if (says.game) announce(/** @type {Error} */ (error).message, true);
  }
  if (start && !says.game) await game.newGame(player, level || 2);
  const shown = view || before?.view || "play";
  if (before?.view === "watch" && shown === "watch" && !says.game) await game.watchOn();
  show(shown);
}

async function start() {
  await loadConfig();
  const { lang, look, speed, ui, publish } = address.read();
  controls();
  setLook(look);
  if (ui === "0") document.body.classList.add("bare");
  if (config.kiosk) document.body.classList.add("kiosk");
  await use(pickLanguage(lang, config.language));
  await setSpeed(speed);
  await begin();
  if (config.kiosk) startKiosk();
  if (config.wall && (config.kiosk || publish)) startPublishing();
  keep();
  document.body.dataset.ready = "true";
}

start().catch((error) => failed(error.message));
