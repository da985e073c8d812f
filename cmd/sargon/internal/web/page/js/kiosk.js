// A page in a room with visitors: it attracts when no visitor is there, forgets who was there,
// takes orders from the staff, and says what was played, as numbers only.
import { read } from "./address.js";
import { counting, pull } from "./countdown.js";
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

const captions = 4; // caption.0 … in the languages' files
const captionMillis = 9000;
const tourMillis = 4 * 60_000; // of play, before the tour
const askedMillis = 20_000; // in which a visitor may say that he is still there
const patience = 10; // idle times while the machine thinks for a visitor

let touched = performance.now(), thought = 0; // when last
let asked = 0; // since when a visitor is asked whether he is still there
let attracting = false, welcoming = false, shown = -1, tour = 0;
let ordered = 0; // volume, by the staff

/** What the page does when a visitor comes or goes: one after the other, or a visitor who comes
 * while it begins to attract would have it play by itself. */
let turns = Promise.resolve();

/** @param {() => Promise<void>} act */
const inTurn = (act) => (turns = turns.then(act, act));

/** Plays by itself, until a visitor joins in; now and then it gives the tour. */
export function attract() {
  attracting = true;
  stillThere();
  return inTurn(async () => {
    document.body.classList.add("attract");
    forget();
    await asNew();
    await setSpeed(hertz1978); // see countdown.js
    await startDemo(); // a new game: the visitor's may be paused, or at a level that takes hours
    disown();
    show("demo");
    clearTimeout(tour);
    tour = setTimeout(async () => {
      await runTour();
      if (attracting) attract();
    }, tourMillis);
  });
}

function welcome() {
  attracting = false;
  welcoming = true; // what the machine still plays by itself is not his
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

/** A visitor is still there. */
function stillThere() {
  touched = performance.now();
  asked = 0;
  $("stillthere").hidePopover();
}

/** Asks a visitor who does nothing whether he is still there, and then begins anew. */
function wait() {
  const now = performance.now(), idle = config.idle * 1000;
  if (status?.thinking && status.running && !selfPlay) thought = now;
  if (attracting) return;
  // Who waits for the machine has not gone; but no visitor waits for days, or for one that is paused.
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

/** @param {boolean} goesOn whether a visitor's game goes on for whom the power had failed */
export function startKiosk(goesOn) {
  // No zoom, no menu, nothing dragged in or out.
  const prevent = (/** @type {Event} */ e) => e.preventDefault();
  for (const name of ["contextmenu", "dragstart", "dragover", "drop"]) {
    addEventListener(name, prevent);
  }
  addEventListener("wheel", (e) => {
    if (e.ctrlKey) prevent(e);
  }, { capture: true, passive: false });

  // The question is answered by the click: taken away before, the finger would come off on what
  // lies below it.
  const question = $("stillthere");
  const elsewhere = (/** @type {Event} */ e) =>
    !(e.target instanceof Node && question.contains(e.target));
  question.addEventListener("click", stillThere);
  for (const name of ["pointerdown", "keydown"]) {
    addEventListener(name, (e) => {
      if (elsewhere(e)) stillThere();
      if (!attracting) return;
      if (e.target instanceof Element && e.target.closest(".lever")) return; // it is pulled
      const key = e instanceof KeyboardEvent && e.key === "ArrowRight";
      e.preventDefault();
      e.stopPropagation();
      if (key && counting()) pull();
      else welcome();
    }, { capture: true });
  }
  // Who scrolls or points is still there, but has not asked to join in.
  for (const name of ["pointermove", "wheel"]) {
    addEventListener(name, (e) => { if (elsewhere(e)) stillThere(); },
      { capture: true, passive: true });
  }
  // Keys that would leave the page, as far as a page can hold them; the browser's own kiosk
  // mode does the rest.
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

/** What has been counted of which game. */
let counted = { game: 0, plies: 0, started: false, ended: false };

/** Counts the games in which a visitor has made a move, whether they are played to their end or
 * not; their moves, and how they end.
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

/** Undoes what a visitor has chosen; his breakpoints go when the debugger obeys again. */
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
  document.body.classList.add("attract"); // nothing is kept any more
  forget();
  location.reload();
}

/** What the staff has chosen, or the address, or the browser. */
const wantedLanguage = () => pickLanguage(config.language, read().lang);

/** Tells the server what the staff wants to know.
 * @param {string} what @param {number} [by] */
function count(what, by) {
  const secret = read().publish; // others count nothing
  if (secret) post("api/count", { secret, what, by }).catch(() => {});
}
