// The page of the staff: numbers, settings, and an address of the exhibit as a QR code.
import { $, askFirst, facts, node } from "./dom.js";
import { duration, number, t, use } from "./i18n.js";
import { drawCode } from "./qr.js";
import { config, loadConfig, pickLanguage, post } from "./server.js";

const refreshMillis = 5000;
const unknown = 401, foreign = 403, tooMany = 429; // the status of the server's answer
let token = "", timer = 0;

/** @typedef {Order & {pin?: string}} Request */

/** Asks the server. The text of an error says why there is no answer; its cause is whether the PIN
 * has to be entered again. @param {Request} what @returns {Promise<StaffReply>} */
async function ask(what) {
  const response = await post("api/staff", token ? { token, ...what } : what)
    .catch(() => { throw new Error(t("server.away")); });
  const { status } = response;
  if (response.ok) return response.json();
  const again = status === unknown || status === tooMany && !token;
  const words = { [tooMany]: "staff.wait", [foreign]: "staff.foreign",
    [unknown]: token ? "staff.expired" : "staff.wrong" }[status] ?? "server.odd";
  throw new Error(t(words, { status }), { cause: again });
}

/** Asks the server, and shows its answer. @param {Request} what */
async function show(what) {
  try {
    draw(await ask(what));
    const { pin, ...orders } = what;
    $("message").textContent = Object.keys(orders).length ? t("staff.done") : "";
  } catch (error) {
    const { message, cause } = /** @type {Error} */ (error);
    $("message").textContent = message;
    if (cause) token = "";
    if (!token) clearInterval(timer);
  }
  $("enter").hidden = token !== "";
  $("desk").hidden = token === "";
}

/** @param {StaffReply} reply */
function draw(reply) {
  const wrong = reply.wrongPins;
  token = reply.token;
  const { games = 0, moves = 0, visitors = 0, ...results } = reply.counters;
  $("numbers").replaceChildren(...facts({
    [t("staff.games")]: number(games), [t("staff.moves")]: number(moves),
    [t("staff.visitors")]: number(visitors),
    [t("staff.results")]: Object.entries(results).map((of) => of.join(": ")).join(", ") || "–",
    [t("staff.uptime")]: duration(reply.uptime), [t("staff.screens")]: number(reply.screens),
    [t("staff.walls")]: number(reply.walls), [t("staff.pins")]: wrong.count
      ? t("staff.guessed", { ...wrong, time: duration(wrong.ago) }) : "–",
  }));
  $("volume").value = String(reply.volume);
  $("language").value = reply.language;
  if (document.activeElement !== $("public")) $("public").value = reply.public;
}

/** Reports whether an address always means the computer that opens it. A phone that scans it finds
 * nothing. @param {string} address */
export const onlyHere = (address) => URL.canParse(address)
  && /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0|\[::\])$/.test(new URL(address).hostname);

/** Draws the address in the field as a QR code: that of the exhibit, or a link to a game. */
function showCode() {
  const address = $("address");
  $("here-only").hidden = !onlyHere(address.value);
  address.setCustomValidity("");
  $("qr").replaceChildren();
  if (address.checkValidity() && !drawCode($("qr"), address.value, address.value)) {
    address.setCustomValidity(t("staff.long"));
  }
}

/** Fills the staff page, and connects its fields with the server. */
async function start() {
  await loadConfig();
  await use(pickLanguage());
  $("language").replaceChildren(...[{ code: "", name: t("staff.auto") }, ...config.languages].map(
    ({ code, name }) => node("option", { value: code }, name)));
  $("address").value = config.public || `${location.origin}/`;
  $("address").addEventListener("input", showCode);
  showCode();
  $("print").addEventListener("submit", (e) => {
    e.preventDefault();
    print();
  });
  $("settings").addEventListener("submit", (e) => e.preventDefault());
  $("language").addEventListener("change", () => show({ language: $("language").value }));
  $("volume").addEventListener("change", () => show({ volume: Number($("volume").value) }));
  $("public").addEventListener("change", () => {
    if ($("public").reportValidity()) show({ public: $("public").value });
  });
  askFirst($("reset"), () => t("staff.sure"), () => show({ reset: true }));
}

const started = start();
$("enter").addEventListener("submit", async (e) => {
  e.preventDefault();
  await started; // the PIN may be entered before the texts are loaded
  await show({ pin: $("pin").value });
  $("pin").value = "";
  clearInterval(timer);
  if (token) timer = setInterval(() => show({}), refreshMillis);
});
