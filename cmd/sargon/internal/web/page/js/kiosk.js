// A page in a room with visitors: it attracts when nobody is there, forgets who was there,
// takes orders from the staff, and says what was played, as numbers only.

import { t } from "./i18n.js";

const captions = 6; // caption.0 … in the languages' files
const captionMillis = 9000;

export function startKiosk(app) {
  let touched = performance.now(), attract = false, caption = 0;
  const root = document.body;

  async function attractMode() {
    attract = true;
    root.classList.add("attract");
    app.forgetState();
    await app.asNew();
    await app.setSpeed(20e6);
    await app.watch(); // a new game: the visitor's may be paused, or at a level that takes hours
    app.show("watch");
  }

  async function join() {
    attract = false;
    root.classList.remove("attract");
    await app.setSpeed(0);
    await app.joinIn();
    count("visitors");
  }

  function activity(e) {
    touched = performance.now();
    if (!attract) return;
    e.preventDefault();
    e.stopPropagation();
    join();
  }
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, activity, { capture: true });
  // Who scrolls or points is still there, but has not asked to join in.
  for (const name of ["pointermove", "wheel"]) addEventListener(name, () => { touched = performance.now(); }, { capture: true, passive: true });
  addEventListener("wheel", (e) => { if (e.ctrlKey) e.preventDefault(); }, { capture: true, passive: false }); // no zoom
  addEventListener("contextmenu", (e) => e.preventDefault());
  addEventListener("dragstart", (e) => e.preventDefault());
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => e.preventDefault());
  // Keys that would leave the page, as far as a page can hold them; the browser's own kiosk mode does the rest.
  addEventListener("keydown", (e) => {
    if ((e.ctrlKey || e.metaKey || e.altKey || /^F\d/.test(e.key)) && !(e.ctrlKey && e.key.toLowerCase() === "r" && !e.shiftKey)) e.preventDefault();
    if (e.ctrlKey && e.key.toLowerCase() === "r") e.preventDefault();
  }, { capture: true });

  setInterval(() => {
    if (!attract && performance.now() - touched > app.config.idle * 1000) attractMode();
  }, 500);
  setInterval(() => {
    if (!attract) return;
    app.caption(t(`caption.${caption}`));
    caption = (caption + 1) % captions;
  }, captionMillis);

  // Numbers for the staff.
  function count(what, detail) {
    fetch("api/count", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ what, detail }) }).catch(() => {});
  }
  let plies = 0, ended = false;
  app.listeners.add(({ game }) => {
    if (!game) return;
    if (game.plies.length > plies && !attract) count("moves");
    if (game.plies.length === 0 && game.begun && plies !== 0 && !attract) count("games");
    if (game.ended && !ended && !attract) count("results", game.result);
    plies = game.plies.length;
    ended = game.ended;
  });

  // Orders of the staff.
  const orders = new EventSource("api/orders");
  orders.onmessage = ({ data }) => {
    const order = JSON.parse(data);
    if (order.language !== undefined) { app.config.language = order.language; if (order.language) app.useLanguage(order.language); }
    if (order.volume !== undefined) app.config.volume = order.volume;
    if (order.reset) { app.forgetState(); location.reload(); }
  };
  attractMode();
}
