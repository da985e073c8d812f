// A page in a room with visitors: it attracts when nobody is there, forgets who was there,
// takes orders from the staff, and says what was played, as numbers only.
import { read } from "./address.js";
import { $ } from "./dom.js";
import { caption, join, watch } from "./game.js";
import { t, use } from "./i18n.js";
import { onFrame } from "./machine.js";
import { forget } from "./recovery.js";
import { config, configure, pickLanguage, post } from "./server.js";
import { setSpeed } from "./speed.js";
import { setCRT, setLook } from "./tube.js";
import { show } from "./views.js";

const captions = 6; // caption.0 … in the languages' files
const captionMillis = 9000;
const attractHertz = 20e6;

export function startKiosk() {
  let touched = performance.now(), attracting = false, shown = 0;
  const root = document.body;

  async function attract() {
    attracting = true;
    root.classList.add("attract");
    forget();
    await asNew();
    await setSpeed(attractHertz);
    await watch(); // a new game: the visitor's may be paused, or at a level that takes hours
    show("watch");
  }

  async function welcome() {
    attracting = false;
    root.classList.remove("attract");
    await setSpeed(0);
    await join();
    count("visitors");
  }

  // No zoom, no menu, nothing dragged in or out.
  const prevent = (/** @type {Event} */ e) => e.preventDefault();
  for (const name of ["contextmenu", "dragstart", "dragover", "drop"]) {
    addEventListener(name, prevent);
  }
  addEventListener("wheel", (e) => {
    if (e.ctrlKey) prevent(e);
  }, { capture: true, passive: false });

  for (const name of ["pointerdown", "keydown"]) {
    addEventListener(name, (e) => {
      touched = performance.now();
      if (!attracting) return;
      e.preventDefault();
      e.stopPropagation();
      welcome();
    }, { capture: true });
  }
  // Who scrolls or points is still there, but has not asked to join in.
  for (const name of ["pointermove", "wheel"]) {
    addEventListener(name, () => {
      touched = performance.now();
    }, { capture: true, passive: true });
  }
  // Keys that would leave the page, as far as a page can hold them; the browser's own kiosk
  // mode does the rest.
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^F\d/.test(e.key)) e.preventDefault();
  }, { capture: true });

  setInterval(() => {
    if (!attracting && performance.now() - touched > config.idle * 1000) attract();
  }, 500);
  setInterval(() => {
    if (!attracting) return;
    caption(t(`caption.${shown}`));
    shown = (shown + 1) % captions;
  }, captionMillis);

  let plies = 0, ended = false;
  onFrame.add(({ game }) => {
    if (!game) return;
    if (!attracting) {
      if (game.plies.length > plies) count("moves");
      if (game.plies.length === 0 && game.begun && plies !== 0) count("games");
      if (game.ended && !ended) count("results", game.result);
    }
    plies = game.plies.length;
    ended = game.ended;
  });

  new EventSource("api/orders").onmessage = ({ data }) => obey(JSON.parse(data));
  attract();
}

/** Undoes what a visitor has chosen. */
async function asNew() {
  const { look, lang } = read();
  setLook(look);
  setCRT(false);
  $("setup").reset();
  await use(config.language || pickLanguage(lang));
}

/** @param {Order} order */
function obey({ language, volume, reset }) {
  if (language !== undefined) configure({ language });
  if (volume !== undefined) configure({ volume });
  if (language) use(language);
  if (!reset) return;
  forget();
  location.reload();
}

/** Tells the server what the staff wants to know. @param {string} what @param {string} [detail] */
const count = (what, detail) => post("api/count", { what, detail }).catch(() => {});
