// QR codes.
import { generate } from "./lean-qr/index.js";
import { toSvg } from "./lean-qr/svg.js";

/** Shows a text as a QR code, and reports whether it is short enough for one.
 * @param {Element} root @param {string} text @param {string} label */
export function drawCode(root, text, label) {
  root.replaceChildren();
  try {
    const svg = toSvg(generate(text), document, { on: "#000", off: "#fff" });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    root.append(svg);
    return true;
  } catch {
    return false;
  }
}
