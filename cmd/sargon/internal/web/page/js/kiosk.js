// The page in a kiosk. It attracts visitors when nobody is there, begins anew after each visitor,
// follows the orders of the staff, and reports how much was played, as numbers only.
import { read } from "./address.js";
import { pull } from "./countdown.js";
import { $ } from "./dom.js";
import { caption, disown, leaveSelfPlay, newGame, selfPlay, setSound, startDemo } from "./game.js";
import { t, use } from "./i18n.js";
import { putAway as putLensAway } from "./lens.js";
import { level } from "./levels.js";
import { ask, call, onGame, status } from "./machine.js";
import { forget } from "./recovery.js";
import { config, configure, listen, pickLanguage, post } from "./server.js";
import { feelAgain, hertz1978, setSpeed } from "./speed.js";
import { run as runTour } from "./tour.js";
import { setCRT, setColors, setTheme, usualTheme } from "./tube.js";
import { show, view } from "./views.js";

const captions = 4; // caption.0 … in the language files
const captionMillis = 9000;
const tourMillis = 4 * 60_000; // how long the machine plays before the tour
const askedMillis = 20_000; // the time to answer whether one is still there
const patience = 10; // how many idle times the page waits while the machine thinks for a visitor

let touched = performance.now(), thought = 0; // when a visitor, and the machine, were last active
let asked = 0; // since when the page asks whether a visitor is still there; 0: it does not
let attracting = false, welcoming = false, shown = -1, tour = 0;
let ordered = 0; // the volume that the staff has ordered

/** What the page does when visitors come and go, one action after another. Otherwise the machine would
 * play against itself for a visitor who comes just when the page begins to attract. */
let turns = Promise.resolve();

/** @param {() => Promise<void>} act */
const inTurn = (act) => (turns = turns.then(act, act));

/** Lets the machine play against itself until a visitor joins in. Now and then it shows the tour. */
export function attract() {
  attracting = true;
  stillThere();
  return inTurn(async () => {
    document.body.classList.add("attract");
    forget();
    await asNew();
    await setSpeed(hertz1978); // see countdown.js
    await startDemo(); // not the visitor's game: it may be paused, or at a level that takes hours
    disown();
    show("demo");
    clearTimeout(tour);
    tour = setTimeout(async () => {
      await runTour();
      if (attracting) attract();
    }, tourMillis);
  });
}

/** Ends the self-play that attracts visitors, and begins a game for the visitor who has come. */
function welcome() {
  attracting = false;
  welcoming = true; // moves that the machine still plays against itself are not the visitor's
  return inTurn(async () => {
    clearTimeout(tour);
    document.body.classList.remove("attract");
    await leaveSelfPlay();
    show("play"); // ends the tour
    feelAgain(0);
    await newGame("white", level());
    welcoming = false;
    count("visitors");
  });
}

/** Notes that a visitor is still there. */
function stillThere() {
  touched = performance.now();
  asked = 0;
  $("stillthere").hidePopover();
}

/** Asks a visitor who does nothing whether he is still there. Without an answer the page begins
 * anew. */
function wait() {
  const now = performance.now(), idle = config.idle * 1000;
  if (status?.thinking && status.running && !selfPlay) thought = now;
  if (attracting) return;
  // A visitor may be waiting for the machine, though not for days, and not if it is paused.
  const since = Math.max(touched, Math.min(thought, touched + patience * idle));
  if (!asked && now - since > idle) {
    asked = now;
    $("stillthere").showPopover(); // over dialogs, too
  }
  if (!asked) return;
  const left = Math.ceil((asked + askedMillis - now) / 1000);
  $("countdown").textContent = t("still.seconds", { seconds: Math.max(0, left) });
  if (left <= 0) attract();
}

