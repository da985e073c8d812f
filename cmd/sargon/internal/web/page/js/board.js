// A chess board by pointer, touch and keyboard. Pieces are drawn here, in SVG.

const base = `<path d="M10.5 40c0-3 2-4.5 4.5-4.5h15c2.5 0 4.5 1.5 4.5 4.5z"/>`;
const shapes = {
  p: `<path d="M17 34c0-6 3-9 3.5-13h4c.5 4 3.5 7 3.5 13z"/><circle cx="22.5" cy="16" r="6"/>`,
  n: `<path d="M13.5 34c0-7 6-9 6.5-14l-5 2.5c-2.5 1.3-5-.700-4-3.3l4.5-8.2c1-1.8 2.5-2.7 4.5-3.2l1-3.3 3.5 3.5c7.5 2 10.5 11 7.5 26z"/><circle class="mark" cx="20" cy="13.5" r="1.3"/>`,
  b: `<path d="M17.5 34c-.5-3-4.5-6-4.5-11 0-5.5 4.5-10 9.5-15 5 5 9.5 9.5 9.5 15 0 5-4 8-4.5 11z"/><circle cx="22.5" cy="6.5" r="2.5"/><path class="line" d="M22.5 16.5v9M18.5 20.5h8"/>`,
  r: `<path d="M12 8h5.5v4h2.8V8h4.4v4h2.8V8H33v9l-3 3v10l2.5 4h-20l2.5-4V20l-3-3z"/><path class="line" d="M15.5 20.5h14"/>`,
  q: `<path d="M14 34 9.5 15l6.5 8 1.5-13 5 12 5-12 1.5 13 6.5-8L31 34z"/><circle cx="9.5" cy="13" r="2.3"/><circle cx="17.3" cy="8.5" r="2.3"/><circle cx="27.7" cy="8.5" r="2.3"/><circle cx="35.5" cy="13" r="2.3"/>`,
  k: `<path d="M14 34l-3.5-12c-1-5 6-8 12-1.5 6-6.5 13-3.5 12 1.5L31 34z"/><path class="cross" d="M22.5 4.5v13M18 9h9"/>`,
};

export function pieceSVG(letter) {
  const kind = letter.toLowerCase();
  return `<svg viewBox="0 0 45 45" aria-hidden="true" class="piece ${letter === kind ? "dark" : "light"}">${shapes[kind]}${base}</svg>`;
}

/** Reads the first field of a FEN into {square: letter}. */
export function placement(fen) {
  const pieces = {};
  fen.split(" ")[0].split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else pieces["abcdefgh"[file++] + (8 - i)] = c;
    }
  });
  return pieces;
}

export class Board {
  #root; #cells = new Map(); #pieces = {}; #legal = {}; #from = null; #flipped = null; #focus = "e2"; #drag = null;

