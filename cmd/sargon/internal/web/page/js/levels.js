// The levels, with the time that a move takes at each, and the progress of a search.
import { $, node } from "./dom.js";
import { about, onLanguage, short, t } from "./i18n.js";
import { game, onFrame } from "./machine.js";
import { config } from "./server.js";
import { chosen, hertz, hertz1978, measured, onMeasured, onSpeed } from "./speed.js";

// Evaluations of a move at levels 1 to 6: medians over 180 positions (30 at level 5, 6 at level 6),
// which come from six openings, continued at level 2.
const evaluations = [37, 230, 2800, 9400, 96_000, 260_000];
export const tstatesEach = 630_000;

onFrame.add(({ status }) => progress(status));
onLanguage.add(expect);
for (const changes of [onSpeed, onMeasured]) changes.add(expect);

/** The level that is chosen for the next game. */
export const level = () => Number(new FormData($("setup")).get("level"));

/** @param {number} level */
export function chooseLevel(level) {
  const radios = /** @type {RadioNodeList} */ ($("setup").elements.namedItem("level"));
  radios.value = String(level);
  expect();
}

/** Returns the usual seconds of a move at a level and a speed.
 * @param {number} level @param {number} hertz */
const seconds = (level, hertz) => evaluations[level - 1] * tstatesEach / hertz;

/** Returns the usual seconds of a move at a level in 1978. @param {number} level */
export const expectedSeconds = (level) => seconds(level, hertz1978);

/** Shows the time of a move below each level. */
function expect() {
  const here = Math.min(chosen || Infinity, measured); // NaN: not yet measured
  for (const small of $("levels").querySelectorAll("small")) {
    const each = seconds(Number(small.dataset.level), here);
    small.textContent = each ? short(each, 1) : "…";
  }
  const next = level() || 2;
  const text = !here ? "" : t("expected", {
    level: next, here: about(seconds(next, here), 1), then: about(seconds(next, hertz1978), 1),
  });
  const other = game?.started && !game.ended && game.level !== next;
  $("expected").textContent =
    other ? `${text} ${t("expected.next", { level: game?.level ?? 2 })}`.trim() : text;
}

/** Shows how far a search has come. @param {Status} s */
function progress({ thinking, book, number, total, trying, line, evals, thought }) {
  $("progress").hidden = !thinking || book;
  const now = Math.max(1, game?.level ?? 2), expected = evaluations[now - 1];
  const waited = thought / hertz1978, left = seconds(now, hertz1978);
  $("wait").hidden = !thinking || book || hertz !== hertz1978;
  $("wait").textContent = t("lever.left", { time: about(Math.max(5, left - waited), 1) })
    + (waited > config.wait ? ` ${t("lever.pull")}` : "");
  const bar = /** @type {HTMLProgressElement} */ ($("progress").firstElementChild);
  const words = /** @type {HTMLElement} */ ($("progress").lastElementChild);
  if (book) [bar.value, words.textContent] = [0, ""]; // who watches still sees the last search there
  if (!thinking) return;
  // The first moves of the root take longest. Meanwhile the number of evaluations shows the progress.
  bar.value = Math.max(total ? (number - 1) / total : 0, Math.min(0.9, evals / (2 * expected)));
  const best = line.length ? ` · ${t("bestsofar", { line: line.join(" ") })}` : "";
  words.textContent =
    (number ? t("tryingmove", { number, total, move: trying }) : t("sorting")) + best;
}

$("levels").replaceChildren(...evaluations.map((_, i) => {
  const value = String(i + 1);
  const input = node("input", { type: "radio", name: "level", value, defaultChecked: i === 1 });
  return node("label", { className: "choice" }, input,
    node("span", {}, value, node("small", { dataset: { level: value } })));
}));
$("levels").addEventListener("change", expect);
$("setup").addEventListener("reset", () => setTimeout(expect));