/** @param {boolean} goesOn whether a visitor's game continues, for instance after a power failure */
export function startKiosk(goesOn) {
  // Prevent menus, dragging things in or out, and zooming.
  const prevent = (/** @type {Event} */ e) => e.preventDefault();
  for (const name of ["contextmenu", "dragstart", "dragover", "drop"]) {
    addEventListener(name, prevent);
  }
  addEventListener("wheel", (e) => {
    if (e.ctrlKey) prevent(e);
  }, { capture: true, passive: false });

  // A click answers the question, not the press before it: if the question went away at the press,
  // the finger would click on what lies below.
  const question = $("stillthere");
  const elsewhere = (/** @type {Event} */ e) =>
    !(e.target instanceof Node && question.contains(e.target));
  question.addEventListener("click", stillThere);
  for (const name of ["pointerdown", "keydown"]) {
    addEventListener(name, (e) => {
      if (elsewhere(e)) stillThere();
      if (!attracting) return;
      if (e.target instanceof Element && e.target.closest(".lever")) return; // pulls the lever
      const key = e instanceof KeyboardEvent && e.key === "ArrowRight";
      e.preventDefault();
      e.stopPropagation();
      if (key && view === "demo") pull();
      else welcome();
    }, { capture: true });
  }
  // A visitor who scrolls or points is still there, but does not join in by that.
  for (const name of ["pointermove", "wheel"]) {
    addEventListener(name, (e) => { if (elsewhere(e)) stillThere(); },
      { capture: true, passive: true });
  }
  // Prevent keys that leave the page, as far as a page can. The browser's own kiosk mode prevents the
  // others.
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^F\d/.test(e.key)) e.preventDefault();
  }, { capture: true });

  setInterval(wait, 500);
  setInterval(() => {
    shown = (shown + 1) % captions;
    if (attracting) caption(() => t(`caption.${shown}`));
  }, captionMillis);

  onGame.add(tally);

  $("link").dataset.t = "home";
  ordered = config.volume;
  setSound(ordered);
  listen("api/orders", { order: obey });
  if (!goesOn) return attract();
  document.body.classList.remove("attract");
  stillThere();
}

/** What was already counted of the game with this number. */
let counted = { game: 0, plies: 0, started: false, ended: false };

/** Counts games in which a visitor has made a move, finished or not, their moves and their results.
 * @param {Game} game */
function tally({ number, plies, player, ended, result }) {
  if (number !== counted.game) counted = { game: number, plies: 0, started: false, ended: false };
  const before = counted.plies;
  counted.plies = plies.length;
  if (attracting || welcoming || selfPlay || view === "tour" || view === "demo") return;
  if (!counted.started && plies.slice(before).some(({ side }) => side === player)) {
    counted.started = true;
    count("games");
  }
  if (plies.length > before) count("moves", plies.length - before);
  if (counted.started && ended && !counted.ended) {
    counted.ended = true;
    count(result);
  }
}

/** Undoes the choices of a visitor. It repeats the command that deletes his breakpoints until the
 * debugger accepts it. */
async function asNew() {
  const points = { command: "delete all", enter: false };
  do await ask("pause"); while (!await call("debug", points).catch(() => true));
  setColors(read().colors);
  setTheme(read().theme || usualTheme());
  setCRT(false);
  putLensAway();
  setSound(ordered);
  $("menu").removeAttribute("open");
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  $("setup").reset();
  await use(wantedLanguage());
}

/** @param {Order} order */
async function obey({ language = "", volume, public: home, reset }) {
  const changed = language !== config.language;
  configure({ language });
  if (volume !== undefined && volume !== ordered) setSound(ordered = volume);
  if (home !== undefined) configure({ public: home });
  if (changed && (language || attracting)) await use(wantedLanguage());
  if (!reset) return;
  document.body.classList.add("attract"); // from now on the page saves nothing
  forget();
  location.reload();
}

/** Returns the language that the staff, the address or the browser asks for, in this order. */
const wantedLanguage = () => pickLanguage(config.language, read().lang);

/** Sends the server a number for the statistics that the staff sees.
 * @param {string} what @param {number} [by] */
function count(what, by) {
  const secret = read().publish; // a page without the secret counts nothing
  if (secret) post("api/count", { secret, what, by }).catch(() => {});
}
