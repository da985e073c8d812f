// The windows that show the inside of the machine while it thinks.
import { showHere, writer } from "./debugger.js";
import { $, facts, goByArrows, hex, node } from "./dom.js";
import { about, counted, duration, number, onLanguage, score, t } from "./i18n.js";
import { call, onFrame } from "./machine.js";
import * as native from "./native.js";
import { Signal } from "./signal.js";
import { onView, view } from "./views.js";

const refreshMillis = 250; // between two comparisons of the fingerprints
/** The pieces by the type bits of a board byte. */
export const types = ["", "pawn", "knight", "bishop", "rook", "queen", "king"];
const letters = ["", "P", "N", "B", "R", "Q", "K"];
const black = 0x80, castled = 0x10, moved = 8, border = 0xFF, typeBits = 7;
const boardRows = 12, boardColumns = 10;

// The variables of the evaluation, in the order in which it computes them.
const totals = ["BRDC", "BC0", "MTRL", "MV0", "PTSL", "PTSW1", "PTSW2", "VALM"];
const unsigned = totals.slice(4);
/** @param {string} name @param {Inside} inside */
const variable = (name, { variables }) => unsigned.includes(name) ? variables[name]
  : variables[name] << 24 >> 24;

let square = "e4"; // the square whose details are shown
let byte = 55; // the index of the board byte that is chosen
/** Sent when another byte is chosen. @type {Signal<[]>} */
export const onByte = new Signal();
export const chosenByte = () => byte;
let timer = 0;
/** What the windows show: the latest value of each part of a frame. @type {Partial<Frame>} */
let latest = {};
/** The board's bytes on the page. @type {HTMLElement[]} */
const cells = [];
/** The fingerprints of both searches after an equal number of evaluations. @type {Fingerprints | null} */
let fingerprints = null;
/** @typedef {{search: number, evals: number, machine: string, native: string}} Fingerprints */

/** Returns the name of a byte's square, "" on the border. @param {number} i */
export function squareOf(i) {
  const file = i % boardColumns - 1, rank = Math.floor(i / boardColumns) - 1;
  return file >= 0 && file < 8 && rank >= 1 && rank <= 8 ? "abcdefgh"[file] + rank : "";
}

onFrame.add((frame) => {
  if (!open()) return;
  const before = latest.inside;
  latest = { ...latest, ...frame };
  if (frame.inside) show(frame.inside, before?.board);
  else thought();
});
native.onProgress.add(twin);
onLanguage.add(() => {
  values(latest.inside);
  if (open() && latest.inside) show(latest.inside);
});
onView.add(() => {
  lookInside();
  light([]);
  clearInterval(timer);
  if (!open()) return;
  timer = setInterval(compare, refreshMillis);
});

/** Reports whether the windows are open, all of them or those of the tour. */
const open = () => view === "inside" || view === "tour";

/** Chooses a byte of the board, as if the visitor had touched it. @param {number} i */
export function take(i) {
  byte = i;
  cells.forEach((cell, at) => cell.classList.toggle("taken", at === i));
  onByte.send();
}

/** Tells the machine which square's details the page shows. @param {string} at */
export function lookInside(at = square) {
  square = at;
  return call("inside", { on: open(), square, heat: view === "inside" }).catch(() => {});
}

/** The value of a register, in hexadecimal. @param {string} register */
const valueOf = (register) =>
  latest.inside?.registers.find(({ Name }) => Name === register)?.Text ?? "";

/** Returns the address at which the machine has stopped, and the T-state of the search, in the form of
 * the page's address; "" if it runs. */
export const standsAt = () => latest.status?.running || !latest.inside?.routine ? ""
  : valueOf("PC") + (latest.status?.thinking ? `@${latest.status.thought}` : "");

/** Highlights bytes of the board. @param {number[]} indexes */
export function light(indexes) {
  cells.forEach((cell, i) => cell.classList.toggle("lit", indexes.includes(i)));
}

