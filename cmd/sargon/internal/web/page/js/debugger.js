// The debugger of `sargon debug`, with buttons, keys and fingers. The program on the page has the same
// debugger; this file only sends commands to it, and shows the results.
import { $, fromBase64, hex, node } from "./dom.js";
import { inWords } from "./failure.js";
import { t, number, onLanguage } from "./i18n.js";
import { ask, onCrash, onDebug, onFrame, status } from "./machine.js";
import { onView, show, view } from "./views.js";

// Keys in the listing, as in `sargon debug`: small letters go forward in time, capitals back.
/** @type {Record<string, string>} */
const keys = {
  s: "step", n: "over", o: "out", c: "run", e: "eval", m: "move", p: "ply", r: "root" };
const mostBytes = 4; // how many bytes of a line are shown
const perRow = 64; // bytes in a row of the map of memory
const dotSize = 8; // pixels of a byte in the map
const readColour = [79, 184, 196], writeColour = [255, 150, 40]; // the same in light and dark

/** The last moment that the debugger has shown. @type {Moment | null} */
let moment = null;
/** The lines of the program; empty until they are known. @type {Line[]} */
let source = [];
let numbered = false; // the lines have numbers in files
let variables = /$^/; // matches the names of variables in a line
/** The elements of lines in the listing, as far as their files were shown. @type {HTMLElement[]} */
let lines = [];
let shown = ""; // the file that is shown
/** The indexes in source of the lines of that file. @type {number[]} */
let within = [];
let pc = 0, here = -1; // the address, and the line, about to run
let cursor = -1; // the line that is chosen
let scrolled = 0; // when the listing was scrolled last
const scrollMillis = 250; // between two scrolls while the machine runs
let following = true; // the listing shows the line that is about to run
/** The addresses of the rows of the map. @type {number[]} */
let rows = [];

onDebug.add((now) => {
  $("inside").classList.toggle("busy", !now);
  if (!now) return say(t("debug.busy"));
  moment = now;
  $("memory-value").textContent = "";
  if (now.output) $("answer").textContent = now.output;
  marks();
  if (now.entered) {
    following = true;
    showHere(pc);
  }
  said();
  // A breakpoint or watchpoint stops the machine in every view. The page then shows why.
  if (now.entered && now.reason === "point" && (view === "play" || view === "demo")) show("inside");
});
onFrame.add(({ status, heat }) => {
  if (!status.debugging && moment?.entered && !$("stopped").hidden) say("");
  if (heat) drawHeat(heat);
});
onCrash.add(async () => {
  moment = null; // the crashed worker had the points
  say("");
  marks();
});
onLanguage.add(() => {
  said();
  marks();
});
onView.add(async () => {
  if (source.length || view !== "inside" && view !== "tour") return;
  /** @type {Source | undefined} */
  const program = await ask("source");
  if (!program) return;
  ({ lines: source, numbered } = program);
  variables = new RegExp(`\\b(${program.variables.join("|")})\\b`);
  list();
});

/** Sends a command; its result comes with onDebug. @param {string} command */
export const debug = (command, enter = true) => ask("debug", { command, enter });

/** Reports whether there is a point to stop at. */
const armed = () => !!moment?.points.some(({ Off }) => !Off);

// Messages.

function say(/** @type {string} */ text) {
  $("stopped").hidden = !text;
  $("stopped").textContent = text;
}

/** Says where the debugger is, and how the last motion has ended. */
function said() {
  if (!moment) return;
  const { reason, error, stack, motion, evaluation, past, point, entered } = moment;
  const wrong = error ? inWords(error) : "";
  if (!entered || !status?.debugging) return say(wrong);
  const ended = wrong && reason !== "earliest" ? wrong
    : reason === "reached" || reason === "notStarted" ? ""
    : t(`debug.reason.${reason}`, { point });
  const { address, access: { Old, New } } = moment;
  const byte = address && t(Old === New ? "debug.byte" : "debug.access",
    { address, old: hex(Old), new: hex(New) });
  const parts = [ended, byte, stack.join(" ← "),
    evaluation >= 0 && t("debug.evaluation", { number: number(evaluation) }),
    motion && t(motion < 0 ? "debug.back" : "debug.forth", { number: number(Math.abs(motion)) }),
    t("debug.past", { number: number(past) })];
  say(parts.filter(Boolean).join(" · "));
}

