// The story, with two pictures that this file draws: the table of differences between squares in the
// machine's memory, and the time of one game on a computer of 1983 and in this browser.
import { $, node, shape } from "./dom.js";
import { measuredSeconds, movesOf, secondsOfMoves } from "./games.js";
import { onLanguage, short, t } from "./i18n.js";
import { Link } from "./link.js";
import { call } from "./machine.js";
import { hertz1978, measured, onMeasured } from "./speed.js";

/** The table of differences in the machine's memory, four to eight bytes for each kind of piece. */
export const differences = {
  diagonals: ["09", "0b", "f5", "f7"], lines: ["0a", "f6", "01", "ff"],
  knight: ["eb", "f4", "08", "13", "15", "0c", "f8", "ed"],
  whitePawn: ["0a", "0a", "0b", "09"], blackPawn: ["f6", "f6", "f5", "f7"],
};
const columns = 10;

/** @typedef {(svg: Element) => string} Draw draws a picture, and returns a description of it */
/** @type {Record<string, {size: [number, number], draw: Draw}>} */
const pictures = {
  differences: { size: [610, 260], draw: drawDifferences },
  moore: { size: [610, 380], draw: drawMoore },
};

/** The parts of the story: the window that each explains, its paragraphs and pictures.
 * @type {{name: string, window: string, paragraphs: number, pictures: string[]}[]} */
const parts = [
  { name: "begin", window: "p-story", paragraphs: 2, pictures: [] },
  { name: "board", window: "p-memory", paragraphs: 2, pictures: ["differences"] },
  { name: "search", window: "p-line", paragraphs: 2, pictures: [] },
  { name: "thennow", window: "p-twin", paragraphs: 2, pictures: ["moore"] },
  { name: "school", window: "p-story", paragraphs: 2, pictures: [] },
  { name: "sources", window: "p-story", paragraphs: 1, pictures: [] },
];

/** Writes each part of the story into its window. */
function draw() {
  const before = [...document.querySelectorAll(".story-part")];
  parts.forEach(({ name, window, paragraphs, pictures }, i) => {
    const text = Array.from({ length: paragraphs }, (_, n) => t(`story.${name}.${n + 1}`));
    const part = node("details", { className: "story-part", open: before[i]?.hasAttribute("open") },
      node("summary", {}, t(`story.${name}`)), ...text.map((paragraph) => node("p", {}, paragraph)),
      ...pictures.map(figure));
    if (pictures.includes("moore")) part.addEventListener("toggle", measure);
    if (before[i]) before[i].replaceWith(part);
    else $(window).append(part);
  });
}

/** @param {string} name */
function figure(name) {
  const { size, draw } = pictures[name];
  const svg = shape("svg",
    { viewBox: `0 0 ${size.join(" ")}`, role: "img", id: `picture-${name}` });
  svg.setAttribute("aria-label", draw(svg));
  return node("figure", { className: "picture" }, svg,
    node("figcaption", {}, t(`picture.${name}`)));
}

/** Draws a picture again after a change. @param {string} name */
const again = (name) =>
  document.getElementById(`picture-${name}`)?.closest("figure")?.replaceWith(figure(name));

/** @param {number} x @param {number} y @param {string} words @param {string} className */
const text = (x, y, words, className = "") => shape("text", { x, y, class: className }, words);

/** Returns a byte as a signed number. @param {string} byte */
const signed = (byte) => parseInt(byte, 16) << 24 >> 24;

