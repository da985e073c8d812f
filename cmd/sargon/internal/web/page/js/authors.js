// The page for those who write articles: the lines that put the exhibit into one.
import { $, node } from "./dom.js";
import { t, use } from "./i18n.js";
import { config, loadConfig, pickLanguage } from "./server.js";

const form = /** @type {HTMLFormElement} */ ($("choices"));
const lines = /** @type {HTMLTextAreaElement} */ ($("lines"));

/** The address of the exhibit as it is chosen. */
function address() {
  const chosen = [...new FormData(form)].map(
    ([name, value]) => [name, String(value).trim().replaceAll(" ", name === "fen" ? "_" : "")])
    .filter(([, value]) => value);
  const fragment = new URLSearchParams([...chosen, ["keyboard", "0"]]).toString()
    .replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `${new URL(".", location.href).href}#${fragment}`;
}

function draw() {
  const url = address();
  lines.value = `<iframe src="${url.replaceAll("&", "&amp;")}"\n  title="Sargon, 1978" `
    + 'width="720" height="600" loading="lazy"\n  sandbox="allow-scripts"></iframe>';
  /** @type {HTMLAnchorElement} */ ($("try")).href = `${url}&ui=0`;
}

async function start() {
  await loadConfig();
  await use(pickLanguage(new URLSearchParams(location.hash.slice(1)).get("lang")));
  const languages = /** @type {HTMLSelectElement} */ (form.elements.namedItem("lang"));
  languages.append(node("option", { value: "" }, "–"), ...config.languages.map(
    ({ code, name }) => node("option", { value: code }, name)));
  /** @type {HTMLTextAreaElement} */ ($("messages")).value = `const exhibit = document.querySelector("iframe");
exhibit.contentWindow.postMessage({ sargon78: "new", player: "white", level: 2 }, "*");
exhibit.contentWindow.postMessage({ sargon78: "move", move: "e2e4" }, "*");
addEventListener("message", ({ source, data }) => {
  if (source !== exhibit.contentWindow || data.sargon78 !== "game") return;
  console.log(data.fen, data.moves, data.result);
});`;
  form.addEventListener("input", draw);
  form.addEventListener("submit", (e) => e.preventDefault());
  $("copy").addEventListener("click", async () => {
    lines.select();
    await navigator.clipboard.writeText(lines.value).catch(() => document.execCommand("copy"));
    $("copied").textContent = t("authors.copied");
  });
  draw();
  document.body.dataset.ready = "true";
}

start();
