// The page that visitors see and touch: this file connects its parts.
//
//	machine.js   what runs in worker.js, its status, and the game on it
//	native.js    the same search in Go, in a worker of its own
//	game.js      board, moves and messages; new games, and games to watch
//	times.js     how long a move takes, in 1978 and now
//	thoughts.js  what the machine thinks, on the board     tree.js  the same as a tree
//	countdown.js the remaining time of a search, while the machine plays against itself
//	replay.js    a game, with the move that the machine would have played at each point
//	position.js  a position or a game that the visitor enters
//	puzzles.js   positions that the machine misjudges
//	levels.js    the levels, and the progress of a search
//	tour.js      the tour, which begins Inside    inside.js   windows into the machine
//	windows.js   shows these windows one by one on a small screen
//	debugger.js  the listing, and motions in time   story.js    texts in the windows, with pictures
//	lens.js      shows the screen with pieces of today
//	tube.js      the screen            views.js    which view is shown
//	speed.js     how fast the machine thinks    fastest.js  measures its fastest speed
//	fetched.js   how much of the program has been loaded
//	address.js   the parameters in the page's address
//	recovery.js  reloads, crashes      server.js   settings, and requests to the server
//
// Only the file that exports a variable changes it. Other files listen to its signals (signal.js):
// onFrame, onView …
import * as address from "./address.js";
import { $, framed, node } from "./dom.js";
import * as game from "./game.js";
import { inWords } from "./failure.js";
import { showFetched } from "./fetched.js";
import { language, onLanguage, t, use } from "./i18n.js";
import { startKiosk } from "./kiosk.js";
import { chooseLevel } from "./levels.js";
import { ask, call } from "./machine.js";
import { notice } from "./notice.js";
import { startPublishing } from "./publish.js";
import { failed, keep, kept } from "./recovery.js";
import { config, loadConfig, pickLanguage } from "./server.js";
import { chooseSpeed, feelAgain, hertz1978, keepMeasuring, setSpeed } from "./speed.js";
import { setColors, setTheme, usualTheme } from "./tube.js";
import { show } from "./views.js";
import { showWindow } from "./windows.js";
import "./article.js";
import "./countdown.js";
import "./keys.js";
import "./lens.js";
import "./position.js";
import "./puzzles.js";
import "./replay.js";
import "./share.js";
import "./story.js";
import "./why.js";

/** Connects the controls of the page with what they do: language, colours, theme, speed, menu, full
 * screen. */
function controls() {
  $("language").replaceChildren(...config.languages.map(
    ({ code, name }) => node("option", { value: code }, name)));
  /** @param {HTMLInputElement | HTMLSelectElement} list @param {(value: string) => void} set
   * @param {string} [name] the parameter of the address that keeps the choice */
  const setting = (list, set, name) =>
    list.addEventListener(list.type === "range" ? "input" : "change", () => {
      set(list.value);
      address.keepChoice(name, list.value);
    });
  setting($("language"), use, "lang");
  setting($("colors"), setColors);
  setting($("theme"), setTheme, "theme");
  setting($("speed"), chooseSpeed);
  setting($("megahertz"), chooseSpeed);
  setting($("lever"), (value) => setSpeed(value === "1" ? 0 : hertz1978));
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest("#menu :is(summary, label)")) return;
    $("menu").removeAttribute("open");
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !$("menu").hasAttribute("open")) return;
    $("menu").removeAttribute("open");
    /** @type {HTMLElement | null} */ ($("menu").querySelector("summary"))?.focus();
  });
  $("full").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  });
  document.querySelector(".skip")?.addEventListener("click", (e) => {
    e.preventDefault();
    $("main").focus();
  });
}

onLanguage.add(() => {
  $("language").value = language;
  $("spoken").textContent = config.languages.find(({ code }) => code === language)?.name ?? "";
});

/** Says what is wrong with the game in the address. Reports whether the game was set up, at least up
 * to the mistake.
 * @param {Reading} read */
function isSetUp({ moves, error, move }) {
  if (move) notice([() => t("wrong.move", { number: moves.length + 1, move })]);
  else if (error) notice([() => t("wrong.fen", { error: inWords(error) })]);
  return !error || move !== "";
}

/** Keeps the story in view while the content above it grows, until the visitor does something. */
function keepStoryInView() {
  showWindow($("p-story"));
  const growing = new ResizeObserver(() => $("p-story").scrollIntoView({ block: "center" }));
  growing.observe($("inside")); // which calls it at once with the present size
  for (const does of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(does, () => growing.disconnect(), { once: true, passive: true });
  }
}

/** Begins what the address asks for, or continues the saved game; reports whether it
 * continued one. */
async function begin() {
  const { fen, moves, player, level, at, start, view, story, wrongs, ...says } = address.read();
  const before = await kept();
  if (level) chooseLevel(level);
  notice(wrongs);
  let goesOn = false, set = false;
  try {
    const how = { fen, moves, player, level: level || 2, hold: !!at };
    if (says.game) set = isSetUp(await call("setup", how));
    else if (before && !start) {
      await game.load(before.data, before.own);
      goesOn = true;
    }
  } catch (error) {
    notice([() => /** @type {Error} */ (error).message]);
  }
  const shown = view || !says.game && before?.view || "play";
  const plays = shown === "play" && !config.kiosk && !set && !goesOn;
  if (plays && player === "white" && (level || 2) === 2) {
    show(shown);
    await game.beginShown(start);
    return goesOn;
  }
  if (!set && !goesOn) await ask("run");
  if (plays || start && !says.game) await game.newGame(player, level || 2);
  if (before?.view === "demo" && shown === "demo" && !says.game) await game.continueDemo();
  if (!config.kiosk || goesOn) show(shown); // a kiosk shows its own view: see attract
  if (story) keepStoryInView();
  if (at && set) call("until", { at }).catch((error) => ask("run").then(() => notice([() => error.message])));
  return goesOn;
}

/** Shows one part of the page alone. @param {string} part */
function showAlone(part) {
  if (!part) return;
  document.body.classList.add(`only-${part}`);
  game.showModern(part === "board");
}

async function start() {
  await loadConfig();
  const { lang, colors, theme, speed, paced, bare, publish, only } = address.read();
  controls();
  setColors(colors);
  setTheme(theme || usualTheme());
  showAlone(only);
  if (bare) document.body.classList.add("bare");
  if (config.kiosk) document.body.classList.add("kiosk");
  await use(pickLanguage(lang, config.language));
  showFetched();
  setSpeed(speed); // calls are in order, so there is no need to wait for this one
  if (!paced && !framed) feelAgain();
  const goesOn = await begin();
  keepMeasuring();
  if (config.kiosk) startKiosk(goesOn);
  if (config.wall && publish) startPublishing();
  keep();
  document.body.dataset.ready = "true";
  // A page that was opened from a folder has no service worker.
  if (!framed) navigator.serviceWorker?.register("sw.js").catch(() => {});
}

start().catch((error) => failed(error.message));
