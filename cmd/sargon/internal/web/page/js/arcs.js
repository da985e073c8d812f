// Moves as arcs on a board, for the page and for the wall.
export const squares = 8;
export const usual = 0.085, thin = 0.05, strong = 0.12; // of a square
/** @type {Record<string, string>} */
export const colours = { own: "#ff9d1c", other: "#17a2c4", best: "#e2483d", edge: "#1b1307" };

/** Takes a drawing away; lengths are squares from now on. @param {HTMLCanvasElement} canvas */
export function clean(canvas) {
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.clearRect(0, 0, canvas.width, canvas.height);
  c.scale(canvas.width / squares, canvas.height / squares);
  c.lineCap = "round";
  return c;
}

/** Draws a line of moves, which grows fainter.
 * @param {CanvasRenderingContext2D} c @param {string[]} moves @param {number} alpha
 * @param {number} wide */
export function drawLine(c, moves, alpha, wide) {
  moves.forEach((move, i) => drawArc(c, move, i % 2 ? "other" : "own",
    alpha * (wide === strong ? 1 : Math.max(0.35, 1 - i * 0.2)), wide));
}

/** The middle of a square, in squares from the upper left. @param {string} square */
export const middle = (square) => [square.charCodeAt(0) - 96.5, 8.5 - Number(square[1])];

/** An arc from square to square; one that goes back is bent to the other side.
 * @param {CanvasRenderingContext2D} c @param {string} move @param {string} colour
 * @param {number} alpha @param {number} wide */
export function drawArc(c, move, colour, alpha, wide) {
  const [x, y] = middle(move.slice(0, 2)), [u, v] = middle(move.slice(2, 4));
  const bend = 0.18, edge = 0.03, long = 0.34, half = 0.17; // the last two of its head
  const a = (x + u) / 2 + (y - v) * bend, b = (y + v) / 2 + (u - x) * bend;
  const distance = Math.hypot(u - a, v - b) || 1;
  const along = [(u - a) / distance, (v - b) / distance];
  const end = [u - along[0] * (long - edge), v - along[1] * (long - edge)];
  c.globalAlpha = alpha;
  const path = new Path2D();
  path.moveTo(x, y);
  path.quadraticCurveTo(a, b, end[0], end[1]);
  const head = new Path2D();
  head.moveTo(u, v);
  for (const side of [half, -half]) {
    head.lineTo(u - along[0] * long - along[1] * side, v - along[1] * long + along[0] * side);
  }
  head.closePath();
  /** @type {[string, number][]} */
  const strokes = [["edge", 2 * edge], [colour, 0]];
  for (const [style, more] of strokes) {
    c.strokeStyle = c.fillStyle = colours[style];
    c.lineWidth = wide + more;
    c.stroke(path);
    c.lineWidth = more;
    if (more) c.stroke(head);
    c.fill(head);
  }
  c.globalAlpha = 1;
}
