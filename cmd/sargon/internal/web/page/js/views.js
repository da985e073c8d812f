// The views of the page, one of which is shown.
import { $ } from "./dom.js";
import { call } from "./machine.js";

/** @type {View[]} */
export const views = ["play", "watch", "tour", "inside", "story"];
/** @type {View} */
export let view = "play";
/** @type {Set<(view: View) => void>} */
export const onView = new Set();

/** @param {View} name */
export function show(name) {
  view = name;
  // It may be paused; in these views nobody could see that.
  if (view === "play" || view === "watch") call("run").catch(() => {});
  document.body.dataset.view = view;
  for (const b of buttons()) b.setAttribute("aria-current", String(b.dataset.view === view));
  for (const listener of onView) listener(view);
}

const buttons = () => /** @type {HTMLElement[]} */ ([...$("views").children]);
for (const b of buttons()) {
  b.addEventListener("click", () => show(/** @type {View} */ (b.dataset.view)));
}