// The listing.

/** Fills in the list of files, and shows the one that runs. */
function list() {
  const files = [...new Set(source.map(({ File }) => File))];
  const words = /** @type {HTMLElement} */ (document.querySelector("#p-code > p"));
  words.dataset.t = numbered ? "in.code.text" : "in.code.bytes";
  words.textContent = t(words.dataset.t);
  $("files").replaceChildren(...files.map((file) => node("option", {}, file)));
  openFile(source[lineAt(pc)]?.File ?? files[0]);
  showHere(pc);
}

/** Shows a file of the program. @param {string} file */
function openFile(file) {
  if (file === shown || !file) return;
  shown = file;
  within = source.flatMap((line, i) => line.File === file ? [i] : []);
  for (const i of within) lines[i] ??= lineElement(source[i], i);
  $("code").replaceChildren(...within.map((i) => lines[i]));
  $("files").value = file;
  $("code").removeAttribute("aria-activedescendant"); // the line may not be in this file
  marks();
}

/** @param {Line} line @param {number} i */
function lineElement({ Address, Bytes, Text, Number }, i) {
  const [code, ...comment] = Text.split(";");
  const rest = comment.length ? [node("em", {}, `;${comment.join(";")}`)] : [];
  const shown = code.replace(/^ {8}/, "   ").trimEnd().padEnd(rest.length && code.trim() ? 30 : 0);
  const all = Array.from(fromBase64(Bytes ?? ""), (byte) => hex(byte));
  const bytes = all.slice(0, mostBytes).join("");
  return node("div", { role: "option", id: `line${i}`, ariaSelected: "false",
    dataset: { line: String(i) }, className: `${code && "statement"} ${bytes && "code"}`,
    ariaLabel: Text.trim() ? null : String(Number) },
  node("b", {}, bytes ? "·" : " "),
  node("i", {}, code && `${bytes ? hex(Address, 4) : "    "} ${bytes.padEnd(8)} `),
  ...shown.split(variables).map((part, i) => i % 2 ? writer("a", part) : part), ...rest);
}

/** Returns the index of the line with the instruction at an address, -1 if there is none.
 * @param {number} address */
const lineAt = (address) => source.findIndex(
  ({ Address, Bytes, Size }) => Bytes && address >= Address && address < Address + Size);

/** Shows the line that is about to run. @param {number} address */
export function showHere(address) {
  lines[here]?.classList.remove("here");
  pc = address;
  here = lineAt(pc);
  lines[here]?.classList.add("here");
  const now = performance.now();
  if (!following || !source[here] || status?.running && now - scrolled < scrollMillis) return;
  scrolled = now;
  openFile(source[here].File);
  lines[here].classList.add("here");
  scrollTo(here);
}

/** Scrolls the listing, and nothing else, if a line is not well inside it. @param {number} line */
function scrollTo(line) {
  const element = lines[line], box = $("code");
  if (!element) return;
  const y = element.offsetTop, margin = 4 * element.offsetHeight;
  const inside = y >= box.scrollTop + margin / 2 && y <= box.scrollTop + box.clientHeight - margin;
  if (!inside) box.scrollTop = y - box.clientHeight / 3;
}

/** Chooses a line for "to here" and breakpoints. @param {number} line */
function choose(line, scroll = true) {
  lines[cursor]?.setAttribute("aria-selected", "false");
  cursor = line;
  if (!source[cursor]) return;
  openFile(source[cursor].File);
  const element = lines[cursor];
  element.setAttribute("aria-selected", "true");
  $("code").setAttribute("aria-activedescendant", element.id);
  if (scroll) scrollTo(cursor);
}

/** Returns the address of the chosen line, or of the first line after it that has bytes; -1 if there
 * is none. */
function chosenAddress() {
  for (let i = cursor < 0 ? here : cursor; i >= 0 && i < source.length; i++) {
    if (source[i].Bytes) return source[i].Address;
  }
  return -1;
}

