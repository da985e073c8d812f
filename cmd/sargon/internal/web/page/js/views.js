// The views of the page, one of which is shown. The view "inside" begins with the view "tour".
import { $ } from "./dom.js";
import { call } from "./machine.js";
import { Signal } from "./signal.js";

/** @type {View[]} */
export const views = ["play", "demo", "tour", "inside"];
/** @type {View} */
export let view = "play";
/** @type {Signal<[view: View, fresh: boolean]>} */
export const onView = new Signal();

/** The view that a visitor has left to look at an earlier move in Inside, and what continues the view
 * when he comes back.
 * @type {{view: View, goOn: () => unknown} | null} */
let left = null;

/** Shows Inside until the visitor goes back.
 * @param {() => unknown} goOn continues the view that is shown now */
export function leaveForInside(goOn) {
  left = { view: view === "demo" ? view : "play", goOn };
  show("inside", false);
}

/** Goes back to the view that was left for Inside; reports whether there is one. */
export function goBack() {
  if (left) show(left.view);
  return left !== null;
}

/** Forgets the view that was left. */
export function forgetLeft() { left = null; }

/** Shows a view.
 * @param {View} name
 * @param {boolean} [fresh] whether the view starts its own content; otherwise the caller does */
export function show(name, fresh = true) {
  view = name;
  const back = left?.view === view ? left : null;
  if (view === "play" || view === "demo") left = null;
  toured ||= view === "tour";
  // The machine may be paused, which these views do not show.
  if (view === "play" || view === "demo") call("run").catch(() => {});
  const main = view === "tour" ? "inside" : view;
  if (document.body.dataset.view !== main) scrollTo(0, 0); // a view begins at its top
  document.body.dataset.view = main;
  document.body.classList.toggle("tour", view === "tour");
  for (const b of $("views").children) {
    b.setAttribute("aria-current", String(b.id === `go-${main}`));
  }
  onView.send(view, fresh && !back);
  back?.goOn();
}

/** Whether the tour has been seen. */
let toured = false;
for (const button of $("views").children) {
  const name = /** @type {View} */ (button.id.slice("go-".length));
  // Only the first time Inside begins with the tour.
  const begins = () => name === "inside" && !toured && view !== "inside" ? "tour" : name;
  button.addEventListener("click", () => show(begins()));
}