/** Returns the present value of a byte of the board. @param {number} i */
export async function byteAt(i) {
  await new Promise(requestAnimationFrame); // so that the latest frame has been drawn
  return latest.inside?.board[i] ?? 0;
}

/** Returns the index of the board byte that the register HL points at, -1 if it points elsewhere. */
export async function boardByte() {
  await new Promise(requestAnimationFrame); // so that the latest frame has been drawn
  return latest.inside?.pointed ?? -1;
}

// The 120 bytes, the eighth rank on top.
for (let row = boardRows - 1; row >= 0; row--) {
  const line = node("div", { role: "row" });
  for (let column = 0; column < boardColumns; column++) {
    const i = row * boardColumns + column, name = squareOf(i);
    const kind = (row + column) % 2 ? "bright" : "dim";
    cells[i] = node("div", { role: "gridcell", className: name ? kind : "border",
      dataset: name ? { square: name } : {}, tabIndex: name === square ? 0 : -1 }, "··");
    line.append(cells[i]);
  }
  $("bytes").append(line);
}
goByArrows($("bytes"));
for (const name of ["pointerover", "pointerdown", "focusin"]) {
  $("bytes").addEventListener(name, ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target), chosen = cell.dataset.square;
    // A touch or a key chooses a byte. A pointer that only passes over does not.
    if (name !== "pointerover" && cells.includes(cell)) take(cells.indexOf(cell));
    if (!chosen || chosen === square) return;
    lookInside(chosen);
  });
}

/** @param {Inside} inside @param {number[]} [before] the board that is drawn now */
function show(inside, before = []) {
  const pins = inside.square.Pins ?? [];
  cells.forEach((cell, i) => {
    const byte = inside.board[i], name = cell.dataset.square;
    if (before[i] !== byte) {
      cell.textContent = hex(byte);
      const piece = byte !== 0 && byte !== border;
      cell.classList.toggle("piece", piece);
      cell.classList.toggle("black", piece && byte >= black);
      cell.dataset.letter = piece ? letters[byte & typeBits] ?? "" : "";
      if (name) cell.setAttribute("aria-label", `${name}: ${hex(byte)}`);
      if (before.length) {
        cell.classList.remove("changed");
        void cell.offsetWidth; // so that it is animated again
        cell.classList.add("changed");
      }
    }
    cell.classList.toggle("pinned", pins.some(({ Square }) => Square === i));
    cell.classList.toggle("chosen", name === square);
  });
  closer(inside);
  line(inside);
  values(inside);
  registers(inside);
  showHere(parseInt(valueOf("PC"), 16));
  $("routine").textContent = inside.routine || t("in.monitor");
  thought();
}

/** Shows the variables of the evaluation, without values if the machine is not loaded yet.
 * @param {Inside} [inside] */
function values(inside) {
  $("totals").replaceChildren(...totals.flatMap((name) => [
    node("dt", { className: "mono" }, writer("button", name)),
    node("dd", { className: "value" }, inside ? variable(name, inside) : "–"),
    node("dd", {}, t(`in.${name}`))]));
}

/** Shows the registers, with a star after the values that have changed. @param {Inside} inside */
function registers({ registers }) {
  $("registers").replaceChildren(...registers.flatMap(({ Name, Text, Changed }) => [
    node("dt", {}, Name),
    node("dd", { className: Changed ? "star" : "" }, Text + (Changed ? "*" : "")),
  ]));
}

/** Shows one square and who attacks it. @param {Inside} inside */
function closer({ square: { Square, Piece, Attacks, Exchange, Pinned }, white, black }) {
  if (!Square) return $("square").replaceChildren(faint(t("in.square.none")));
  const pieces = (/** @type {string[] | null} */ list) =>
    list?.map((p) => t(`piece.${p}`)).join(", ") || "–";
  $("square").replaceChildren(
    node("p", { className: "big" }, `${squareOf(Square)} = ${hex(Piece)}`),
    bitRow(Piece),
    faint(`${t("in.index")} ${Square} · ${bitNames(Piece)}`),
    node("dl", { className: "facts" }, ...facts({
      [t("in.white")]: pieces(white), [t("in.black")]: pieces(black),
      [t("in.list")]: node("code", {}, Attacks.map((b) => hex(b)).join(" ")),
      [t("in.exchange")]: Exchange ? t("in.loses", { points: Exchange / 2 }) : t("in.safe"),
      [t("in.pinned")]: Pinned ? t("yes") : t("no"),
    })));
}

