// The page of the staff: numbers, settings, and an address of the exhibit as a QR code.
import * as words from "./i18n.js";
import { generate } from "./lean-qr/index.js";
import { toSvg } from "./lean-qr/svg.js";

const { t, duration, number } = words;
const $ = (id) => document.getElementById(id);
let token = "", timer = 0;

async function ask(what) {
  const response = await fetch("api/staff", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
  if (response.status === 429) throw new Error(t("staff.wait"));
  if (!response.ok) throw new Error(t("staff.wrong"));
  return response.json();
}

async function show(what) {
  try {
    const reply = await ask(token ? { token, ...what } : what);
    token = reply.token;
    $("enter").hidden = true;
    $("desk").hidden = false;
    const c = reply.counters;
    const facts = {
      "staff.games": number(c.games), "staff.moves": number(c.moves), "staff.visitors": number(c.visitors),
      "staff.results": Object.entries(c.results).map(([r, n]) => `${r}: ${n}`).join(", ") || "–",
      "staff.uptime": duration(reply.uptime), "staff.screens": number(reply.screens),
    };
    $("numbers").replaceChildren(...Object.entries(facts).flatMap(([key, value]) => [
      Object.assign(document.createElement("dt"), { textContent: t(key) }), Object.assign(document.createElement("dd"), { textContent: value })]));
    $("volume").value = reply.volume;
    $("language").value = reply.language;
    $("message").textContent = what.reset || what.volume !== undefined || what.language !== undefined ? t("staff.done") : "";
  } catch (error) {
    $("message").textContent = error.message;
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
  const config = await (await fetch("config.json")).json();
  const known = config.languages.map((l) => l.code);
  await words.use(navigator.languages.map((l) => l.slice(0, 2)).find((l) => known.includes(l)) ?? "en");
  $("language").replaceChildren(...[{ code: "", name: t("staff.auto") }, ...config.languages].map((l) => Object.assign(document.createElement("option"), { value: l.code, textContent: l.name })));
  $("address").value = `${location.origin}/`;
  $("address").addEventListener("input", draw);
  draw();
  $("print").addEventListener("submit", (e) => { e.preventDefault(); print(); });
  $("enter").addEventListener("submit", async (e) => {
    e.preventDefault();
    await show({ pin: $("pin").value });
    $("pin").value = "";
    clearInterval(timer);
    if (token) timer = setInterval(() => show({}), 5000);
  });
  $("settings").addEventListener("submit", (e) => e.preventDefault());
  $("language").addEventListener("change", (e) => show({ language: e.target.value }));
  $("volume").addEventListener("change", (e) => show({ volume: Number(e.target.value) }));
  $("reset").addEventListener("click", () => show({ reset: true }));
}

start();