/** Runs to the chosen line, or back to it. */
function toLine(back = false) {
  const address = chosenAddress();
  if (address >= 0) debug(`${back ? "back to" : "to"} ${address}`);
}

/** Sets a breakpoint at the chosen line, or removes it. */
function toggle() {
  const address = chosenAddress();
  if (address < 0) return;
  const at = moment?.points.find((p) => breaks(p) && p.From === address);
  const line = source[lineAt(address)];
  const place = numbered ? `${line.File}:${line.Number}` : `0x${hex(address, 4)}`;
  return debug(at ? `delete ${at.Number}` : `break ${place}`, false);
}

/** Reports whether a point is a breakpoint. @param {PointView} point */
const breaks = ({ Read, Write }) => !Read && !Write;

/** Shows breakpoints and watchpoints, in the listing and in their list. */
function marks() {
  const points = moment?.points ?? [];
  const stops = new Map(points.filter(breaks).map((p) => [p.From, p]));
  for (const i of within) {
    const element = lines[i], point = stops.get(source[i].Address);
    if (element.classList.contains("point") !== !!point) {
      element.classList.toggle("point", !!point);
      element.firstElementChild?.replaceChildren(point ? "●" : "·");
    }
    element.classList.toggle("off", !!point?.Off);
  }
  $("points").replaceChildren(...points.map((p) => {
    const on = node("input", { type: "checkbox", checked: !p.Off,
      ariaLabel: t("debug.on", { point: p.Text }),
      onchange: () => debug(`${p.Off ? "on" : "off"} ${p.Number}`, false) });
    const show = () => {
      following = false;
      choose(lineAt(p.From));
    };
    return node("li", {}, on, node("button", { className: "quiet", onclick: show },
      breaks(p) ? `● ${p.Place}` : p.Text.replace(/^\d+: /, "")),
    node("button", { className: "quiet", ariaLabel: t("debug.remove", { point: p.Text }),
      onclick: () => debug(`delete ${p.Number}`, false) }, "×"));
  }));
}

$("code").addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const element = target.closest("[data-line]");
  if (!(element instanceof HTMLElement)) return;
  choose(Number(element.dataset.line), false);
  if (target.matches("b") && source[cursor].Bytes) toggle();
});
for (const name of ["pointerdown", "wheel", "keydown"]) {
  $("code").addEventListener(name, () => { following = false; }, { passive: true });
}
$("code").addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const page = 15;
  /** @type {Record<string, number>} */
  const moves = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page };
  /** @type {Record<string, () => void>} */
  const does = {
    b: toggle, t: () => toLine(), T: () => toLine(true),
    w: variable, W: () => variable() && $("memory-write").click(), Home: follow, Escape: () => ask("pause"),
  };
  if (moves[e.key]) {
    const from = within.indexOf(cursor < 0 ? here : cursor);
    choose(within[Math.max(0, Math.min(within.length - 1, from + moves[e.key]))]);
  } else if (does[e.key]) does[e.key]();
  else if (keys[e.key]) debug(keys[e.key]);
  else if (keys[e.key.toLowerCase()]) debug(`back ${keys[e.key.toLowerCase()]}`);
  else return;
  e.preventDefault();
  e.stopPropagation(); // it is not for the machine of 1978
});

/** Fills in the variable that the chosen line names. */
function variable() {
  const named = source[cursor]?.Text.split(";", 1)[0].match(variables)?.[0];
  if (named) $("memory-address").value = named;
  $("memory-address").focus();
  return named;
}

/** Shows the line that is about to run, from now on. */
function follow() {
  choose(here);
  following = true;
}

/** Finds a name or some text in the listing, after the chosen line. */
function find() {
  const word = $("find").value.trim().toLowerCase();
  if (!word) return;
  const texts = source.map(({ Text }) => Text.toLowerCase());
  const named = texts.findIndex((text) => text.split(/[\s:;]/, 1)[0] === word);
  const after = texts.findIndex((text, i) => i > cursor && text.includes(word));
  const other = after >= 0 ? after : texts.findIndex((text) => text.includes(word));
  const found = named >= 0 && named !== cursor ? named : other;
  following = false;
  if (found >= 0) choose(found);
  $("find").setAttribute("aria-invalid", String(found < 0));
}