/** Draws the table, and where its differences lead from a square. @type {Draw} */
function drawDifferences(svg) {
  const size = 50, middle = 2;
  const cell = (/** @type {number} */ n) => [n % columns, Math.floor(n / columns)];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      svg.append(shape("rect", { x: column * size + 1, y: row * size + 1, width: size - 2,
        height: size - 2, class: row === middle && column === middle ? "here" : "" }));
    }
  }
  const { diagonals, lines, knight } = differences;
  for (const [kind, bytes] of Object.entries({ diagonals, lines, knight })) {
    for (const byte of bytes) {
      const n = signed(byte);
      const [column, row] = cell(n + 2 * columns + middle); // from the third square of a row
      svg.append(text((column + 0.5) * size, (4 - row + 0.5) * size + 6,
        n < 0 ? `−${-n}` : `+${n}`, kind));
    }
  }
  const high = 48;
  Object.entries(differences).forEach(([kind, bytes], i) => svg.append(
    text(275, 22 + i * high, t(`picture.${kind}`), "name left"),
    text(275, 42 + i * high, bytes.map((byte) => byte.toUpperCase()).join(" "), `${kind} left`)));
  return t("picture.differences.label");
}

/** The seconds that this browser takes for the game on the Microprofessor, NaN until measured. */
export const here = { emulated: NaN, native: NaN };

const from = 1976, law = 2; // the first year; years in which computers become twice as fast
const bottom = -3, top = 4; // powers of ten, in seconds

/** Draws the time of the game then and now. @type {Draw} */
function drawMoore(svg) {
  const today = new Date().getFullYear(), left = 70, right = 590, high = 330, edge = 24;
  const x = (/** @type {number} */ year) =>
    left + (year - from) / (today + 1 - from) * (right - left);
  const y = (/** @type {number} */ seconds) =>
    edge + (top - Math.log10(seconds)) / (top - bottom) * (high - edge);
  for (const seconds of [0.001, 0.01, 0.1, 1, 10, 120, 600, 7200]) {
    svg.append(shape("line", { x1: left, x2: right, y1: y(seconds), y2: y(seconds) }),
      text(left - 8, y(seconds) + 5, short(seconds), "right small"));
  }
  for (const year of [1983, 2000, today]) {
    svg.append(text(x(year), high + 28, String(year), "name"));
  }
  const until = Math.min(today, 1983 + law * Math.log2(measuredSeconds / 10 ** bottom));
  const then = measuredSeconds / 2 ** ((until - 1983) / law);
  svg.append(shape("line",
    { class: "law", x1: x(1983), y1: y(measuredSeconds), x2: x(until), y2: y(then) }),
    text(x(2010) - 34, y(measuredSeconds / 2 ** (27 / law)) + 8, t("moore.law"), "right small"));
  const said = [];
  /** @type {[string, number, number, string][]} */
  const points = [
    ["1983", 1983, measuredSeconds, "then"],
    ["emulated", today, here.emulated, "emulated"], ["native", today, here.native, "now"]];
  for (const [name, year, seconds, kind] of points) {
    const words = t(`moore.${name}`, { time: seconds > 0 ? short(seconds) : t("moore.measuring") });
    said.push(words);
    const at = seconds > 0 ? y(seconds) : y(name === "emulated" ? 30 : 0.1);
    const row = 92 - 26 * said.length; // in the empty corner, the longest on top
    svg.append(shape("circle", { cx: x(year), cy: at, r: 7, class: kind }),
      shape("circle", { cx: right - 6, cy: row, r: 7, class: kind }),
      text(right - 20, row + 6, words, "right name"));
  }
  return t("picture.moore.label", { points: said.join(" ") });
}

onMeasured.add(() => {
  here.emulated = measuredSeconds * hertz1978 / measured;
  again("moore");
});

let measuring = false;
/** A move of the game: the number of half-moves in front of it, and its index among the machine's. */
const probe = { plies: 17, move: 8 };

/** Measures how long the Go engine takes for that move, in a worker of its own. */
async function measure() {
  if (measuring) return;
  measuring = true;
  const moves = (await movesOf("microprofessor")).slice(0, probe.plies);
  const problem = await call("problem", { moves, level: 2 });
  const engine = new Link((message) => {
    if (message.type !== "native" || !message.done) return;
    here.native = message.seconds * measuredSeconds / secondsOfMoves[probe.move];
    again("moore");
  }, () => engine.stop());
  engine.call("search", { problem, search: 1 }).catch(() => {});
}

onLanguage.add(draw);
