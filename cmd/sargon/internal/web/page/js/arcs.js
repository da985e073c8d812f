// Draws moves as arcs on a board, for the page and for the wall, as parts of an SVG drawing. The unit
// is a square.
import { shape } from "./dom.js";

export const usual = 0.085, thin = 0.05, strong = 0.12; // widths
/** @type {Record<string, string>} */
export const colours = { own: "#ff9d1c", other: "#17a2c4", best: "#e2483d", edge: "#1b1307" };

/** Draws a line of moves; later moves are fainter. @param {string[]} moves @param {number} opacity
 * @param {number} wide */
export const lineOf = (moves, opacity, wide) => moves.map((move, i) => arcOf(move,
  i % 2 ? "other" : "own", wide, opacity * (wide === strong ? 1 : Math.max(0.35, 1 - i * 0.2))));

/** The middle of a square, as [x, y] from the upper left corner of the board. @param {string} square */
export const middle = (square) => [square.charCodeAt(0) - 96.5, 8.5 - Number(square[1])];

/** Draws an arc from square to square. The arc of the way back is bent to the other side.
 * @param {string} move @param {string} colour @param {number} wide @param {number} opacity */
export function arcOf(move, colour, wide, opacity) {
  const [x, y] = middle(move.slice(0, 2)), [u, v] = middle(move.slice(2, 4));
  const bend = 0.18, edge = 0.03, long = 0.34, half = 0.17; // long, half: size of the head
  const a = (x + u) / 2 + (y - v) * bend, b = (y + v) / 2 + (u - x) * bend;
  const distance = Math.hypot(u - a, v - b) || 1;
  const i = (u - a) / distance, j = (v - b) / distance; // the direction at the end of the arc
  const curve = `M${x} ${y}Q${a} ${b} ${u - i * (long - edge)} ${v - j * (long - edge)}`;
  const corner = (/** @type {number} */ side) =>
    `L${u - i * long - j * side} ${v - j * long + i * side}`;
  const head = `M${u} ${v}${corner(half)}${corner(-half)}Z`;
  const parts = ["edge", colour].flatMap((name) => {
    const stroke = colours[name], more = name === "edge" ? 2 * edge : 0;
    return [shape("path", { d: curve, stroke, "stroke-width": wide + more, fill: "none" }),
      shape("path", { d: head, stroke, "stroke-width": more, fill: stroke })];
  });
  return shape("g", { opacity, "stroke-linecap": "round" }, ...parts);
}
