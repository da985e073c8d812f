// The page for a second screen on a wall. It shows the game on the first screen.
import { arcOf, lineOf, strong, usual } from "./arcs.js";
import { drawBars } from "./bars.js";
import { $, fromBase64, node } from "./dom.js";
import { t, use } from "./i18n.js";
import { Screen } from "./screen.js";
import { config, listen, loadConfig, pickLanguage } from "./server.js";

const silence = 8000; // milliseconds without a picture after which the first page seems to be closed
const screen = new Screen($("screen"));

function fit() {
  const { width } = $("machine").getBoundingClientRect();
  const upright = innerWidth < innerHeight;
  screen.fit(width - 40, Math.min(innerHeight - 80, upright ? innerHeight * 0.6 : innerHeight));
}

/** Removes the oldest rows that are too many for the height of a list.
 * @param {HTMLElement} list */
function dropOldest(list) {
  while (list.children.length > 1 && list.scrollHeight > list.clientHeight) list.children[0].remove();
}

/** @param {Picture} picture */
function show({ screen: cells, status, game, thought }) {
  screen.show(fromBase64(cells));
  $("thoughts").replaceChildren(...lineOf(thought.line, 1, usual),
    ...thought.best.slice(0, 1).map((move) => arcOf(move, "best", strong, 1)));
  const moves = game.waiting ? "wall.visitor" : "said.moves";
  const ended = () => `${t(`reason.${game.reason}`)}: ${t(`wins.${game.winner}`)}`;
  $("said").textContent = status.thinking ? t("said.thinking") : game.ended ? ended() : t(moves);
  drawBars(status);
  $("moves").replaceChildren(...game.moves.map(({ number, white, black }) => node("li", {},
    ...[`${number}.`, white, black].map((text) => node("span", {}, text)))));
  dropOldest($("moves"));
}

async function start() {
  await loadConfig();
  const wanted = new URLSearchParams(location.hash.slice(1)).get("lang");
  /** @param {string} chosen by the staff */
  const speak = (chosen) => use(pickLanguage(wanted, chosen));
  await speak(config.language);
  fit();
  addEventListener("resize", fit);
  // The game is not played here: a touch highlights the text that says where.
  addEventListener("pointerdown", () => $("where").animate(
    [{ background: "#f0a93f", color: "#1b1307" }, {}], { duration: 4000, easing: "step-end" }));
  let heard = -Infinity, away = false;
  listen("api/wall", {
    message(picture) {
      heard = performance.now();
      show(picture);
    },
    order({ language, reset }) {
      if (reset) location.reload();
      else speak(language);
    },
  }, (gone) => { away = gone; });
  setInterval(() => {
    const silent = away || performance.now() - heard > silence;
    document.querySelector("main")?.classList.toggle("silent", silent);
    if (silent) $("said").textContent = t(away ? "server.away" : "wall.waiting");
  }, 1000);
  document.body.dataset.ready = "true";
}

start();
