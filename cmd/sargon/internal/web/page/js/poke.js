// Lets the visitor change bytes of the board, in the memory of the running machine, and shows what
// the program thinks then. The trees of its search before and after the change stand side by side,
// with the first evaluation that differs.
import { experimentLink } from "./address.js";
import { $, hex, node } from "./dom.js";
import { number, onLanguage, t } from "./i18n.js";
import { byteAt, chosenByte, lookInside, onByte, squareOf, take, types } from "./inside.js";
import { call, onCrash, onFrame } from "./machine.js";
import { drawCode } from "./qr.js";
import { hold } from "./speed.js";
import { boxes } from "./tree.js";

const values = [0, 1, 2, 3, 4, 5, 6, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0xFF];
const most = 4e9; // T-states: a search that takes longer will never end

/** A search that is over: its tree, its best move, and its evaluations.
 * @typedef {{tree: Branch, evals: number, best: string, lines: ValuedLine[]}} Search */

/** The old and new values of the bytes that were changed, by index.
 * @type {Map<number, {old: number, now: number}>} */
const changes = new Map();
let thinks = false;
let touched = false;
/** The search with the original board, once it is done. @type {Search | null} */
let before = null;
/** The search with the changed board. @type {Search | null} */
let after = null;
let said = () => ""; // returns the text of the status, in the language of the page

/** Sets the machine up for a search. Resolves to false if the visitor has left the station.
 * @type {() => Promise<boolean>} */
let setUp = async () => false;

/** Reports whether the machine is no longer in the state in which the tour left it. */
export const poked = () => touched;

/** Lets the visitor change bytes, while the machine is stopped.
 * @param {typeof setUp} how sets the machine up again @param {number} byte that is chosen at first */
export function offer(how, byte) {
  setUp = how;
  take(byte);
  say(() => "");
  $("poke").hidden = false;
}

/** Ends the experiment. */
export function close() {
  changes.clear();
  thinks = touched = false;
  before = after = null;
  showPair();
  $("poke").hidden = true;
}

/** @param {() => string} text */
function say(text) {
  said = text;
  $("poke-said").textContent = text();
}

const placeOf = (/** @type {number} */ byte) => squareOf(byte) || `${t("in.index")} ${byte}`;

function name() { $("poke-byte").textContent = placeOf(chosenByte()); }
onByte.add(name);

onLanguage.add(() => {
  $("poke-values").replaceChildren(...values.map((value) => {
    const words = wordsOf(value);
    return node("button", { title: words, ariaLabel: `${hex(value)}: ${words}`,
      className: value > 0x80 && value < 0xFF ? "black" : "",
      onclick: () => change(chosenByte(), value),
    }, hex(value));
  }));
  name();
  say(said);
  showPair();
});

/** Returns the meaning of a byte of the board, in words. @param {number} value */
function wordsOf(value) {
  if (value === 0xFF) return t("picture.edge");
  const piece = t(`bit.${types[value & 7] || "empty"}`);
  return value & 7 ? `${t(value & 0x80 ? "black" : "white")}, ${piece}` : piece;
}

/** Changes a byte. @param {number} byte @param {number} value */
export async function change(byte, value) {
  if (thinks) return;
  touched = true;
  await lookInside(); // so that the old value is known
  const old = changes.get(byte)?.old ?? await byteAt(byte);
  if (old === value) changes.delete(byte);
  else changes.set(byte, { old, now: value });
  await call("poke", { address: byte, value });
  await call("pause"); // so that the change is drawn
  after = null;
  showPair();
  say(() => t(changes.size ? "poke.changed" : "poke.same"));
}

/** Lets the program think about the original board, unless it has done so, and the changed one. */
export async function think() {
  if (thinks) return;
  thinks = touched = true;
  say(() => t("said.thinking"));
  hold(0);
  const known = before ?? await search(false);
  const changed = known && changes.size ? await search(true) : known;
  if (!thinks || !changed) return;
  thinks = false;
  before = known;
  after = changes.size ? changed : null;
  say(() => thought(changed));
  showPair();
}

/** Sets up and searches, with the changed bytes or without. @param {boolean} changed
 * @returns {Promise<Search | null>} null if the visitor ended it */
