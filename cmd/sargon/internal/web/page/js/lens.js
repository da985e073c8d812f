// A lens over the screen of 1978. Through it the visitor sees the same squares with clear pieces of
// today. It is moved by pointer, touch and keyboard.
import { pieceSVG, placement } from "./board.js";
import { $, announce, node } from "./dom.js";
import { squareName } from "./game.js";
import { onLanguage, t } from "./i18n.js";
import { game, onFrame } from "./machine.js";

const squares = 8;
const start = { x: 4, y: 6 }; // squares from the upper left: over White's pawns

/** The middle of the lens. */
let at = { ...start };
let on = false;
/** Removes the lens, and forgets where it was. */
export function putAway() {
  at = { ...start };
  turn(false);
}
let shown = ""; // the position whose pieces the lens shows

/** Puts the lens over the board, or removes it. @param {boolean} to */
function turn(to) {
  on = to;
  $("lens-button").setAttribute("aria-pressed", String(on));
  place();
}

/** Shows the lens where it is now. */
function place() {
  const visible = on && !!game?.started;
  $("lens").toggleAttribute("hidden", !visible);
  if (!visible) return;
  draw();
  const part = (/** @type {number} */ n) => `${n / squares * 100}%`;
  $("lens").style.setProperty("--x", part(at.x));
  $("lens").style.setProperty("--y", part(at.y));
}

/** Draws the pieces in the lens, if the position has changed. */
function draw() {
  const position = game?.fen.split(" ")[0] ?? "";
  if (position === shown) return;
  shown = position;
  const pieces = placement(position);
  $("lens-board").replaceChildren(...Array.from({ length: squares * squares }, (_, i) => {
    const file = i % squares, rank = squares - Math.floor(i / squares);
    const square = node("div", { className: (file + rank) % 2 ? "square dim" : "square bright" });
    const letter = pieces["abcdefgh"[file] + rank];
    if (letter) square.innerHTML = pieceSVG(letter);
    return square;
  }));
}

/** Moves the middle of the lens, and keeps it on the board. @param {number} x @param {number} y */
function moveTo(x, y) {
  at = { x: Math.max(0, Math.min(squares, x)), y: Math.max(0, Math.min(squares, y)) };
  place();
}

/** Returns the square under the middle of the lens and its piece, in words. */
function middle() {
  const inside = (/** @type {number} */ n) => Math.min(squares - 1, Math.floor(n));
  const square = "abcdefgh"[inside(at.x)] + (squares - inside(at.y));
  return squareName(square, placement(shown)[square]);
}

$("lens-button").addEventListener("click", () => turn(!on));

// The visitor moves the lens by its ring. The squares inside the ring can be touched as usual.
const ring = $("lens-ring");
let grip = { x: 0, y: 0 }; // from the middle of the lens to the pointer, in squares

/** Returns where a pointer is, in squares from the upper left corner. @param {PointerEvent} e */
function pointed(e) {
  const { left, top, width, height } = $("lens").getBoundingClientRect();
  return { x: (e.clientX - left) / width * squares, y: (e.clientY - top) / height * squares };
}
ring.addEventListener("pointerdown", (e) => {
  if (e.button > 0) return;
  const { x, y } = pointed(e);
  grip = { x: x - at.x, y: y - at.y };
  ring.setPointerCapture(e.pointerId);
});
ring.addEventListener("pointermove", (e) => {
  if (!ring.hasPointerCapture(e.pointerId)) return;
  const { x, y } = pointed(e);
  moveTo(x - grip.x, y - grip.y);
});
/** @type {Record<string, [number, number]>} */
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
ring.addEventListener("keydown", (e) => {
  const step = steps[e.key];
  if (e.key === "Escape") {
    turn(false);
    $("lens-button").focus();
  } else if (step) {
    const next = (/** @type {number} */ n, /** @type {number} */ by) =>
      Math.max(0, Math.min(squares - 1, Math.floor(n) + by)) + 0.5;
    moveTo(next(at.x, step[0]), next(at.y, step[1]));
  } else return;
  e.preventDefault();
  e.stopPropagation(); // it is not for the machine of 1978
  if (step) announce(middle());
});

onFrame.add(({ game: changed }) => {
  if (!changed) return;
  $("lens-button").toggleAttribute("disabled", !changed.started);
  if (!changed.started) at = { ...start };
  place();
});
onLanguage.add(() => ring.setAttribute("aria-label", t("lens.label")));
