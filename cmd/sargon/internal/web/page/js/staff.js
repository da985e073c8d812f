// The page of the staff: numbers, settings, and an address of the exhibit as a QR code.
import { $, facts, node } from "./dom.js";
import { duration, number, t, use } from "./i18n.js";
import { generate } from "./lean-qr/index.js";
import { toSvg } from "./lean-qr/svg.js";
import { config, loadConfig, pickLanguage, post } from "./server.js";

const refreshMillis = 5000;
let token = "", timer = 0;

/** @param {Order & {pin?: string}} what */
async function ask(what) {
  const response = await post("api/staff", token ? { token, ...what } : what);
  if (response.status === 429) throw new Error(t("staff.wait"));
  if (!response.ok) throw new Error(t("staff.wrong"));
  return response.json();
}

/** Asks the server, and shows what it says. @param {Order & {pin?: string}} what */
async function show(what) {
  try {
    /** @type {StaffReply} */
    const reply = await ask(what);
    token = reply.token;
    $("enter").hidden = true;
    $("desk").hidden = false;
    const { games, moves, visitors } = reply.counters;
    const results = Object.entries(reply.counters.results).map(([r, n]) => `${r}: ${n}`);
    $("numbers").replaceChildren(...facts({
      [t("staff.games")]: number(games), [t("staff.moves")]: number(moves),
      [t("staff.visitors")]: number(visitors),
      [t("staff.results")]: results.join(", ") || "–",
      [t("staff.uptime")]: duration(reply.uptime), [t("staff.screens")]: number(reply.screens),
    }));
    $("volume").value = String(reply.volume);
    $("language").value = reply.language;
    const ordered = what.reset || what.volume !== undefined || what.language !== undefined;
    $("message").textContent = ordered ? t("staff.done") : "";
  } catch (error) {
    $("message").textContent = /** @type {Error} */ (error).message;
    token = "";
    $("enter").hidden = false;
    $("desk").hidden = true;
    clearInterval(timer);
  }
}

/** Draws the address as a QR code: the exhibit's, or a link to a game. */
function draw() {
  const address = $("address");
  address.setCustomValidity("");
  $("qr").replaceChildren();
  if (!address.checkValidity()) return;
  try {
    const svg = toSvg(generate(address.value), document, { on: "#000", off: "#fff" });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", address.value);
    $("qr").append(svg);
  } catch {
    address.setCustomValidity(t("staff.long"));
  }
}

async function start() {
  await loadConfig();
  await use(pickLanguage());
  $("language").replaceChildren(...[{ code: "", name: t("staff.auto") }, ...config.languages].map(
    ({ code, name }) => node("option", { value: code }, name)));
  $("address").value = `${location.origin}/`;
  $("address").addEventListener("input", draw);
  draw();
  $("print").addEventListener("submit", (e) => {
    e.preventDefault();
    print();
  });
  $("enter").addEventListener("submit", async (e) => {
    e.preventDefault();
    await show({ pin: $("pin").value });
    $("pin").value = "";
    clearInterval(timer);
    if (token) timer = setInterval(() => show({}), refreshMillis);
  });
  $("settings").addEventListener("submit", (e) => e.preventDefault());
  $("language").addEventListener("change", () => show({ language: $("language").value }));
  $("volume").addEventListener("change", () => show({ volume: Number($("volume").value) }));
  $("reset").addEventListener("click", () => show({ reset: true }));
}

start();
