// The tube in which the page shows the machine's screen.
import { $ } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { onFrame } from "./machine.js";
import { Screen } from "./screen.js";
import { onView, view } from "./views.js";

const screen = new Screen($("screen"));

onFrame.add(({ screen: cells }) => {
  if (!cells) return;
  screen.show(cells);
  $("screen").setAttribute("aria-label", `${t("screen")}: ${screen.text(0, 16) || screen.text()}`);
});
onView.add(fit);
onLanguage.add(fit);
new ResizeObserver(fit).observe($("main"));
addEventListener("resize", fit);

/** Chooses the colours. @param {string} name */
export function setLook(name) {
  screen.look = name;
  $("look").value = screen.look;
  document.body.dataset.look = screen.look;
}

export const look = () => screen.look;

/** Rounds the tube, with scan lines, or not. @param {boolean} on */
export function setCRT(on) {
  document.body.classList.toggle("crt", on);
  $("crt").setAttribute("aria-pressed", String(on));
}
$("crt").addEventListener("click", () => setCRT(!document.body.classList.contains("crt")));

function fit() {
  const room = $("machine").getBoundingClientRect();
  const narrow = innerWidth < 900;
  const keys = $("keys").offsetHeight + $("caption").offsetHeight + 24;
  let high = narrow || innerWidth < innerHeight ? innerHeight * 0.55
    : innerHeight - room.top - keys - 30;
  if (view === "inside") high = Math.min(high, innerWidth > 1500 ? 384 : 300);
  screen.fit(Math.max(256, room.width - (narrow ? 0 : 24)), Math.max(192, high));
}
