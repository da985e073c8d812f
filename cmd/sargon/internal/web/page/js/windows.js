// Shows the windows of Inside one at a time, on a screen that is too small for all of them.
import { $, node } from "./dom.js";
import { onLanguage, t } from "./i18n.js";

const windows = [...document.querySelectorAll("#inside > article")];
let at = 1; // the index of the window: the board in memory. Window 0 leads to the tour.

/** Shows a window. @param {Element} window one of the articles in Inside */
export function showWindow(window) {
  at = windows.indexOf(window);
  for (const [i, each] of windows.entries()) each.classList.toggle("at", i === at);
  $("window").selectedIndex = at;
  $("window-back").toggleAttribute("disabled", at === 0);
  $("window-next").toggleAttribute("disabled", at === windows.length - 1);
}

/** Fills the list with the titles of the windows. */
function draw() {
  $("window").replaceChildren(...windows.map((each) => node("option", {}, each.id === "tour"
    ? t("tour.begin") : each.querySelector("h2[data-t], h2 [data-t]")?.textContent ?? "")));
  showWindow(windows[at]);
}

onLanguage.add(draw);
$("window").addEventListener("change", () => showWindow(windows[$("window").selectedIndex]));
$("window-back").addEventListener("click", () => showWindow(windows[at - 1]));
$("window-next").addEventListener("click", () => showWindow(windows[at + 1]));
// A click that leads to the last write of a variable also shows the window of the listing.
$("inside").addEventListener("click", ({ target }) => {
  const leads = target instanceof Element
    && target.closest("[data-debug^='back write'], #memory-write, #memory-read");
  if (leads) showWindow($("p-code"));
});
showWindow(windows[at]);
