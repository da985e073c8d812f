// The views of the page, one of which is shown.
import { $ } from "./dom.js";
import { call, game } from "./machine.js";

/** @type {View[]} */
export const views = ["play", "watch", "tour", "inside", "story"];
/** @type {View} */
export let view = "play";
/** @type {Set<(view: View, fresh: boolean) => void>} */
export const onView = new Set();

/**
 * Shows a view.
 * @param {View} name
 * @param {boolean} [fresh] whether it begins what it shows; somebody else does otherwise
 */
export function show(name, fresh = true) {
  view = name;
  // It may be paused; in these views nobody could see that.
  if (view === "play" || view === "watch") call("run").catch(() => {});
  document.body.dataset.view = view;
  for (const b of buttons) b.setAttribute("aria-current", String(b.dataset.view === view));
  const within = !["play", "watch"].includes(view);
  $("go-inside").setAttribute("aria-current", String(within));
  $("within").hidden = !within;
  for (const listener of onView) listener(view, fresh);
}

/** @type {NodeListOf<HTMLElement>} */
const buttons = $("views").querySelectorAll("[data-view]");
for (const b of buttons) {
  b.addEventListener("click", () => show(/** @type {View} */ (b.dataset.view)));
}
// It begins with the tour, unless there is a game to look into.
$("go-inside").addEventListener("click", () => show(game?.begun ? "inside" : "tour"));
