// Functions on the document that several parts of the page use.

/** Whether the page stands in the frame of an article. */
export const framed = parent !== window;
/** Whether the visitor wants nothing to move. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the element with an id, which must exist.
 * @template {string} K @param {K} id
 * @returns {K extends keyof Elements ? Elements[K] : HTMLElement} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** Makes an element.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag
 * @param {Properties<HTMLElementTagNameMap[K]>} [properties]
 * @param {(Node | string | number)[]} content */
export function node(tag, { dataset, style, ...properties } = {}, ...content) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  Object.assign(element.dataset, dataset);
  Object.assign(element.style, style);
  element.append(...content.map((part) => part instanceof Node ? part : String(part)));
  return element;
}

/** Makes an SVG element.
 * @param {string} tag @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} content */
export function shape(tag, attributes = {}, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...content);
  return element;
}

/** @type {Record<string, [number, number]>} rows down and columns to the right */
const steps = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
};

/** Lets arrow keys move from cell to cell of a grid. Tab returns to the last cell.
 * @param {HTMLElement} grid whose children are rows, whose children are cells */
export function goByArrows(grid) {
  grid.setAttribute("role", "grid");
  grid.addEventListener("focusin", (e) => {
    for (const cell of grid.querySelectorAll("[tabindex='0']")) cell.setAttribute("tabindex", "-1");
    if (e.target instanceof Element) e.target.setAttribute("tabindex", "0");
  });
  grid.addEventListener("keydown", (e) => {
    const cell = e.target instanceof Element && e.target.closest("[role=gridcell]");
    const row = cell && cell.parentElement, step = steps[e.key];
    if (!row || !step) return;
    const below = [...grid.children].indexOf(row) + step[0];
    const next = grid.children[below]?.children[[...row.children].indexOf(cell) + step[1]];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    e.preventDefault();
  });
}

/** Makes the content of a list of facts. @param {Record<string, string | number | Node>} values */
export const facts = (values) => Object.entries(values).flatMap(
  ([name, value]) => [node("dt", {}, name), node("dd", {}, value)]);

/** Announces a text to screen readers, and if loud also shows it. @param {string} text */
export function announce(text, loud = false) {
  $(loud ? "said" : "announce").textContent = text; // screen readers read both
}

const answerMillis = 6000; // how long the question is shown

/** Lets a button ask before it acts: it shows the question, and acts when it is pressed again soon.
 * @param {HTMLElement} button @param {() => string} question @param {() => void} act */
export function askFirst(button, question, act) {
  let words = "", timer = 0;
  const calm = () => {
    clearTimeout(timer);
    if (words) button.textContent = words;
    words = "";
  };
  button.addEventListener("click", () => {
    const sure = words !== "";
    calm();
    if (sure) return act();
    words = button.textContent ?? "";
    button.textContent = question();
    timer = setTimeout(calm, answerMillis);
  });
  button.addEventListener("blur", calm);
}

export const hex = (/** @type {number} */ n, digits = 2) =>
  n.toString(16).toUpperCase().padStart(digits, "0");

/** Encodes bytes in base 64. @param {Iterable<number>} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
/** Decodes base 64. @param {string} text */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
