// The views of the page, one of which is shown.
import { $ } from "./dom.js";
import { call } from "./machine.js";

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
  for (const b of buttons()) b.setAttribute("aria-current", String(b.dataset.view === view));
  for (const listener of onView) listener(view, fresh);
}

const buttons = () => /** @type {HTMLElement[]} */ ([...$("views").children]);
for (const b of buttons()) {
  b.addEventListener("click", () => show(/** @type {View} */ (b.dataset.view)));
}
