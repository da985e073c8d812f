// The views of the page, one of which is shown. "tour" is how "inside" begins.
import { $ } from "./dom.js";
import { call } from "./machine.js";
import { Signal } from "./signal.js";

/** @type {View[]} */
export const views = ["play", "demo", "tour", "inside"];
/** @type {View} */
export let view = "play";
/** @type {Signal<[view: View, fresh: boolean]>} */
export const onView = new Signal();

/** The view that a visitor has left to look inside at a move of another moment, and how it goes on when
 * he comes back.
 * @type {{view: View, goOn: () => unknown} | null} */
let left = null;

/** Shows Inside until the visitor goes back.
 * @param {() => unknown} goOn with the view that is shown now */
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
 * @param {boolean} [fresh] whether the view begins what it shows; otherwise the caller does */
export function show(name, fresh = true) {
  view = name;
  const back = left?.view === view ? left : null;
  if (view === "play" || view === "demo") left = null;
  toured ||= view === "tour";
  // It may be paused; these views have no sign of that.
  if (view === "play" || view === "demo") call("run").catch(() => {});
  const main = view === "tour" ? "inside" : view;
  if (document.body.dataset.view !== main) scrollTo(0, 0); // its head is what is to be seen first
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
  // Inside begins with the tour, once.
  const begins = () => name === "inside" && !toured && view !== "inside" ? "tour" : name;
  button.addEventListener("click", () => show(begins()));
}