/** Makes the name of a variable, which leads to its last write when it is clicked.
 * @param {"a" | "button"} tag */
export const writer = (tag, name = "") => node(tag, { className: "quiet",
  title: t("debug.lastwrite"), dataset: { debug: `back write ${name}` } }, name);

$("inside").addEventListener("click", ({ target }) => {
  const b = target instanceof Element ? target.closest("[data-debug], [data-step]") : null;
  if (!(b instanceof HTMLElement)) return;
  const { debug: command, step } = b.dataset;
  if (command) debug(command);
  // Without breakpoints and watchpoints the machine leaves the debugger and runs.
  else if (step === "run" && status?.debugging && armed()) debug(step);
  else ask(step === "pause" ? step : "run", { at: step === "move" ? step : "" });
});
// When the window is opened, the line that was chosen meanwhile is scrolled to.
new ResizeObserver(() => scrollTo(following ? here : cursor)).observe($("code"));
$("files").addEventListener("change", () => {
  following = false;
  openFile($("files").value);
  choose(within[0]);
});
$("break-here").addEventListener("click", toggle);
$("to-here").addEventListener("click", () => toLine());
$("back-here").addEventListener("click", () => toLine(true));
$("follow").addEventListener("click", follow);
$("find").addEventListener("keydown", (e) => { if (e.key === "Enter") find(); });
$("command").addEventListener("keydown", (e) => {
  const command = $("command").value.trim();
  if (e.key !== "Enter" || !command) return;
  $("command").value = "";
  debug(command);
});

// Memory.

/** Draws which bytes were read and written lately. @param {Uint8Array} hot */
function drawHeat(hot) {
  const canvas = $("heat"), context = canvas.getContext("2d");
  if (!context || view !== "inside") return;
  const known = new Set(rows); // every row that was ever hot
  hot.forEach((byte, address) => { if (byte) known.add(Math.floor(address / perRow)); });
  if (known.size > rows.length) rows = [...known].sort((a, b) => a - b);
  for (const shown of [canvas, $("heat-text")]) shown.toggleAttribute("hidden", !rows.length);
  canvas.height = rows.length * dotSize; // setting the height clears the canvas
  rows.forEach((row, y) => {
    for (let x = 0; x < perRow; x++) {
      const byte = hot[row * perRow + x], read = byte & 15, write = byte >> 4;
      const colour = write >= read ? writeColour : readColour, level = Math.max(read, write) / 15;
      context.fillStyle = `rgb(${colour.map((part) => 46 * (1 - level) + part * level)})`;
      context.fillRect(x * dotSize, y * dotSize, dotSize - 1, dotSize - 1); // lines between bytes
    }
  });
}

$("heat").addEventListener("click", async (e) => {
  const { left, top, width, height } = $("heat").getBoundingClientRect();
  const row = rows[Math.floor((e.clientY - top) / height * rows.length)];
  if (row === undefined) return;
  const address = row * perRow + Math.floor((e.clientX - left) / width * perRow);
  const [name, byte] = await Promise.all(
    [ask("name", { address }), ask("memory", { address, length: 1 })]);
  $("memory-address").value = name || `${hex(address, 4)}h`;
  $("memory-value").textContent = `= ${byte?.toUpperCase()}`;
});
$("memory-address").addEventListener("keydown", async (e) => {
  const name = $("memory-address").value.trim();
  if (e.key !== "Enter" || !name) return;
  const now = await debug(`print [${name}]`);
  $("memory-value").textContent = now && (now.error ? inWords(now.error) : now.output);
});
for (const id of /** @type {const} */ (["write", "read", "watch"])) {
  $(`memory-${id}`).addEventListener("click", async () => {
    const name = $("memory-address").value.trim();
    if (!name) return $("memory-address").focus();
    if (id !== "watch") return debug(`back ${id} ${name}`);
    return debug(`watch ${name}`, false);
  });
}
