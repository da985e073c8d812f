// The screen of the Jupiter: 64 × 32 cells of a byte each, with 2 × 3 dots in a cell. A dot is a
// square of whole pixels of the display.

const columns = 64, rows = 32;
const cellWide = 2, cellHigh = 3;
const space = 0x20;
const wholeDots = 4; // pixels; smaller dots are scaled, because whole ones would leave a wide margin

/** Colours of dots that are set and of dots that are clear.
 * @type {Record<string, {set: string, clear: string}>} */
const palettes = {
  paper: { set: "#1d1b17", clear: "#e9e3d2" },
  green: { set: "#06140b", clear: "#5df08f" },
  amber: { set: "#170d02", clear: "#ffb545" },
};

// A character generator of 5 × 7 dots: rows from the top, five bits each.
const glyphs = `
  00000000000000 04040404040004 0A0A0A00000000 0A0A1F0A1F0A0A 040F140E051E04 18190204081303
  0C12140815120D 04040800000000 02040808080402 08040202020408 0004150E150400 0004041F040400
  000000000C0408 0000001F000000 00000000000C0C 01010204081010 0E11131519110E 040C040404040E
  0E11010608101F 1E01010E01011E 02060A121F0202 1F101E0101110E 0608101E11110E 1F010204080808
  0E11110E11110E 0E11110F01020C 000C0C000C0C00 000C0C000C0408 02040810080402 00001F001F0000
  08040201020408 0E110102040004 0E11171517100E 0E11111F111111 1E11111E11111E 0E11101010110E
  1E11111111111E 1F10101E10101F 1F10101E101010 0E11101711110F 1111111F111111 0E04040404040E
  0101010111110E 11121418141211 1010101010101F 111B1515111111 11191915131311 0E11111111110E
  1E11111E101010 0E11111115120D 1E11111E141211 0F10100E01011E 1F040404040404 1111111111110E
  111111110A0A04 11111115151B11 11110A040A1111 11110A04040404 1F01020408101F 0E08080808080E
  10100804020101 0E02020202020E 040A1100000000 0000000000001F`.trim().split(/\s+/).map(
  (hex) => (hex.match(/../g) ?? []).map((row) => parseInt(row, 16)));

export class Screen {
  #canvas; #context;
  #cells = new Uint8Array(columns * rows).fill(space);
  #dot = 0; // pixels of the display
  #colors = "paper";

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (
      canvas.getContext("2d", { alpha: false }));
  }

  /** Makes the picture as large as fits into a width and a height in CSS pixels.
   * @param {number} width @param {number} height */
  fit(width, height) {
    const ratio = window.devicePixelRatio || 1, canvas = this.#canvas;
    const dots = Math.min(width / (columns * cellWide), height / (rows * cellHigh)) * ratio;
    const whole = dots >= wholeDots;
    const dot = Math.max(3, whole ? Math.floor(dots) : Math.ceil(dots));
    const scale = whole ? 1 : dots / dot;
    if (dot !== this.#dot) {
      this.#dot = dot;
      canvas.width = columns * cellWide * dot;
      canvas.height = rows * cellHigh * dot;
      this.#drawAll();
    }
    canvas.classList.toggle("scaled", !whole);
    canvas.style.width = `${canvas.width / ratio * scale}px`;
    canvas.style.height = `${canvas.height / ratio * scale}px`;
  }

  get colors() { return this.#colors; }
  set colors(name) {
    this.#colors = Object.hasOwn(palettes, name) ? name : "paper";
    this.#drawAll();
  }

  /** @param {Uint8Array} cells */
  show(cells) {
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] !== this.#cells[i]) {
        this.#cells[i] = cells[i];
        this.#draw(i);
      }
    }
  }

  /** Returns the characters of the screen, for screen readers. */
  text(left = 0, right = columns) {
    const lines = [];
    for (let row = 0; row < rows; row++) {
      const cells = this.#cells.subarray(row * columns + left, row * columns + right);
      const letters = Array.from(cells, (c) => c > space && c < 127 ? c : space);
      const line = String.fromCharCode(...letters).trimEnd();
      if (line) lines.push(line);
    }
    return lines.join("\n");
  }

  #drawAll() {
    for (let i = 0; i < this.#cells.length; i++) this.#draw(i);
  }

  /** @param {number} i */
  #draw(i) {
    const c = this.#context, dot = this.#dot, palette = palettes[this.#colors];
    if (!dot) return; // the screen has no size yet
    const wide = cellWide * dot, high = cellHigh * dot;
    const x = i % columns * wide, y = Math.floor(i / columns) * high;
    c.fillStyle = palette.clear;
    c.fillRect(x, y, wide, high);
    c.fillStyle = palette.set;
    const cell = this.#cells[i];
    if (cell >= 0x80 && cell <= 0xBF) {
      for (let bit = 0; bit < 6; bit++) {
        const right = bit % cellWide, down = Math.floor(bit / cellWide);
        if (cell >> bit & 1) c.fillRect(x + right * dot, y + down * dot, dot, dot);
      }
    } else if (cell > space && cell < 0x80) {
      this.#character(cell >= 0x60 ? cell - 0x20 : cell, x, y); // there are only capitals
    }
  }

  /** @param {number} code @param {number} x @param {number} y */
  #character(code, x, y) {
    const wide = cellWide * this.#dot, high = cellHigh * this.#dot;
    const glyph = glyphs[code - space], bitsWide = 5, lines = 9;
    const px = Math.floor(wide / (bitsWide + 1)), py = Math.floor(high / lines);
    const left = x + Math.floor((wide - bitsWide * px) / 2);
    const top = y + Math.floor((high - glyph.length * py) / 2);
    glyph.forEach((bits, row) => {
      for (let column = 0; column < bitsWide; column++) {
        if (!(bits >> (bitsWide - 1 - column) & 1)) continue;
        this.#context.fillRect(left + column * px, top + row * py, px, py);
      }
    });
  }
}
