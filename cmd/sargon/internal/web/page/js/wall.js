// A second screen, on a wall: it shows what the first one plays.
import { Screen } from "./screen.js";
import { drawBars } from "./bars.js";
import * as words from "./i18n.js";

const $ = (id) => document.getElementById(id);
const screen = new Screen($("screen"));
const fit = () => {
  const room = $("machine").getBoundingClientRect();
  screen.fit(room.width - 40, Math.min(innerHeight - 80, innerWidth < innerHeight ? innerHeight * 0.6 : innerHeight));
};

function show({ screen: cells, status, game }) {
  if (cells) screen.show(Uint8Array.from(atob(cells), (c) => c.charCodeAt(0)));
  if (status) {
    $("said").textContent = words.t(status.thinking ? "said.thinking" : game?.ended ? `reason.${game.reason}` : "said.moves");
    drawBars($("bars"), status);
  }
  if (!game) return;
  $("moves").replaceChildren(...game.moves.slice(-14).map(({ number, white, black }) => {
    const li = document.createElement("li");
    for (const text of [`${number}.`, white, black]) li.append(Object.assign(document.createElement("span"), { textContent: text ?? "" }));
    return li;
  }));
}

async function start() {
  const config = await (await fetch("config.json")).json();
  const known = config.languages.map((l) => l.code);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("lang");
  await words.use([wanted, config.language, ...navigator.languages.map((l) => l.slice(0, 2)), "en"].find((l) => known.includes(l)));
  fit();
  addEventListener("resize", fit);
  let heard = 0;
  new EventSource("api/wall").onmessage = ({ data }) => { heard = performance.now(); show(JSON.parse(data)); };
  setInterval(() => {
    const silent = performance.now() - heard > 8000;
    document.querySelector("main").classList.toggle("silent", silent);
    if (silent) $("said").textContent = words.t("wall.waiting");
  }, 1000);
}

start();