  /**
   * @param {(from: string, to: string) => void} onMove is told a legal move
   * @param {(square: string, letter: string|undefined) => string} name says what stands on a square
   */
  constructor(root, onMove, name) {
    this.#root = root;
    this.onMove = onMove;
    this.name = name;
    root.setAttribute("role", "grid");
    root.addEventListener("keydown", (e) => this.#key(e));
    root.addEventListener("pointerdown", (e) => this.#down(e));
    root.addEventListener("pointermove", (e) => this.#moved(e));
    root.addEventListener("pointerup", (e) => this.#up(e));
    root.addEventListener("click", (e) => this.#click(e));
    root.addEventListener("pointercancel", () => this.#drop());
    this.flipped = false;
  }

  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#root.replaceChildren();
    this.#cells.clear();
    for (let row = 0; row < 8; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < 8; column++) {
        const file = flipped ? 7 - column : column, rank = flipped ? row : 7 - row;
        const square = "abcdefgh"[file] + (rank + 1);
        const cell = document.createElement("div");
        cell.className = `square ${(file + rank) % 2 ? "bright" : "dim"}`;
        cell.dataset.square = square;
        if (row === 7) cell.dataset.file = square[0];
        if (column === 0) cell.dataset.rank = square[1];
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = square === this.#focus ? 0 : -1;
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#root.append(line);
    }
    this.#draw(true);
  }

  /** Shows a position; legal is {from: [to, …]} of the moves that may be made now. */
  show(fen, legal, last) {
    const pieces = placement(fen);
    this.#legal = legal;
    if (this.#from && !legal[this.#from]) this.#from = null;
    const before = this.#pieces;
    this.#pieces = pieces;
    this.last = last;
    this.#draw(false, before);
  }

  #draw(all, before = {}) {
    for (const [square, cell] of this.#cells) {
      const piece = this.#pieces[square];
      if (all || piece !== before[square] || (piece && !cell.firstChild)) cell.innerHTML = piece ? pieceSVG(piece) : "";
      const targets = this.#from ? this.#legal[this.#from] : [];
      cell.classList.toggle("from", square === this.#from);
      cell.classList.toggle("target", targets.includes(square));
      cell.classList.toggle("movable", square in this.#legal);
      cell.classList.toggle("last", !!this.last && (this.last.startsWith(square) || this.last.slice(2, 4) === square));
      cell.setAttribute("aria-label", this.name(square, piece));
      cell.setAttribute("aria-selected", String(square === this.#from));
    }
  }

  #choose(square) {
    if (this.#from && this.#legal[this.#from]?.includes(square)) {
      const from = this.#from;
      this.#from = null;
      this.#draw();
      this.onMove(from, square);
      return;
    }
    this.#from = square in this.#legal && square !== this.#from ? square : null;
    this.#draw();
  }

  #key(e) {
    const square = e.target.dataset?.square;
    if (!square) return;
    const turn = this.#flipped ? -1 : 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (step) {
      const file = "abcdefgh".indexOf(square[0]) + turn * step[0], rank = Number(square[1]) + turn * step[1];
      const next = this.#cells.get(`${"abcdefgh"[file]}${rank}`);
      if (next) {
        this.#cells.get(this.#focus).tabIndex = -1;
        this.#focus = next.dataset.square;
        next.tabIndex = 0;
        next.focus();
      }
    } else if (e.key === "Enter" || e.key === " ") this.#choose(square);
    else if (e.key === "Escape") { this.#from = null; this.#draw(); }
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  #squareAt(e) {
    return document.elementFromPoint(e.clientX, e.clientY)?.closest?.(".square")?.dataset.square;
  }

  #down(e) {
    const square = e.target.closest(".square")?.dataset.square;
    if (!square || e.button > 0) return;
    if (this.#from && this.#from !== square && this.#legal[this.#from]?.includes(square)) return this.#choose(square);
    if (!(square in this.#legal)) { this.#from = null; return this.#draw(); }
    const again = this.#from === square;
    this.#from = square;
    this.#draw();
    this.#drag = { square, again, x: e.clientX, y: e.clientY, piece: this.#cells.get(square).firstChild, moved: false };
    this.#root.setPointerCapture(e.pointerId);
  }

  /** Screen readers and switches click without a pointer. */
  #click(e) {
    const square = e.target.closest(".square")?.dataset.square;
    if (square && e.detail === 0) this.#choose(square);
  }

  #moved(e) {
    const d = this.#drag;
    if (!d) return;
    const x = e.clientX - d.x, y = e.clientY - d.y;
    if (Math.hypot(x, y) > 6) d.moved = true;
    if (d.moved && d.piece) {
      d.piece.style.transform = `translate(${x}px, ${y}px)`;
      d.piece.classList.add("lifted");
    }
  }

  #up(e) {
    const d = this.#drag;
    this.#drop();
    if (!d) return;
    const square = this.#squareAt(e);
    if (d.moved) {
      if (square && square !== d.square) this.#choose(square);
      else { this.#from = null; this.#draw(); }
    } else if (d.again) { this.#from = null; this.#draw(); }
  }

  #drop() {
    if (this.#drag?.piece) {
      this.#drag.piece.style.transform = "";
      this.#drag.piece.classList.remove("lifted");
    }
    this.#drag = null;
  }
}
