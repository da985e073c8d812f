// A chess board that is used by pointer, touch and keyboard. This file draws the pieces, in SVG.
import { calm, goByArrows, node } from "./dom.js";

/** The shapes of the pieces by their letters, without the foot that all pieces have.
 * @type {Record<string, string>} */
const shapes = {
  p: `<path d="M17 34c0-6 3-9 3.5-13h4c.5 4 3.5 7 3.5 13z"/><circle cx="22.5" cy="16" r="6"/>`,
  n: `<path d="M13.5 34c0-7 6-9 6.5-14l-5 2.5c-2.5 1.3-5-.700-4-3.3l4.5-8.2c1-1.8 2.5-2.7 4.5-3.2
    l1-3.3 3.5 3.5c7.5 2 10.5 11 7.5 26z"/><circle class="mark" cx="20" cy="13.5" r="1.3"/>`,
  b: `<path d="M17.5 34c-.5-3-4.5-6-4.5-11 0-5.5 4.5-10 9.5-15 5 5 9.5 9.5 9.5 15 0 5-4 8-4.5 11z"/>
    <circle cx="22.5" cy="6.5" r="2.5"/><path class="line" d="M22.5 16.5v9M18.5 20.5h8"/>`,
  r: `<path d="M12 8h5.5v4h2.8V8h4.4v4h2.8V8H33v9l-3 3v10l2.5 4h-20l2.5-4V20l-3-3z"/>
    <path class="line" d="M15.5 20.5h14"/>`,
  q: `<path d="M14 34 9.5 15l6.5 8 1.5-13 5 12 5-12 1.5 13 6.5-8L31 34z"/>
    <circle cx="9.5" cy="13" r="2.3"/><circle cx="17.3" cy="8.5" r="2.3"/>
    <circle cx="27.7" cy="8.5" r="2.3"/><circle cx="35.5" cy="13" r="2.3"/>`,
  k: `<path d="M14 34l-3.5-12c-1-5 6-8 12-1.5 6-6.5 13-3.5 12 1.5L31 34z"/>
    <path class="cross" d="M22.5 4.5v13M18 9h9"/>`,
};
const foot = `<path d="M10.5 40c0-3 2-4.5 4.5-4.5h15c2.5 0 4.5 1.5 4.5 4.5z"/>`;

/** Returns the picture of a piece. @param {string} letter of the piece in a FEN */
export function pieceSVG(letter) {
  const kind = letter.toLowerCase(), side = letter === kind ? "dark" : "light";
  return `<svg viewBox="0 0 45 45" aria-hidden="true" class="piece ${side}">
    ${shapes[kind]}${foot}</svg>`;
}

const files = "abcdefgh";

/** The letters of pieces by squares. @param {string} fen @returns {Record<string, string>} */
export const placement = (fen) => Object.fromEntries(fen.split(" ")[0].replaceAll("/", "")
  .replace(/\d/g, (empty) => " ".repeat(Number(empty))).split("")
  .map((letter, i) => [files[i % 8] + (8 - Math.floor(i / 8)), letter])
  .filter(([, letter]) => letter !== " "));

const dragPixels = 6; // less is a tap
const glideMillis = 250;

/** The square on which an element stands. @param {EventTarget | null} element */
const squareOf = (element) => element instanceof Element
  ? element.closest(".square")?.getAttribute("data-square") : null;

/** A piece that the visitor drags. again: its square was already selected.
 * @typedef {{square: string, again: boolean, x: number, y: number,
 *   piece: SVGElement | null | undefined, moved: boolean}} Drag */

/** What a board reports: a legal move, a move that is not legal, the square of the piece to move.
 * @typedef {{move: (from: string, to: string) => void,
 *   refused: (from: string | null, to: string) => void,
 *   touched: (square: string | null) => void}} Says */