async function search(changed) {
  if (!await setUp() || !thinks) return null;
  if (changed) {
    for (const [byte, { now }] of changes) await call("poke", { address: byte, value: now });
  }
  if (!await call("until", { at: "move" }).catch(() => false) || !thinks) return null;
  const [{ tree, evals, best }, lines] = await Promise.all(
    [call("thought", { on: true }), call("valuedLines")]);
  return { tree, evals, best: best[0] ?? "", lines };
}

/** Returns the result of a search, in words. @param {Search} search */
const thought = ({ best, evals }) => best
  ? t("poke.thought", { move: best, evals: number(evals) }) : t("poke.none");

/** Returns the first evaluation that differs, in words. @param {Search} a @param {Search} b */
function difference(a, b) {
  const longer = Math.max(a.lines.length, b.lines.length);
  for (let i = 0; i < longer; i++) {
    const [then, now] = [a.lines[i], b.lines[i]];
    const [line, other] = [then, now].map((valued) => valued?.line.join(" ") ?? "");
    if (line === other && then.value === now.value) continue;
    const values = { number: number(i + 1), line, other, old: then?.value ?? "", now: now?.value ?? "" };
    if (!then || !now) return t("poke.ends", { number: number(i + 1) });
    return t(line === other ? "poke.differs" : "poke.parts", values);
  }
  return t("poke.equal");
}

/** Shows both searches side by side. */
function showPair() {
  $("pair").hidden = !before || !after;
  if (!before || !after) return;
  $("pair").replaceChildren(
    ...[["poke.before", before], ["poke.after", after]].map(([title, search]) => half(
      t(/** @type {string} */ (title)), /** @type {Search} */ (search))),
    node("p", { id: "pair-difference" }, difference(before, after)),
    node("p", { className: "row" },
      node("button", { id: "pair-home", onclick: takeHome }, t("poke.home"))));
  $("pair").scrollIntoView({ block: "nearest" });
}

/** @param {string} title @param {Search} search */
function half(title, search) {
  const tree = node("div", { className: "tree", role: "img" }, ...boxes(search.tree, []));
  const widest = [...search.tree.next ?? []].sort((a, b) => b.evals - a.evals)[0]?.move ?? "–";
  tree.setAttribute("aria-label", t("tree.label",
    { moves: search.tree.next?.length ?? 0, evals: number(search.evals), widest }));
  return node("section", {}, node("h3", {}, title), tree, node("p", {}, thought(search)));
}

/** Shows a QR code of the pair as text, which a phone reads without a network, with the address of the
 * experiment. */
function takeHome() {
  if (!before || !after) return;
  const bytes = [...changes].map(([byte, { old, now }]) =>
    `${placeOf(byte)}: ${hex(old)} (${wordsOf(old)}) → ${hex(now)} (${wordsOf(now)})`);
  const text = [t("poke.title"), ...bytes, `${t("poke.before")}: ${thought(before)}`,
    `${t("poke.after")}: ${thought(after)}`, difference(before, after)];
  const address = experimentLink(
    [...changes].map(([byte, { now }]) => `${byte}:${hex(now)}`).join(","));
  $("about-tree").replaceChildren();
  $("about-text").textContent = [...text, address].filter(Boolean).join("\n");
  drawCode($("about-code"), [...text, address].filter(Boolean).join("\n"), t("poke.code"));
  $("about").showModal();
}

/** Reads changes in the form of the page's address: 35:04,36:00. @param {string} text
 * @returns {[byte: number, value: number][]} */
export const parseChanges = (text) => text.split(",").filter(Boolean).map((change) => {
  const [byte, value] = change.split(":");
  return [Number(byte), parseInt(value, 16)];
});

$("poke-think").addEventListener("click", think);

/** Restores the board. @param {boolean} away whether the search did not end */
async function back(away) {
  changes.clear();
  thinks = false;
  after = null;
  showPair();
  await setUp();
  say(() => away ? t("poke.away") : "");
}
$("poke-back").addEventListener("click", () => back(false));
onFrame.add(({ status }) => { if (thinks && status.thought > most) back(true); });
onCrash.add(async () => { if (thinks) await back(true); });
