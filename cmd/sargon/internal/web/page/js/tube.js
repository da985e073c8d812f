// The tube in which the page shows the machine's screen.
import { $, announce } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { game, onFrame } from "./machine.js";
import { Screen } from "./screen.js";
import { config } from "./server.js";
import { onView } from "./views.js";

const boardPart = 48 / 64; // the board's part of the screen's width

const screen = new Screen($("screen"));
let asked = "";

onFrame.add(({ screen: cells }) => {
  if (!cells) return;
  screen.show(cells);
  $("first").hidden = true;
  $("screen").setAttribute("aria-label", `${t("screen")}: ${screen.text(0, 16) || screen.text()}`);
  // Announce the questions of the machine before a game, which the visitor answers by typing.
  const question = game?.started ? "" : screen.text().split("\n").findLast((line) => /\?/.test(line));
  if (question && asked && question !== asked) announce(question.trim(), true);
  asked = question || "";
});
onView.add(fit);
onLanguage.add(fit);
new ResizeObserver(fit).observe($("main"));
addEventListener("resize", fit);

/** Chooses the colours. @param {string} name */
export function setColors(name) {
  screen.colors = name;
  $("colors").value = screen.colors;
  document.body.dataset.colors = screen.colors;
}

export const colors = () => screen.colors;

/** The theme if the address names none: dark in a kiosk, elsewhere that of the browser. */
export const usualTheme = () => config.kiosk ? "dark" : "";

/** Makes the page dark or light; "" follows the browser. @param {string} name */
export function setTheme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").value = name;
}

/** Shows the screen as a rounded tube with scan lines, or flat. @param {boolean} on */
export function setCRT(on) {
  document.body.classList.toggle("crt", on);
  $("crt").setAttribute("aria-pressed", String(on));
}
$("crt").addEventListener("click", () => setCRT(!document.body.classList.contains("crt")));

/** Makes the machine's screen as large as its place on the page allows. */
function fit() {
  const upright = innerWidth < innerHeight;
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const tube = getComputedStyle($("tube"));
  const frame = parseFloat(tube.paddingLeft) + parseFloat(tube.paddingRight);
  const frameHigh = parseFloat(tube.paddingTop) + parseFloat(tube.paddingBottom);
  const wide = $("machine").clientWidth - frame;
  // Leave room for what is above and below the tube, however far the page is scrolled.
  let high = innerHeight - $("tube").offsetTop - frameHigh - 2.2 * em;
  const invited = $("invite").offsetHeight;
  if (invited) high -= invited + $("said-now").offsetHeight + em;
  if (upright) high = innerHeight * 0.6;
  // On a small screen the board alone is as wide as the page. The visitor scrolls to the rest.
  const crop = innerWidth < 600;
  document.body.classList.toggle("crop", crop);
  screen.fit(crop ? wide / boardPart : wide, crop && upright ? Infinity : Math.max(192, high));
  if (crop) $("tube").scrollLeft = $("tube").scrollWidth;
}