export class Board {
  #root; #name; #says;
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Record<string, string>} */
  #pieces = {};
  /** @type {Record<string, string[]>} */
  #legal = {};
  /** The last move, "e2e4". @type {string | undefined} */
  #last;
  /** The square whose piece is to move. @type {string | null} */
  #from = null;
  /** @type {boolean | null} */
  #flipped = null;
  /** @type {Drag | null} */
  #drag = null;
  #tapped = ""; // the square that is pressed, if no piece is dragged from it
  #dropped = ""; // the square to which a piece was dragged

  /** @param {HTMLElement} root
   * @param {(square: string, letter: string|undefined) => string} name names a square and its piece
   * @param {Partial<Says>} says called when the visitor does something */
  constructor(root, name, says = {}) {
    this.#root = root;
    this.#name = name;
    this.#says = says;
    goByArrows(root);
    root.addEventListener("keydown", (e) => this.#key(e));
    root.addEventListener("pointerdown", (e) => this.#down(e));
    root.addEventListener("pointermove", (e) => this.#moved(e));
    root.addEventListener("pointerup", (e) => this.#up(e));
    // Screen readers and switches click without a pointer.
    root.addEventListener("click", (e) => {
      const square = squareOf(e.target);
      if (square && e.detail === 0) this.#choose(square);
    });
    root.addEventListener("pointercancel", () => {
      this.#tapped = "";
      this.#drop();
    });
    this.flipped = false;
  }

  /** Whether Black is below. @param {boolean} flipped */
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    const reached = squareOf(this.#root.querySelector("[tabindex='0']")) ?? "e2";
    this.#root.replaceChildren();
    this.#cells.clear();
    for (let row = 0; row < 8; row++) {
      const line = node("div", { role: "row" });
      for (let column = 0; column < 8; column++) {
        const file = flipped ? 7 - column : column, rank = flipped ? row : 7 - row;
        const square = files[file] + (rank + 1);
        const cell = node("div", { role: "gridcell", dataset: { square },
          className: `square ${(file + rank) % 2 ? "bright" : "dim"}`,
          tabIndex: square === reached ? 0 : -1 });
        // The style sheet draws the label. Screen readers do not read it: squares have names.
        const label = (/** @type {string} */ className, /** @type {string} */ text) =>
          cell.append(node("small", { className, ariaHidden: "true", dataset: { text } }));
        if (row === 7) label("file", square[0]);
        if (column === 0) label("rank", square[1]);
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#root.append(line);
    }
    this.#drawPieces({});
  }

  /** Shows a position.
   * @param {string} fen
   * @param {Record<string, string[]>} legal {from: [to, …]} of the moves that may be made now
   * @param {string} [last] the last move */
  show(fen, legal, last) {
    const before = this.#pieces;
    this.#pieces = placement(fen);
    this.#legal = legal;
    this.#last = last;
    if (this.#from && !legal[this.#from]) this.#from = null;
    this.#drawPieces(before);
  }

  /** @param {Record<string, string>} before the pieces that are drawn now */
  #drawPieces(before) {
    const left = Object.keys(before).filter((square) => before[square] !== this.#pieces[square]);
    const came = Object.keys(this.#pieces).filter((at) => before[at] !== this.#pieces[at]);
    for (const [square, cell] of this.#cells) {
      const piece = this.#pieces[square];
      if (piece !== before[square]) {
        cell.querySelector("svg")?.remove();
        if (piece) cell.insertAdjacentHTML("afterbegin", pieceSVG(piece));
      }
      cell.setAttribute("aria-label", this.#name(square, piece));
    }
    const from = (/** @type {string} */ to) => left.find((at) => before[at] === this.#pieces[to]);
    if (came.length <= 2) for (const to of came) this.#glide(from(to), to); // castling moves two
    this.#dropped = "";
    this.#drawMarks();
  }

  /** Lets a piece glide to its square, unless it was dragged there. @param {string | undefined} from
   * @param {string} to */
  #glide(from, to) {
    const cells = [from ?? "", to].map((square) => this.#cells.get(square));
    const [a, b] = cells.map((cell) => cell?.getBoundingClientRect());
    if (!a || !b || to === this.#dropped || calm.matches) return;
    const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
    cells[1]?.querySelector("svg")?.animate([{ transform: start, zIndex: 1 }, { zIndex: 1 }],
      { duration: glideMillis, easing: "ease-in-out" });
  }

  #drawMarks() {
    const last = [this.#last?.slice(0, 2), this.#last?.slice(2, 4)];
    const targets = this.#from ? this.#legal[this.#from] : [];
    for (const [square, cell] of this.#cells) {
      cell.classList.toggle("from", square === this.#from);
      cell.classList.toggle("target", targets.includes(square));
      cell.classList.toggle("occupied", square in this.#pieces);
      cell.classList.toggle("movable", square in this.#legal);
      cell.classList.toggle("last", last.includes(square));
      cell.setAttribute("aria-selected", String(square === this.#from));
    }
  }

  /** Selects the square of the piece to move. @param {string | null} square */
  #select(square) {
    if (square === this.#from) return;
    this.#from = square;
    this.#drawMarks();
    this.#says.touched?.(square);
  }

  /** The letter of the piece on a square. @param {string} square */
  piece(square) { return this.#pieces[square]; }

  /** The square whose piece is to move. */
  get selected() { return this.#from; }

  /** Reports a move that is not legal. @param {string} square */
  #refuse(square) {
    if (Object.keys(this.#legal).length) this.#says.refused?.(this.#from, square);
  }

  /** Whether the piece selected may go there. @param {string} square */
  #reaches(square) { return this.#from && this.#legal[this.#from]?.includes(square); }

  /** Moves the selected piece to the square, or selects the square. @param {string} square */
  #choose(square) {
    const from = this.#from;
    if (from && this.#reaches(square)) {
      this.#from = null;
      this.#drawMarks();
      return this.#says.move?.(from, square);
    }
    if (!(square in this.#legal)) this.#refuse(square);
    this.#select(square in this.#legal && square !== from ? square : null);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    const square = squareOf(e.target);
    if (!square) return;
    if (e.key === "Enter" || e.key === " ") this.#choose(square);
    else if (e.key === "Escape") this.#select(null);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Gives a square the focus. @param {string} square */
  focus(square) { this.#cells.get(square)?.focus({ preventScroll: true }); }

  /** @param {PointerEvent} e */
  #down(e) {
    const square = squareOf(e.target);
    if (!square || e.button > 0) return;
    this.#tapped = "";
    if (!(square in this.#legal) || this.#from !== square && this.#reaches(square)) {
      this.#tapped = square; // the browser cancels this if it becomes a swipe, which scrolls the page
      return;
    }
    const piece = this.#cells.get(square)?.querySelector("svg");
    const again = this.#from === square;
    this.#select(square);
    this.#drag = { square, again, x: e.clientX, y: e.clientY, piece, moved: false };
    this.#root.setPointerCapture(e.pointerId);
  }

  /** @param {PointerEvent} e */
  #moved(e) {
    const d = this.#drag;
    if (!d) return;
    const x = e.clientX - d.x, y = e.clientY - d.y;
    if (Math.hypot(x, y) > dragPixels) d.moved = true;
    if (d.moved && d.piece) {
      d.piece.style.transform = `translate(${x}px, ${y}px)`;
      d.piece.classList.add("lifted");
    }
  }

  /** @param {PointerEvent} e */
  #up(e) {
    const d = this.#drag;
    this.#drop();
    if (!d) {
      if (this.#tapped && this.#tapped === squareOf(e.target)) this.#choose(this.#tapped);
      this.#tapped = "";
      return;
    }
    const square = squareOf(document.elementFromPoint(e.clientX, e.clientY));
    if (d.moved && square && square !== d.square) this.#choose(this.#dropped = square);
    else if (d.moved || d.again) this.#select(null);
  }

  #drop() {
    if (this.#drag?.piece) {
      this.#drag.piece.style.transform = "";
      this.#drag.piece.classList.remove("lifted");
    }
    this.#drag = null;
  }
}
