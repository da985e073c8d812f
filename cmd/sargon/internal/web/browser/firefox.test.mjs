// The exhibit in Debian's Firefox, with SARGON the program to test and FIREFOX the browser. .ci/browser
// sets both. The tests use the protocol WebDriver BiDi, because Playwright needs a Firefox of its own.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { serve } from "./program.mjs";

const patience = 300_000; // milliseconds, on a busy computer
const position = "fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3&player=black";
const profile = mkdtempSync(join(tmpdir(), "sargon78-firefox-"));
let socket, server, firefox, tab;

let next = 1;
const waiting = new Map();

/** Sends a command of the protocol. */
const send = (method, params) => new Promise((resolve, reject) => {
  waiting.set(next, { resolve, reject });
  socket.send(JSON.stringify({ id: next++, method, params }));
});

before(async () => {
  server = await serve();
  firefox = spawn(process.env.FIREFOX ?? "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((resolve, reject) => {
    createInterface(firefox.stderr).on("line", (line) => {
      const found = /ws:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
    firefox.on("exit", () => reject(new Error("Firefox has ended")));
  });
  socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === "error") reject?.(new Error(message));
    else resolve?.(result);
  };
  await send("session.new", { capabilities: {} });
  tab = (await send("browsingContext.create", { type: "tab" })).context;
  await send("browsingContext.setViewport", { context: tab, viewport: { width: 1280, height: 720 } });
});
after(() => {
  socket?.close();
  server?.stop();
  firefox?.kill();
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

/** Evaluates an expression in the page again and again, until it is true. */
async function until(what, expression) {
  const end = Date.now() + patience;
  for (;;) {
    const { result, exceptionDetails } = await send("script.evaluate", {
      expression: `(async () => Boolean(${expression}))()`, target: { context: tab },
      awaitPromise: true,
    });
    if (result?.value) return;
    if (Date.now() > end) assert.fail(`waited in vain: ${what} ${exceptionDetails?.text ?? ""}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the value of an expression in the page. */
const value = async (expression) => (await send("script.evaluate", {
  expression: `(async () => ${expression})()`, target: { context: tab }, awaitPromise: true,
})).result.value;

/** Opens an address of the exhibit. */
async function open(hash) {
  await send("browsingContext.navigate", { context: tab, url: "about:blank", wait: "complete" });
  await send("browsingContext.navigate", { context: tab, url: server.url + hash, wait: "complete" });
  await until("the page", "document.body.dataset.ready");
}

const part = (name) => `(await import("/js/${name}.js"))`;

/** Clicks the element of a selector as soon as it is enabled, does not move, and is not covered. */
async function click(selector) {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  await until(`${selector} can be clicked`, `await (async () => {
    const e = ${found};
    if (!e || e.disabled) return false;
    e.scrollIntoView({ block: "nearest" });
    const before = e.getBoundingClientRect();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const { x, y, width, height } = e.getBoundingClientRect();
    return x === before.x && y === before.y && width > 0
      && e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })()`);
  const { result } = await send("script.evaluate", {
    expression: found, target: { context: tab }, awaitPromise: false,
  });
  const origin = { type: "element", element: { sharedId: result.sharedId } };
  await send("input.performActions", { context: tab, actions: [{ type: "pointer", id: "mouse",
    actions: [{ type: "pointerMove", x: 0, y: 0, origin }, { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 }] }] });
}

/** Saves a picture, if SHOTS names a folder. */
async function shot(name) {
  if (!process.env.SHOTS) return;
  const { data } = await send("browsingContext.captureScreenshot", { context: tab });
  writeFileSync(join(process.env.SHOTS, `firefox-${name}.png`), Buffer.from(data, "base64"));
}

test("Firefox: a game on the screen of 1978", async () => {
  await open("#level=1");
  await until("the board", 'document.querySelector("#over [data-square=g1].movable")');
  await click("#over [data-square=g1]"); // not the selected pawn: a click would deselect it
  await until("targets", 'document.querySelectorAll("#over .target").length === 2');
  await shot("touched");
  await click("#over [data-square=f3]");
  await until("an answer", `${part("machine")}.game.plies.length === 2`);
});

test("Firefox: both searches are the same, and are compared", async () => {
  await open(`#${position}&level=1`);
  await until("the comparison", `${part("times")}.times.now > 0 && ${part("times")}.times.emulated > 0
    && /\\d.*times faster/.test(document.querySelector(".times").textContent)`);
  await until("the drawing", `${part("thoughts")}.shown().thought.tree.next.length > 20`);
  await shot("compared");
  await open(`#${position}&level=2&view=inside`);
  await until("equal fingerprints", 'document.querySelector("#verdict.equal")');
  await shot("inside");
});

test("Firefox: the tour stops the machine", async () => {
  await open("#view=tour");
  const at = (label) => `document.getElementById("routine").textContent.startsWith("${label}")`;
  await until("the first station", at("search_ply"));
  await click("#tour-next");
  await until("the second", at("look_off"));
  await click("#tour-next");
  await until("the third", at("points_piece"));
  await shot("tour");
});

test("Firefox: a position of one's own", async () => {
  await open("#view=play&level=1");
  await click("#own");
  await until("the FEN", `Object.assign(document.getElementById("own-text"),
    { value: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }).dispatchEvent(new Event("input"))`);
  await shot("position");
  await click("#own-black");
  await until("a game", `${part("machine")}.game.start.startsWith("4k3/8") && !document.getElementById("position").open`);
});

test("Firefox: the story's pictures", async () => {
  await open("#view=story");
  await click("#p-twin .story-part summary");
  await until("what is measured, and nothing else", `await (async () => {
    const { here } = ${part("story")}, { measured } = ${part("speed")}, { short } = ${part("i18n")};
    return here.native > 0 && here.emulated === 2664 * 1.79e6 / measured
      && document.getElementById("picture-moore").getAttribute("aria-label").endsWith(
        \`emulated: \${short(here.emulated)} today, the same search as a modern program: \${
          short(here.native)}\`);
  })()`);
  await shot("story");
});

test("Firefox: the first answer is as slow as then, until the lever is pulled", async () => {
  await open("#view=play"); // the tab remembers the view and the game of the test before
  const before = await value(`${part("machine")}.game.number`); // may wait for its first move, too
  await click("#setup .choice");
  await click("#setup button");
  const plies = (n) => `${part("machine")}.game.plies.length === ${n} && ${part("machine")}.game.waiting`;
  await until("another game", `${part("machine")}.game.number > ${before} && ${plies(0)}`);
  await until("1. e4", `${part("machine")}.call("move", { move: "e2e4" }).then(() => true)`);
  await until("an answer from its book", plies(2));
  await until("2. a3", `${part("machine")}.call("move", { move: "a2a3" }).then(() => true)`);
  await until("the time to go", '/to go/.test(document.getElementById("wait").textContent)');
  assert.equal(await value(`${part("speed")}.hertz`), 1.79e6);
  await until("the lever", `(document.getElementById("lever").value = "1",
    document.getElementById("lever").dispatchEvent(new Event("input")))`);
  await until("the answer", plies(4));
});

test("Firefox: a game is set aside for watching, and comes back; the tour gives back the speed",
  async () => {
    await open("#moves=d2d4,d7d5&player=white&level=3&speed=50");
    const own = `${part("machine")}.game.plies[0]?.uci === "d2d4" && ${part("machine")}.game.waiting
      && ${part("machine")}.game.plies.length === 2 && ${part("machine")}.game.level === 3`;
    await until("the visitor's game", own);
    await click("#go-demo");
    await until("another game", `${part("machine")}.status.selfPlay`);
    await click("#go-play");
    await until("his own", own);
    await open("#view=tour&speed=50");
    await until("the tour's speed", `${part("speed")}.hertz === 4e6`);
    await click("#go-play");
    await until("the visitor's", `${part("speed")}.hertz === 50e6`);
  });

test("Firefox: a byte is changed, and put back", async () => {
  await open("#view=tour");
  await until("the bytes can be changed", '!document.getElementById("poke").hidden');
  await click("#bytes [data-square=d2]");
  await click("#poke-values button:nth-child(6)"); // 05: a queen
  await until("it is changed", 'document.querySelector("#bytes [data-square=d2]").textContent === "05"');
  await click("#poke-think");
  await until("what it wants", '/wants to play/.test(document.getElementById("poke-said").textContent)');
  await click("#poke-back");
  await until("it is back", 'document.querySelector("#bytes [data-square=d2]").textContent === "01"');
});

test("Firefox: a puzzle is solved, and taken home with what it never looked at", async () => {
  await open("#view=play&player=white&level=1&moves=c4g8,a8g8,h6f7&"
    + "fen=r6k/6pp/7N/8/2Q5/8/6PP/6K1_w_-_-_0_1");
  await until("the picture", 'document.querySelector("#about[open] .unseen")');
  await until("the QR code", 'document.querySelector("#about-code svg")');
});