/** The bits of a board byte that are set, in words. @param {number} byte */
const bitNames = (byte) => !byte || byte === border ? t("bit.empty")
  : [byte & black && "black", byte & castled && "castled", byte & moved && "moved",
    types[byte & typeBits]].filter(Boolean).map((name) => t(`bit.${name}`)).join(", ");

const faint = (/** @type {string} */ text) => node("p", { className: "faint" }, text);

/** @param {number} byte */
function bitRow(byte) {
  const names = ["black", "", "", "castled", "moved", "type", "type", "type"];
  const bits = [...byte.toString(2).padStart(8, "0")];
  return node("p", { className: "bits" }, ...bits.map((bit, i) => node("span", {
    className: bit === "1" ? "one" : "zero", title: names[i] && t(`bit.${names[i]}`),
  }, bit)));
}

/** @param {Inside} inside */
function line(inside) {
  const least = 4;
  const rows = inside.line.map((l, i) => [i + 1, l.move, l.score || "–", number(l.cuts)]);
  while (rows.length < least) rows.push([rows.length + 1, "", "", ""]);
  $("line").replaceChildren(...rows.map(
    (row) => node("tr", {}, ...row.map((value) => node("td", {}, value)))));
}

/** Shows how far the machine's search has come. */
function thought() {
  const s = latest.status;
  if (!open() || !s) return;
  $("thought").replaceChildren(...facts({
    [t("in.trying")]: s.trying ? `${s.trying} (${s.number} / ${s.total})` : "–",
    [t("in.best")]: s.line.join(" ") || "–", [t("in.bestscore")]: score(s.score) || "–",
    [t("in.evals")]: number(s.evals), [t("in.tstates")]: number(s.thought),
    [t("in.1978")]: about(s.seconds),
  }));
  $("run").classList.toggle("on", s.running);
  $("pause").classList.toggle("on", !s.running);
  twin();
}

/** Asks the Go engine for its fingerprint after as many evaluations as the machine has made. */
async function compare() {
  const s = latest.status;
  if (!s) return;
  const other = await native.traceAt(s.evals);
  if (other?.search === s.search) {
    fingerprints = { search: s.search, evals: s.evals, machine: s.trace, native: other.trace };
  }
  twin();
}

/** @param {string} name @param {string} trace @param {number} evals @param {string} more */
const twinRow = (name, trace, evals, more) => node("div", {},
  node("span", {}, name), node("code", {}, trace || "…"),
  node("small", {}, `${counted(evals)}${more}`));

/** Shows both searches side by side. */
function twin() {
  const s = latest.status, engine = native.search;
  if (!open() || !s) return;
  if (s.debugging) return $("twin").replaceChildren(faint(t("in.twin.debug")));
  if (!s.search || s.book || !s.trace) return $("twin").replaceChildren(faint(t("in.twin.none")));
  const both = fingerprints?.search === s.search ? fingerprints : null;
  const all = engine?.done && t("in.nativeAll",
    { evals: number(engine.evals), time: duration(engine.seconds) });
  const verdict = !both?.native ? "faint" : both.native === both.machine ? "equal" : "different";
  $("twin").replaceChildren(
    twinRow(t("in.machine"), both?.machine ?? s.trace, both?.evals ?? s.evals,
      ` · ${t("in.1978")}: ${about(s.seconds)}`),
    twinRow(t("in.native"), both?.native ?? "", both?.evals ?? 0, all ? ` · ${all}` : ""),
    node("p", { id: "verdict", className: verdict },
      verdict === "faint" ? "…" : t(`in.${verdict}`)));
}
