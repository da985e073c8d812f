// The exhibit in a real browser: node --test, with SARGON the program to test and CHROMIUM the
// browser. .ci/browser sets both. What Firefox does of it is in firefox.test.mjs.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import {
  call, choose, expect, fresh, go, knights, look, menu, open, part, pass, patience, ready, saved, seen,
  serve, shows, toThink, until, wide,
} from "./page.mjs";

const sargon = process.env.SARGON, root = new URL("../../../../..", import.meta.url).pathname;
const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const tall = { width: 1080, height: 1920 };
const phone = { width: 390, height: 844 };

/** The machine, with its questions and its moves on the screen, as fast as it can. */
const quick = "speed=999";

const crash = async (page) => (await part(page, "machine")).evaluate(
  ({ crashed }) => crashed("a test")); // and until it runs again

/** Begins a game with the white pieces, and else as the form stands. */
async function newGame(page) {
  await page.click("#setup label:has(input[value=white])");
  await page.click("#setup .main");
  await until(page, "the first move", myTurn(0));
}

/** Sets the speed of the machine, in hertz; 0 is as fast as it can. */
const setSpeed = async (page, hertz) => (await part(page, "speed")).evaluate(
  ({ setSpeed }, hertz) => setSpeed(hertz), hertz);

/** Whether the visitor is to make the next move, after n half-moves. */
const myTurn = (n) => ({ game }) => game?.waiting && game.plies.length === n;

test("a game by keyboard, on the machine's own screen", async (t) => {
  const page = await open(t, await serve());
  await page.keyboard.type("w1n");
  await until(page, "the first move is asked for", myTurn(0));
  await page.keyboard.type("e2e4");
  await until(page, "an answer", myTurn(2));
  await page.keyboard.type("g1f3");
  const { game } = await until(page, "an answer", myTurn(4));
  assert.equal(game.plies[0].san, "e4");
  assert.equal(game.plies[2].san, "Nf3");
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /E2-E4/);
  await expect(page.locator("#announce")).toHaveText(/The machine:/);
});

test("a game by keyboard, on the modern board", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await menu(page);
  await page.click("#modern");
  await page.focus("#board [tabindex='0']");
  const keys = ["ArrowRight", "ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "Enter"];
  for (const key of keys) await page.keyboard.press(key);
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "e2e4");
});

test("a game by touch, on a phone", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, { viewport: phone, touch: true });
  await page.tap("label:has(input[value=black])");
  await choose(page, "level", 1);
  await page.tap("#setup .main");
  await until(page, "the machine begins", myTurn(1));
  await page.waitForSelector("#over [data-square=e7].movable");
  await page.tap("#over [data-square=e7]");
  await page.tap("#over [data-square=e5]");
  await until(page, "an answer", myTurn(3));
  await page.tap("#takeback");
  const { game } = await until(page, "the moves are taken back", myTurn(1));
  assert.equal(game.player, "black");
  assert.equal((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).thought,
    null, "what it thought of a move that is gone is not drawn");
  await expect(page.locator("#tree")).toBeHidden();
  await choose(page, "theme", "dark"); // the switch is there on phones, too
  await page.waitForSelector("html[data-theme=dark]");
});

test("a piece can be dragged", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await page.dragAndDrop("#over [data-square=d2]", "#over [data-square=d4]");
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "d2d4");
});

test("a screen reader clicks without a pointer", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  for (const square of ["c2", "c4"]) {
    await page.$eval(`#over [data-square=${square}]`, (element) => element.click());
  }
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "c2c4");
});

test("the screen of 1978 is the board: by touch, on a phone", async (t) => {
  const page = await open(t, await serve(), { viewport: phone, touch: true });
  await expect(page.locator("#said")).toHaveText(/computer of 1978.*Touch/);
  const { width, height } = await page.locator("#aswhite").boundingBox();
  await page.tap("#aswhite", { position: { x: width * 6.5 / 8, y: height / 2 } });
  await page.waitForSelector("#over [data-square=g1].from"); // the knight that was touched
  const board = await page.locator("#over").boundingBox();
  assert.ok(board.y + board.height <= phone.height, "the board is in the first view");
  assert.ok(board.width > 0.9 * phone.width, "and as wide as it can be");
  await seen(page, () => document.getElementById("screen").ariaLabel.includes("G1-"));
  await expect.poll(() => page.$$eval("#over .target", (all) => all.map((e) => e.dataset.square)))
    .toEqual(["f3", "h3"]);
  await page.tap("#over [data-square=e5]");
  await seen(page, () => document.getElementById("said").textContent
    === "The knight cannot go from g1 to e5.");
  await page.tap("#over [data-square=e2]");
  await page.tap("#over [data-square=e4]");
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "e2e4");
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /E2-E4/);
});

test("the first view holds the whole board; everything grows with the screen", async (t) => {
  const page = await open(t, await serve(), { viewport: { width: 1280, height: 720 } });
  await newGame(page);
  for (const [w, h, letters] of [[1280, 720, 16], [1920, 1080, 18], [3840, 2160, 36]]) {
    await page.setViewportSize({ width: w, height: h });
    await seen(page, (h) => document.getElementById("tube").getBoundingClientRect().bottom <= h
      && document.getElementById("screen").clientHeight > 0.75 * h, h);
    const em = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    assert.ok(Math.abs(em - letters) < 0.5, `${em} pixels at ${w}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await seen(page, () => document.getElementById("screen").clientWidth === 768);
  await page.evaluate(() => {
    document.body.style.minHeight = "3000px";
    scrollTo(0, 400);
    dispatchEvent(new Event("resize"));
  });
  assert.equal(await page.evaluate(() => document.getElementById("screen").clientWidth), 768,
    "scrolled or not");
});

test("the form shows what is true; illegal moves are told in words", async (t) => {
  const page = await open(t, await serve());
  await page.keyboard.type("b3n");
  await until(page, "the machine's first move", ({ game }) => game?.plies.length > 0);
  const form = () => page.$eval("#setup", (form) => Object.fromEntries(new FormData(form)));
  await expect.poll(form).toEqual({ player: "black", level: "3" });
  await expect(page.locator("#expected")).toHaveText(/Level 3: about .* here; about .* in 1978/);
  await call(page, "newgame", { player: "white", level: 1 });
  await until(page, "the visitor's move", ({ game }) => myTurn(0)({ game }) && game.level === 1);
  await seen(page, () => new FormData(document.getElementById("setup")).get("level") === "1");
  await choose(page, "level", 4);
  await expect(page.locator("#expected")).toHaveText(/Level 4: .* stays at level 1/);
  await page.focus("#setup .main"); // keys go to the machine from anywhere
  await page.keyboard.type("e2e5");
  await seen(page, () => document.getElementById("said").textContent.includes("not accept"));
  await expect(page.locator("#announce")).not.toHaveText(/not accept/); // it would be heard twice
});

test("how games end is said in words; a thinking machine can be told to stop", async (t) => {
  const mate = "7k/8/8/8/8/8/1r3q2/7K_b_-_-_0_30";
  const page = await open(t, `${await serve()}#fen=${mate}&player=white&level=1&${quick}`);
  await until(page, "the mate", ({ game }) => game?.ended);
  await expect(page.locator("#said")).toHaveText("Checkmate: Sargon wins.");
  await call(page, "setup", { fen: knights, moves: ["f1c4"], player: "white", level: 5 });
  await seen(page, () =>
    /Move \d+ of \d+: [a-h]/.test(document.querySelector("#progress p").textContent));
  await page.click("#takeback");
  await until(page, "the move is taken back", myTurn(0));
  await call(page, "move", { move: "f1b5" });
  await until(page, "it thinks again", ({ status }) => status.thinking);
  await page.click("#resign");
  await seen(page, () => document.getElementById("resign").textContent === "Really resign?");
  await page.focus("#takeback"); // no
  await seen(page, () => document.getElementById("resign").textContent === "Resign");
  await page.click("#resign");
  assert.equal((await look(page)).game.ended, false);
  await page.click("#resign");
  await until(page, "the game is given up", ({ game }) => game.ended);
  await expect(page.locator("#said")).toHaveText("Given up: Sargon wins.");
});

test("what it thinks is drawn on the board, and as a tree", async (t) => {
  const page = await open(
    t, `${await serve()}#${toThink}&level=2&speed=1.79`, { allow: ["willReadFrequently"] });
  const drawn = () => part(page, "thoughts").then((p) => p.evaluate(({ shown }) => shown()));
  const pixels = () => page.$eval("#thoughts", (canvas) => canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data.filter((_, i) => i % 4 === 3)
    .reduce((sum, alpha) => sum + (alpha > 0), 0));
  let thought; // between two evaluations no square is valued
  for (const end = Date.now() + patience; !thought?.square; ) {
    assert.ok(Date.now() < end, "no square is valued");
    const now = await drawn();
    thought = now.lines.length > 1 ? now.thought : null;
  }
  assert.match(thought.square, /^[a-h][1-8]$/, "a square is being valued");
  assert.equal(thought.line.length, 1, "it sorts the moves of the root");
  await expect.poll(pixels).toBeGreaterThan(500);
  await setSpeed(page, 0);
  await until(page, "its move", myTurn(1));
  const after = await drawn();
  const { status } = await look(page);
  assert.equal(after.thought.evals, status.evals);
  assert.equal(after.thought.tree.next.reduce((sum, { evals }) => sum + evals, 0), status.evals);
  // Pointing at a branch shows its position.
  await page.focus("#tree");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#after", { state: "visible" });
  const [path, text] = await page.evaluate(() => [
    document.querySelector("#tree .chosen").dataset.path, document.getElementById("branch").textContent]);
  assert.equal(path.split(",").length, 2);
  const [, count, word] = text.match(/([\d,]+) (evaluations?)\./) ?? [];
  assert.equal(word, count === "1" ? "evaluation" : "evaluations", text);
  await expect(page.locator("#after .piece")).toHaveCount(32);
  assert.deepEqual((await drawn()).pointed, path.split(","));
  await menu(page);
  await page.click("#drawing");
  await seen(page, async () => (await import("/js/thoughts.js")).shown().thought === null);
  await seen(page, () => !document.getElementById("thoughts").getContext("2d")
    .getImageData(0, 0, 300, 300).data.some((byte) => byte > 0));
});

test("a game is replayed, and the machine thinks about every move", async (t) => {
  const page = await open(t, `${await serve()}#view=watch&level=1&${quick}`);
  await choose(page, "level", 1);
  await page.selectOption("#show", "microprofessor");
  const says = (text) => seen(page, (text) =>
    document.getElementById("caption").textContent.includes(text), text);
  await says("Played was e4; the machine would play");
  await page.click("#replay-play"); // pause
  await page.click("#replay-next");
  await page.click("#replay-next");
  await seen(page, () => document.getElementById("where").textContent === "2 of 43 half-moves");
  await says("Nf3");
  await seen(page, async () => (await import("/js/thoughts.js")).shown().thought?.evals > 5);
  await expect(page.locator("#timed")).toHaveText(/2,664 s.*2,660 s.*Move 1, e5: from its book/s);
  await page.click("#replay-next");
  await page.click("#replay-next");
  await seen(page, () => document.querySelector("#timed .current").title.startsWith("Nc6 31 s"));
});

test("a position of one's own: read, played, watched", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await page.click("#own");
  const text = page.locator("#own-text");
  await expect(text).toHaveValue(/^rnbqkbnr.* w KQkq - 0 1$/);
  await page.fill("#own-text", "8/8/8/8/8/8/8/8 w - - 0 1");
  await seen(page, () => document.getElementById("own-said").textContent.includes("cannot be set up"));
  await expect(page.locator("#own-white")).toBeDisabled();
  await page.fill("#own-text", "nonsense");
  await seen(page, () => document.getElementById("own-said").textContent.includes("neither"));
  await expect(page.locator("#own-white")).toBeDisabled();
  await page.fill("#own-text", "4k3/8/8/8/8/8/4p3/4K2R b - - 0 1");
  await seen(page, () => document.getElementById("own-said").textContent === "");
  await page.click("#own-black");
  const { game } = await until(page, "a game from there", ({ game }) => game?.waiting && game.begun);
  assert.deepEqual([game.start, game.player], ["4k3/8/8/8/8/8/4p3/4K2R b - - 0 1", "black"]);
  await expect(page.locator("#position")).toBeHidden();
  await page.click("#own");
  await page.fill("#own-text", "1. e4 e5 2. Nf3 Nf6 3. Nxf7");
  await seen(page, () => document.getElementById("own-said").textContent.includes("Half-move 5, Nxf7"));
  await page.click("#own-watch");
  await seen(page, () => document.getElementById("where").textContent === "0 of 4 half-moves");
  await page.click("#own");
  await page.fill("#own-text", knights);
  await seen(page, () => document.getElementById("own-said").textContent === "");
  await page.click("#own-white");
  const from = await until(page, "a game from there", myTurn(0));
  assert.equal(from.game.start, knights);
  await call(page, "move", { move: "f1b5" });
  await until(page, "an answer", myTurn(2));
  await page.click("#own");
  await page.click("#own-copy");
  await expect(text).toHaveValue(/\[FEN "r1bq.*3\. Bb5/s);
  await page.click("#position [method=dialog] button");
  await page.click("#link"); // this address leads nowhere from elsewhere: the game is text
  await expect(page.locator("#about-code svg")).toHaveAttribute(
    "aria-label", "The game as a QR code, to take home");
});

test("kiosk: a game is taken home, to the address that the staff names", async (t) => {
  const url = await serve(
    "--kiosk", "--pin", "4711", "--public", "https://museum.example/sargon/");
  const page = await open(t, url);
  await page.waitForSelector("body.attract");
  await page.mouse.click(400, 400);
  await until(page, "a visitor's game", myTurn(0));
  await call(page, "move", { move: "e2e4" });
  await until(page, "an answer", myTurn(2));
  const home = async () => (await part(page, "address")).evaluate(({ homeLink }) => homeLink());
  assert.match(await home(),
    /^https:\/\/museum.example\/sargon\/#view=play&lang=en&moves=e2e4,\w{4}&player=white&level=2$/);
  await expect(page.locator("#link")).toHaveText("Take home");
  await page.click("#link");
  await expect(page.locator("#about")).toHaveText(/phone.*museum\.example/s);
  await expect(page.locator("#about-code svg")).toHaveCount(1);
  const staff = await page.context().newPage();
  await staff.goto(`${url}staff`);
  await staff.fill("#pin", "4711");
  await staff.click("#enter button");
  await staff.waitForSelector("#desk", { state: "visible" });
  await expect(staff.locator("#public")).toHaveValue("https://museum.example/sargon/");
  await staff.fill("#public", "https://other.example/");
  await staff.press("#public", "Tab");
  await seen(page, async () => (await import("/js/address.js")).homeLink().includes("other.example"));
  await staff.fill("#public", "");
  await staff.press("#public", "Tab");
  await seen(page, async () => (await import("/js/address.js")).homeLink() === "");
  await (await part(page, "kiosk")).evaluate(({ attract }) => attract());
  await expect(page.locator("#about")).toBeHidden();
});

test("the tour stops the machine where it says", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1`);
  await until(page, "a search before the tour", myTurn(1));
  await go(page, "tour");
  const at = (n, routine) => seen(page, ([n, routine]) =>
    document.getElementById("station").textContent === `Station ${n} of 6`
    && document.getElementById("routine").textContent.startsWith(routine), [n, routine]);
  await at(1, "search_ply");
  await expect(page.locator("#bytes .lit")).toHaveAttribute("data-square", "e1");
  assert.deepEqual((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).lines,
    [], "nothing is drawn of the game before");
  await page.click("#tour-next");
  await at(2, "look_off");
  await seen(page, () => document.querySelector("#bytes .lit")?.textContent === "FF");
  await page.click("#tour-next");
  await at(3, "points_piece");
  await seen(page, () => document.querySelector("#square .big")?.textContent.startsWith("e5"));
  await page.click("#tour-next");
  await at(4, "UNMOVE");
  await page.click("#tour-next");
  await at(5, "search_cut");
  await seen(page, () => document.getElementById("line").textContent.startsWith("1f3e5")
    && document.getElementById("line").textContent.includes("c6e5"));
  await page.click("#tour-next");
  await seen(page, () => document.getElementById("verdict")?.className === "equal");
  await page.click("#tour-back"); // the way there is made anew
  await at(5, "search_cut");
  await choose(page, "language", "de");
  await seen(page, () => document.getElementById("tour-title").textContent.includes("verworfen"));
  await page.click("#tour-end"); // all windows, at the same moment
  await expect(page.locator("#p-area")).toBeVisible();
  await expect(page.locator("#routine")).toHaveText("search_cut");
  await go(page, "play");
  await until(page, "the game goes on", myTurn(1));
});

test("the story's pictures are drawn from what is in the machine, and measured", async (t) => {
  const page = await open(t, `${await serve()}#view=story`);
  const story = await part(page, "story");
  const table = await story.evaluate(({ differences }) => Object.values(differences).flat().join(""));
  await call(page, "setup", { fen: knights, moves: [], player: "white", level: 1 });
  const [{ address }] = await call(page, "areas");
  const tableBefore = 0x34; // bytes
  assert.equal(table, await call(page, "memory", { address: address - tableBefore, length: 24 }));
  await expect(page.locator("#p-story")).toBeInViewport();
  await page.click("#p-twin .told summary");
  await seen(page, () => /emulated: [\d.]+ \w+ today, the same search as a modern program: [\d.]+ m?s$/.test(
    document.getElementById("picture-moore").ariaLabel));
  const { emulated, native } = await story.evaluate(({ here }) => here);
  assert.ok(native > 0 && emulated > 0, `${native} ${emulated}`);
  await choose(page, "language", "de");
  await seen(page, () => /Computer von 1983, gemessen: 44 min/.test(
    document.getElementById("picture-moore").textContent));
});

test("bad addresses say what is wrong with them, and keep saying it", async (t) => {
  const url = await serve();
  const page = await open(t, `${url}#moves=e2e4,e7e5,e4e5,g1f3&player=white&level=9&colour=red`);
  const { game } = await until(page, "the game up to the bad move", myTurn(2));
  assert.equal(game.plies.length, 2);
  for (const part of [/Half-move 3.*e4e5.*not legal/, /level=9.*1–6/, /colour.*no such/]) {
    await expect(page.locator("#notice p")).toHaveText(part);
  }
  await go(page, "inside");
  await expect(page.locator("#notice")).toBeVisible();
  await expect(page).toHaveURL(/e4e5/);
  await page.click("#notice button");
  await expect(page).not.toHaveURL(/e4e5/);
  const other = await open(t, `${url}#fen=8/8/8/8/8/8/8/8_w_-_-_0_1`);
  await expect(other.locator("#notice p")).toHaveText(/position.*cannot be set up/);
});

test("back leads to the view before", async (t) => {
  const page = await open(t, await serve());
  await go(page, "inside");
  await go(page, "watch");
  for (const view of ["inside", "tour", "play"]) { // without a game "Inside" begins with the tour
    await page.goBack();
    await page.waitForSelector(shows(view));
  }
  assert.equal(await page.evaluate(() => document.body.dataset.ready), "true");
});

test("a visitor's game is set aside for watching and the tour, and comes back", async (t) => {
  const page = await open(t, `${await serve()}#moves=d2d4,d7d5&player=white&level=3`);
  const own = ({ game }) => game?.plies.length === 2 && game.plies[0].uci === "d2d4"
    && game.player === "white" && game.level === 3 && game.waiting;
  const view = (name) => go(page, name);
  const other = (when) => until(page, when, (state) => state.game?.begun && !own(state));
  const mine = async (when) => {
    await until(page, when, own);
    const form = Object.fromEntries(await page.evaluate(() =>
      [...new FormData(document.getElementById("setup"))]));
    assert.deepEqual(form, { player: "white", level: "3" }, when);
  };
  await until(page, "the visitor's game", own);
  await view("watch");
  await other("a game to watch");
  await view("inside");
  await view("play");
  await mine("back from watching");
  await view("tour");
  await other("the tour");
  await page.goBack();
  await page.waitForSelector(shows("inside"));
  await page.goBack();
  await mine("back by the browser's button");
  await view("tour");
  await view("play");
  await mine("back from a tour that had hardly begun");
  await view("watch");
  await page.selectOption("#show", "opera");
  await other("a replay");
  await saved(page);
  await page.reload();
  await ready(page);
  await view("play");
  await mine("back after a reload in between");
  await view("tour");
  await other("the tour once more");
  await saved(page);
  await page.reload();
  await ready(page);
  await view("play");
  await mine("back after a reload in the tour");
});

test("the tour gives back the speed that it took", async (t) => {
  const page = await open(t, `${await serve()}#speed=50`, { allow: ["the machine is started again"] });
  const speed = async () => (await part(page, "speed")).evaluate(({ hertz }) => hertz);
  await go(page, "tour");
  await go(page, "play");
  assert.equal(await speed(), 50e6, "left at once");
  await go(page, "tour");
  await until(page, "the tour's position", ({ game }) => game?.begun);
  assert.notEqual(await speed(), 50e6);
  await go(page, "play");
  assert.equal(await speed(), 50e6);
  assert.match(await page.evaluate(() => location.hash), /speed=50000000/);
  await go(page, "tour");
  await crash(page);
  await saved(page);
  assert.match(await page.evaluate(() => location.hash), /speed=50000000/);
  await page.reload();
  await ready(page);
  await go(page, "watch");
  assert.equal(await speed(), 50e6, "after a crash and a reload");
});

test("the tour's bishop looks along its line, square by square, to the border", async (t) => {
  const page = await open(t, `${await serve()}#view=tour`);
  await page.waitForSelector("#bytes .lit");
  await page.evaluate(() => {
    globalThis.lit = [];
    new MutationObserver(() => {
      const e = document.querySelector("#bytes .lit");
      const now = e && (e.dataset.square ?? e.textContent);
      if (now && now !== globalThis.lit.at(-1)) globalThis.lit.push(now);
    }).observe(document.getElementById("bytes"), { subtree: true, attributeFilter: ["class"] });
  });
  await page.click("#tour-next");
  await seen(page, () => globalThis.lit.includes("FF"));
  assert.deepEqual((await page.evaluate(() => globalThis.lit)).slice(-7),
    ["f1", "e2", "d3", "c4", "b5", "a6", "FF"]);
});

test("in the sandbox of an article", async (t) => {
  const url = await serve();
  const article = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>x</title><iframe sandbox="allow-scripts" width=900
      height=700 src="${url}#view=board&start=1&level=1&${quick}"></iframe>
      <script>seen = []; addEventListener("message", ({ data }) => seen.push(data));</script>`);
  });
  await new Promise((resolve) => article.listen(0, "127.0.0.1", resolve));
  t.after(() => article.close());
  const page = await (await fresh(t)).newPage();
  await page.goto(`http://127.0.0.1:${article.address().port}/`);
  const frame = page.frames()[1];
  await frame.waitForSelector("body[data-ready=true].only-board");
  await frame.click("#board [data-square=e2]");
  await frame.click("#board [data-square=e4]");
  await seen(page, () => globalThis.seen.at(-1)?.moves.length === 2);
  await expect(frame.locator("#machine")).toBeHidden();
  // Whatever an article shows, it has no header but its own.
  const parts = { inside: "#inside", watch: "#machine" };
  for (const [view, part] of Object.entries(parts)) {
    await page.evaluate((src) => { document.querySelector("iframe").src = src; },
      `${url}?${view}#view=${view}&${toThink}`);
    const shown = page.frameLocator("iframe");
    await shown.locator(`body[data-ready=true] ${part}`).waitFor({ timeout: patience });
    await expect(shown.locator("header"), view).toBeHidden();
    await expect(shown.locator("#machine"), view).toBeVisible({ visible: view !== "inside" });
  }
  const alone = await open(t, `${url}#view=inside&ui=0`);
  await expect(alone.locator("header")).toBeHidden();
  await expect(alone.locator("#said")).toBeHidden();
});

const attracts = (page) => seen(page, () => document.querySelector("body.attract"));
const asked = (page) => seen(page, () => document.querySelector("#stillthere:popover-open"));

test("a visitor is asked before the kiosk begins anew, and not while it thinks", async (t) => {
  const page = await open(t, await serve("--kiosk", "--idle", "30s"), { clock: true, touch: true });
  await attracts(page);
  await page.mouse.click(400, 400);
  await until(page, "a visitor's game", myTurn(0));
  await page.mouse.move(405, 405); // a moment ago
  await pass(page, 20);
  await expect(page.locator("#stillthere"), "too soon").toBeHidden();
  await pass(page, 15);
  await asked(page);
  await expect(page.locator("#countdown")).toHaveText(/In \d+ s/);
  await page.mouse.move(410, 410); // he is
  await seen(page, () => !document.querySelector("#stillthere:popover-open"));
  await pass(page, 35);
  await asked(page);
  await page.evaluate(() => addEventListener("click",
    ({ target }) => { globalThis.clicked = target.dataset.t; }, { capture: true, once: true }));
  await page.tap("#stillthere button"); // the finger comes off on nothing that lies below it
  await seen(page, () => !document.querySelector("#stillthere:popover-open"));
  assert.equal(await page.evaluate(() => globalThis.clicked), "still.yes");
  await call(page, "setup", { fen: knights, moves: [], player: "black", level: 6 });
  await until(page, "it thinks", ({ status }) => status.thinking);
  await pass(page, 200);
  await expect(page.locator("#stillthere")).toBeHidden();
  for (let s = 0; !await page.isVisible("#stillthere"); s += 5) { // nobody waits for days
    assert.ok(s < 200, "it is never asked");
    await pass(page, 5);
  }
  await page.mouse.move(400, 410);
  await call(page, "newgame", { player: "white", level: 1 });
  await until(page, "a game", myTurn(0));
  await page.click("#link"); // what he has opened does not hide the question, and is closed
  await pass(page, 35);
  await asked(page);
  await pass(page, 25);
  await attracts(page);
  await expect(page.locator("#about")).toBeHidden();
});

test("kiosk: who touches the screen at once has a game of his own", async (t) => {
  const atOnce = () => new MutationObserver((_, observer) => {
    if (!document.body?.classList.contains("kiosk")) return;
    observer.disconnect();
    const touch = () => {
      if (document.body.classList.contains("attract")) {
        dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
      } else setTimeout(touch);
    };
    touch();
  }).observe(document, { attributes: true, subtree: true, childList: true });
  const page = await open(t, await serve("--kiosk"), { script: atOnce });
  await page.waitForSelector("body:not(.attract)[data-view=play]");
  await until(page, "a visitor's game", myTurn(0));
  await call(page, "move", { move: "e2e4" });
  const { status } = await until(page, "an answer", myTurn(2));
  assert.equal(status.selfPlay, false);
  await expect(page.locator("body")).toHaveAttribute("data-view", "play");
});

test("look inside: paused at an evaluation, the numbers are those of sargon analyze", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&speed=1.79&view=inside`);
  await page.click("[data-step=pause]");
  const { status: { evals } } = await until(page, "the pause", ({ status }) => !status.running);
  for (let i = 1; i <= 3; i++) {
    await page.click("[data-step='2']");
    await until(page, "the machine is paused",
      ({ status }) => !status.running && status.evals === evals + i);
  }
  const inside = [];
  let fen = "";
  for (const square of ["e4", "e5", "f3", "c6", "d5", "e1", "d8"]) {
    await page.hover(`#bytes [data-square=${square}]`);
    await seen(page, (s) => document.querySelector("#square .big")?.textContent.startsWith(s),
      square);
    const shown = await (await part(page, "machine")).evaluate(({ call, onInside }, square) => {
      const facts = [...document.querySelectorAll("#square dd")].map((d) => d.textContent);
      return new Promise((resolve) => {
        onInside.add((x) => { if (x.square?.name === square) resolve({ facts, ...x }); });
        call("inside", { on: true, square });
      });
    }, square);
    inside.push(shown);
    fen = shown.fen;
  }
  const explained = JSON.parse(
    execFileSync(sargon, ["analyze", fen, "--level", "1", "--explain", "--json"]));
  for (const shown of inside) {
    const want = explained.explanation.squares.find((s) => s.square === shown.square.name);
    assert.deepEqual(shown.square.list, want.attackers);
    assert.equal(shown.square.exchange, want.exchange);
    assert.equal(shown.facts[2].replaceAll(" ", ""),
      Buffer.from(shown.square.list).toString("hex").toUpperCase());
  }
  // One instruction more is one instruction.
  const before = (await look(page)).status.tstates;
  await page.click("[data-step='1']");
  const { status } = await until(page, "an instruction", ({ status }) => status.tstates > before);
  assert.ok(status.tstates - before <= 23, "no instruction takes more than 23 periods");
});

test("both fingerprints are equal", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&view=inside`);
  await page.waitForSelector("#verdict.equal");
  await until(
    page, "the move is made", ({ game, native }) => game.plies.length === 1 && native?.done);
  await page.waitForSelector("#verdict.equal");
  const { native, status } = await look(page);
  assert.equal(native.trace, status.trace);
  assert.equal(native.evals, status.evals);
});

test("searches as recorded from the original", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  const lines = gunzipSync(readFileSync(join(root, "compare/testdata/oracle/search.jsonl.gz")))
    .toString().trim().split("\n");
  const sample = lines.map((l) => JSON.parse(l))
    .filter((r) => r.depth <= 2 && r.tstates > 1e6 && r.tstates < 2e8 && !/ 1$/.test(r.fen))
    .filter((_, i) => i % 7 === 0).slice(0, 25);
  let compared = 0;
  for (const r of sample) {
    const before = (await look(page)).status?.search ?? 0;
    const player = r.fen.split(" ")[1] === "w" ? "black" : "white";
    try {
      await call(page, "setup", { fen: r.fen, moves: [], player, level: r.depth });
    } catch {
      continue; // the dialogue refuses a side that is in check and not to move
    }
    const { status } = await until(page, `the search of ${r.fen}`, ({ status, game }) => {
      if (game.start.split(" ")[0] !== r.fen.split(" ")[0]) return false;
      if (game.plies.length === 0) return game.ended;
      return status.search > before && !status.thinking && game.plies.length === 1;
    });
    if (status.search === before) continue; // mate or stalemate: the dialogue does not search
    compared++;
    assert.equal(status.trace, r.trace, r.fen);
    assert.equal(status.evals + 1, r.evals, r.fen);
  }
  t.diagnostic(`${compared} searches`);
  assert.ok(compared >= 15, `only ${compared} of ${sample.length} could be compared`);
});

test("a reload in mid-search: the search goes on", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&speed=5000000&view=play`);
  const { status: before } = await until(
    page, "it thinks", ({ status }) => status.thinking && status.evals > 20);
  await saved(page);
  await page.reload();
  await ready(page);
  const { status } = await until(
    page, "it has caught up", ({ status }) => status?.thinking && !status.catchUp);
  assert.ok(status.evals >= before.evals, `${status.evals} after ${before.evals}`);
  assert.ok(status.seconds >= before.seconds, `${status.seconds} s after ${before.seconds} s`);
});

test("a crash of the worker: the game goes on", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, { allow: ["started again"] });
  await newGame(page);
  await page.click("#over [data-square=e2]");
  await page.click("#over [data-square=e4]");
  await until(page, "an answer", myTurn(2));
  await saved(page);
  await crash(page);
  const { game } = await until(
    page, "the game is back", ({ status, game }) => status.search === 0 && myTurn(2)({ game }));
  assert.equal(game.plies[0].uci, "e2e4");
  await page.click("#over [data-square=g1]");
  await page.click("#over [data-square=f3]");
  await until(page, "the game goes on", myTurn(4));
});

test("links say what the page shows", async (t) => {
  const url = await serve();
  const page = await open(
    t, `${url}#moves=e2e4,e7e5,g1f3&player=white&level=1&view=play&look=amber&lang=de&${quick}`);
  const { game } = await until(page, "the answer to the linked moves", myTurn(4));
  assert.equal(game.level, 1);
  await expect(page.locator("#go-play")).toHaveText("Spielen");
  await expect(page.locator("body")).toHaveAttribute("data-look", "amber");
  const link = await (await part(page, "address")).evaluate(({ link }) => link());
  const other = await open(t, link);
  const again = await until(other, "the same game", myTurn(4));
  assert.equal(again.game.fen, game.fen);
});

test("nonsense in the address does no harm", async (t) => {
  const url = await serve();
  const hashes = ["fen=<script>alert(1)</script>",
    "level=9e99&speed=-1&view=__proto__&lang=../../etc", "moves=e2e5,a1a1&player=x",
    "fen=8/8/8/8/8/8/8/8_w_-_-_0_1", `moves=${"a2a3,".repeat(3000)}`];
  for (const hash of hashes) {
    const page = await open(t, `${url}#${hash}&${hash.includes("speed") ? "" : quick}`);
    await newGame(page);
  }
});

test("what is wrong with the address is said in the language of the page", async (t) => {
  const page = await open(t, `${await serve()}#level=99&lang=en&${quick}`);
  await seen(page, () => document.getElementById("notice").textContent.includes("It has to be"));
  await choose(page, "language", "de");
  await seen(page, () => document.getElementById("notice").textContent.includes("Möglich ist"));
});

test("in the frame of an article: parameters and messages", async (t) => {
  const url = await serve();
  const article = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>x</title>
      <iframe width=900 height=700 src="${url}#ui=0&keyboard=0&start=1&level=1&${quick}"></iframe>
      <script>seen = []; addEventListener("message", ({ data }) => {
        if (data.sargon78 === "game") seen.push(data);
      });</script>`);
  });
  await new Promise((resolve) => article.listen(0, "127.0.0.1", resolve));
  t.after(() => article.close());
  const page = await (await fresh(t)).newPage();
  await page.goto(`http://127.0.0.1:${article.address().port}/`);
  const frame = page.frames()[1];
  await frame.waitForSelector("body[data-ready=true].bare");
  await frame.waitForSelector("#over [data-square=e2].movable");
  await page.evaluate(() => {
    const junk = [null, 7, "x", { sargon78: "move", move: "<b>" }, { sargon78: "reset" },
      { sargon78: "new", level: "many" }];
    for (const message of junk) frames[0].postMessage(message, "*");
  });
  await seen(frame, async () => { // what is new is at the level that goes without saying
    const { game } = await import("/js/machine.js");
    return game.level === 2 && game.waiting;
  });
  await page.evaluate(() => frames[0].postMessage({ sargon78: "move", move: "e2e4" }, "*"));
  await seen(page, () => globalThis.seen.at(-1)?.moves.length === 2);
  assert.equal(await page.evaluate(() => globalThis.seen.at(-1).moves[0]), "e2e4");
});

test("saved states: to a file and back, and files that are none", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await page.click("#over [data-square=c2]");
  await page.click("#over [data-square=c4]");
  await until(page, "an answer", myTurn(2));
  await menu(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#savestate")]);
  const path = await download.path();
  await newGame(page);
  await page.setInputFiles("#file", path);
  const { game } = await until(page, "the game is back", myTurn(2));
  assert.equal(game.plies[0].uci, "c2c4");
  const buffer = Buffer.from("no game at all");
  await page.setInputFiles("#file", { name: "x", mimeType: "application/octet-stream", buffer });
  await seen(page, () => document.getElementById("said").textContent.includes("no saved game"));
  assert.equal((await look(page)).game.plies.length, 2);
});

test("after a crash look inside compares the same searches", async (t) => {
  const page = await open(
    t, `${await serve()}#${toThink}&level=1&view=inside&${quick}`, { allow: ["started again"] });
  await until(page, "a move", myTurn(1));
  await saved(page);
  await crash(page);
  await page.waitForSelector("#over [data-square=g8].movable");
  await call(page, "move", { move: "g8f6" });
  await until(page, "an answer", myTurn(3));
  await seen(page, () => document.querySelector("#twin").textContent.includes("Equal"));
});

test("what is paused inside goes on outside", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1&view=inside&speed=2000`);
  await page.click("[data-step=pause]");
  await until(page, "the pause", ({ status }) => !status.running);
  await go(page, "play");
  await until(page, "it runs", ({ status }) => status.running);
  await newGame(page); // slow motion is for thinking, not for questions
});

test("any number of MHz is a speed", async (t) => {
  const page = await open(t, `${await serve()}#view=inside&speed=2.5`);
  const speeds = await part(page, "speed");
  const speed = () => speeds.evaluate(
    ({ hertz }) => [hertz, document.querySelector("#speed").selectedOptions[0].textContent]);
  await expect.poll(speed).toEqual([2.5e6, "2.5 MHz"]);
  await menu(page);
  await page.selectOption("#speed", "other");
  await page.fill("#megahertz", "3.3");
  await page.keyboard.press("Enter");
  await page.click("#menu summary");
  await expect.poll(speed).toEqual([3.3e6, "3.3 MHz"]);
  await expect(page).toHaveURL(/speed=3300000\b/);
  await expect(page.locator("#megahertz")).toBeHidden();
  await choose(page, "speed", "1790000");
  await expect.poll(async () => (await speed())[1]).toMatch(/Microprofessor/);
  const hertz = (text) => speeds.evaluate(({ parseHertz }, text) => parseHertz(text), text);
  const written = { 2000: 2000, 0.002: 2000, max: 0, 0: 0, "-1": 0, fast: 0, "1e99": 0, 4: 4e6 };
  for (const [text, want] of Object.entries(written)) {
    assert.equal(await hertz(text), want, text);
  }
});

/** A wall, and the address of the page that it shows. */
const watched = ["--watch", "--secret", "SCHOLARSMATE"], published = "publish=SCHOLARSMATE";

test("the address keeps what it says", async (t) => {
  const page = await open(
    t, `${await serve(...watched)}#lang=de&${published}&speed=50000000`);
  await newGame(page);
  const hash = new URLSearchParams((await look(page)).hash.slice(1));
  const wanted = { lang: "de", publish: "SCHOLARSMATE", speed: "50000000" };
  for (const [name, value] of Object.entries(wanted)) assert.equal(hash.get(name), value);
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  assert.equal((await look(page)).game.plies.length, 0);
  await saved(page);
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => { location.hash = "#start=1&level=3&player=black"; });
  await reloaded;
  await ready(page);
  const { game } = await until(
    page, "a new game", ({ game }) => game?.player === "black" && game.level === 3);
  assert.equal(game.begun, true);
});

test("watching: the machine plays both sides", async (t) => {
  const page = await open(t, `${await serve()}#view=watch&${quick}`);
  const thinkers = (game) => new Set(game?.plies.filter((p) => p.evals > 0).map((p) => p.side));
  await until(page, "both sides have thought", ({ game }) => thinkers(game).size === 2);
  await page.click("#join");
  await until(page, "the visitor's turn", myTurn(0));
});

test("kiosk: attracts, lets join in, forgets, obeys the staff", async (t) => {
  const url = await serve("--kiosk", "--idle", "30s", "--pin", "4711", ...watched);
  const page = await open(t, `${url}#${published}`, { clock: true });
  const nobody = async () => {
    await pass(page, 60); // half of it to be asked whether somebody is there
    await attracts(page);
  };
  await attracts(page);
  await until(page, "it plays by itself", ({ status }) => status.selfPlay);
  await page.mouse.click(400, 400);
  await until(page, "a visitor's game", myTurn(0));
  for (const id of ["full", "savestate", "loadstate", "own"]) {
    await expect(page.locator(`#${id}`)).toBeHidden();
  }
  const sound = page.locator("#sound"); // off, and on by one touch
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await choose(page, "look", "green");
  await choose(page, "language", "de");
  await nobody();
  await expect(page.locator("body")).toHaveAttribute("data-look", "paper");
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");

  // Nothing that a visitor leaves behind stays: not a pause, nor a level that takes hours.
  await page.mouse.click(400, 400);
  await until(page, "another visitor's game", myTurn(0));
  await go(page, "watch");
  await choose(page, "level", 6);
  await page.click("#setup .main");
  await until(page, "a game at level 6", ({ game, status }) => status.selfPlay && game.level === 6);
  await go(page, "inside");
  await page.click("[data-step=pause]");
  await nobody();
  await until(page, "it plays again",
    ({ game, status }) => status.selfPlay && status.running && game.level === 2);

  const wall = await (await fresh(t)).newPage();
  await wall.goto(`${url}wall`);
  await seen(wall, () => document.querySelectorAll("#moves li").length > 0);

  const staff = await (await fresh(t)).newPage();
  await staff.goto(`${url}staff`);
  await staff.fill("#pin", "0000");
  await staff.click("#enter button");
  await seen(staff, () => document.getElementById("message").textContent !== "");
  await expect(staff.locator("#desk")).toBeHidden();
  await staff.fill("#pin", "4711");
  await staff.click("#enter button");
  await staff.waitForSelector("#desk", { state: "visible" });
  await expect(staff.locator("#numbers")).toHaveText(/Visitors who joined in2/);
  await staff.selectOption("#language", "de");
  await seen(page, () => document.documentElement.lang === "de");
  const reloaded = page.waitForEvent("load");
  await staff.click("#reset");
  await seen(staff, () => document.getElementById("reset").textContent.includes("Wirklich?")
    || document.getElementById("reset").textContent.includes("Really?"));
  await staff.click("#reset");
  await reloaded;
});

test("the staff: right numbers, languages, walls, and a server that is away", async (t) => {
  const url = await serve("--kiosk", "--idle", "10h", "--pin", "4711", ...watched);
  const exhibit = await open(t, `${url}#${published}`);
  const visit = async (level) => {
    await exhibit.waitForSelector("body.attract");
    await exhibit.mouse.click(400, 400);
    await until(exhibit, "a visitor's game", myTurn(0));
    await setSpeed(exhibit, 50e6); // its questions too
    await call(exhibit, "newgame", { player: "white", level });
    await until(exhibit, "a game", ({ game }) => myTurn(0)({ game }) && game.level === level);
  };
  const plays = async (move, n) => {
    await call(exhibit, "move", { move });
    await until(exhibit, "an answer", myTurn(n));
  };
  await visit(1);
  await plays("e2e4", 2);
  await call(exhibit, "takeback");
  await until(exhibit, "the move is taken back", myTurn(0));
  await plays("d2d4", 2); // still the first game
  await call(exhibit, "newgame", { player: "white", level: 1 });
  await until(exhibit, "a game", myTurn(0));
  await plays("e2e4", 2); // abandoned
  await (await part(exhibit, "kiosk")).evaluate(({ attract }) => attract());
  await visit(1);
  await plays("c2c4", 2);
  await call(exhibit, "press", { keys: btoa("\x12") });
  await until(exhibit, "the end", ({ game }) => game.ended);

  const staff = await (await fresh(t)).newPage();
  await staff.goto(`${url}staff`);
  await staff.fill("#pin", "4711");
  await staff.click("#enter button");
  await staff.waitForSelector("#desk", { state: "visible" });
  await seen(staff, () => /Games3.*Moves8.*Visitors who joined in2.*Results0-1: 1/.test(
    document.getElementById("numbers").textContent));

  const wall = await (await fresh(t)).newPage();
  await wall.route("**/api/wall", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await wall.goto(`${url}wall`);
  await seen(wall, () => document.querySelectorAll("#moves li").length > 0);
  await staff.selectOption("#language", "de");
  await seen(wall, () => document.documentElement.lang === "de");
  await (await part(exhibit, "kiosk")).evaluate(({ attract }) => attract());
  await seen(exhibit, () => document.documentElement.lang === "de");
  await staff.selectOption("#language", ""); // as the browser says
  await seen(exhibit, () => document.documentElement.lang === "en");
  const reloads = [exhibit, wall].map((page) => page.waitForEvent("load"));
  await staff.click("#reset");
  await staff.click("#reset"); // it asks first
  await Promise.all(reloads);

  await staff.route("**/api/staff", (route) => route.abort());
  await staff.selectOption("#language", "de");
  await seen(staff, () => document.getElementById("message").textContent.includes("not answer"));
  await expect(staff.locator("#desk")).toBeVisible();
  await staff.unroute("**/api/staff");
  await seen(staff, () => document.getElementById("message").textContent === "");
});

test("plain files on any host", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "sargon78-site-"));
  t.after(() => rmSync(dir, { recursive: true }));
  execFileSync(sargon, ["site", join(dir, "public")]);
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html");
    try {
      const data = readFileSync(join(dir, "public", path));
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
      response.end(data);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const page = await open(t, `http://127.0.0.1:${server.address().port}/`);
  await newGame(page);
});

test("a folder opened without a server", async (t) => {
  const dir = mkdtempSync(join(tmpdir(), "sargon78-stick-"));
  t.after(() => rmSync(dir, { recursive: true }));
  execFileSync(sargon, ["site", join(dir, "a stick")]);
  const page = await open(
    t, `${pathToFileURL(join(dir, "a stick", "index.html"))}#level=1&lang=de`);
  await newGame(page);
  await expect(page.locator("#setup .main")).toHaveText(
    JSON.parse(readFileSync(join(dir, "a stick", "lang", "de.json")))["newgame"]);
  await saved(page);
  await page.reload();
  await until(page, "the game after a reload", myTurn(0));
});

test("without a network the page is there all the same", async (t) => {
  const url = await serve();
  const context = await fresh(t, { serviceWorkers: "allow", locale: "en-US" });
  const page = await context.newPage();
  await page.goto(url);
  await ready(page);
  await seen(page, () => navigator.serviceWorker.ready.then(() => true));
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await newGame(page);
  await choose(page, "language", "de");
  await expect(page.locator("#takeback")).toHaveText("Zurücknehmen");
});

test("kiosk: when the power is back a visitor's game goes on", async (t) => {
  const url = await serve("--kiosk"), context = await fresh(t);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("body.attract[data-ready=true]");
  await until(page, "it plays by itself", ({ status }) => status.selfPlay);
  await page.mouse.click(400, 400);
  await until(page, "a visitor's game", myTurn(0));
  await call(page, "move", { move: "d2d4" });
  await until(page, "an answer", myTurn(2));
  await seen(page, async () => {
    const kept = await caches.match("sargon78", { cacheName: "sargon78 visitor" });
    return (await kept?.json())?.plies === 2;
  });
  await page.close();
  const again = await context.newPage(); // its session is another one
  await again.goto(url);
  const { game } = await until(again, "his game", myTurn(2));
  assert.equal(game.plies[0].uci, "d2d4");
  await expect(again.locator("body.attract")).toHaveCount(0);
  await (await part(again, "kiosk")).evaluate(({ attract }) => attract());
  await again.close();
  const later = await context.newPage();
  await later.goto(url);
  await later.waitForSelector("body.attract[data-ready=true]"); // nobody's game is kept
});

test("pieces glide, but not those that were dragged, nor for who wants rest", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await menu(page);
  await page.click("#modern");
  await page.evaluate(() => {
    globalThis.glides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function(...how) {
      if (this.closest("#board .square")) globalThis.glides++;
      return animate.apply(this, how);
    };
  });
  await page.click("#board [data-square=e2]");
  await page.click("#board [data-square=e4]");
  await until(page, "an answer", myTurn(2));
  assert.equal(await page.evaluate(() => globalThis.glides), 2);
  await page.dragAndDrop("#board [data-square=g1]", "#board [data-square=f3]");
  await until(page, "an answer", myTurn(4));
  assert.equal(await page.evaluate(() => globalThis.glides), 3, "the answer alone");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.click("#board [data-square=h2]");
  await page.click("#board [data-square=h3]");
  await until(page, "an answer", myTurn(6));
  assert.equal(await page.evaluate(() => globalThis.glides), 3);
});

test("before the program has come there are words and a picture", async (t) => {
  const url = await serve();
  const bare = await (await fresh(t, { javaScriptEnabled: false })).newPage();
  await bare.goto(url);
  await expect(bare.locator("noscript p")).toHaveText(/needs JavaScript/);
  await expect(bare.locator("#first")).toBeVisible();
  const page = await (await fresh(t, { locale: "en-US" })).newPage();
  let come;
  await page.route("**/sargon.wasm.gz", async (route) => {
    await new Promise((resolve) => { come = resolve; });
    await route.continue();
  });
  await page.goto(url);
  await expect(page.locator("#said")).toHaveText("The machine is being switched on …");
  await expect(page.locator("#loading")).toBeVisible();
  await expect(page.locator("#first")).toBeVisible();
  await expect(page.locator("#go-play")).toHaveText("Play");
  await expect.poll(() => come !== undefined).toBe(true);
  come();
  await ready(page);
  await expect(page.locator("#first")).toBeHidden();
  await expect(page.locator("#loading")).toBeHidden();
});

test("after the start the board has the focus; what the machine asks is said", async (t) => {
  const url = await serve(), page = await open(t, url);
  await page.focus("#setup .main");
  await page.keyboard.press("Enter");
  await expect(page.locator("#over [data-square=e2]")).toBeFocused();
  await expect(page.locator("#over .file").first()).toHaveAttribute("data-text", "a");
  const typing = await open(t, url);
  await typing.keyboard.type("w");
  await expect(typing.locator("#said")).toHaveText(/\(1-6\)\?/);
});

test("the first answer takes as long as in 1978, until the lever is pulled", async (t) => {
  const page = await open(t, await serve("--wait", "1s"));
  const lever = () => page.inputValue("#lever");
  const speed = async () => (await part(page, "speed")).evaluate(({ hertz }) => hertz);
  const thinks = async () => {
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer from its book", myTurn(2));
    await call(page, "move", { move: "a2a3" });
  };
  await newGame(page);
  assert.equal(await lever(), "0");
  await thinks();
  await expect(page.locator("#wait")).toHaveText(/about .* to go\. Pull the lever!/);
  assert.equal(await speed(), 1.79e6);
  assert.doesNotMatch((await look(page)).hash, /speed/, "it is nobody's choice");
  await page.press("#lever", "ArrowRight");
  await until(page, "the answer at once", myTurn(4));
  await seen(page, () => document.getElementById("wait").hidden);
  await newGame(page); // only once
  assert.equal(await lever(), "1");
  await thinks();
  await until(page, "another answer", myTurn(4));
  await page.press("#lever", "ArrowLeft");
  await seen(page, () => location.hash.includes("speed=1790000"));
  assert.equal(await speed(), 1.79e6);
});

test("bytes of the board can be changed with a finger; the machine survives it", async (t) => {
  const page = await open(t, `${await serve()}#view=tour`, { allow: ["the machine is started again"] });
  const byte = (square) => page.locator(`#bytes [data-square=${square}]`);
  const pixels = () => page.$eval("#screen", (canvas) => canvas.toDataURL());
  const change = async (square, value) => {
    await byte(square).click();
    await page.click(`#poke-values button:text-is("${value}")`);
    await expect(byte(square)).toHaveText(value);
  };
  const said = page.locator("#poke-said");
  await page.waitForSelector("#poke:not([hidden])");
  await expect(page.locator("#poke-byte")).toHaveText("e1"); // of which the words speak
  const before = await pixels();
  await change("d2", "05"); // a queen on the screen
  await expect.poll(pixels).not.toBe(before);
  const border = page.locator("#bytes [role=row]:nth-child(5) [role=gridcell]:nth-child(1)");
  await border.click();
  await expect(page.locator("#poke-byte")).toHaveText("byte number 70");
  await page.click('#poke-values button:text-is("00")'); // a hole
  await expect(border).toHaveText("00");
  await page.click("#poke-think");
  await expect(said).toHaveText(/wants to play d2/);
  await page.click("#poke-back");
  await expect(byte("d2")).toHaveText("01");
  await expect.poll(pixels).toBe(before);
  await page.waitForSelector("#poke:not([hidden])");
  for (const king of ["e1", "e8"]) await change(king, "00");
  await page.click("#poke-think");
  await expect(said).toHaveText(/wants to play|no move|run away/);
  await page.click("#tour-next"); // from a board that is whole
  await seen(page, () => document.querySelector("#bytes .lit")?.textContent === "FF");
  await expect(byte("e1")).toHaveText("06");
});

test("three positions are won by what it never looked at, and taken home", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  const puzzles = [[1, "c4g8 h6f7", "Qg8+"], [2, "b3b8 d1d8", "Qb8+"], [3, "f3e5 c4f7 c3d5", "Nxe5"]];
  for (const [number, moves, key] of puzzles) {
    await page.click(`#puzzles button:text-is("${number}")`);
    let plies = 0;
    for (const move of moves.split(" ")) {
      await until(page, move, myTurn(plies));
      await page.click(`#over [data-square=${move.slice(0, 2)}]`);
      await page.click(`#over [data-square=${move.slice(2)}]`);
      plies += 2;
    }
    await page.waitForSelector("#about[open]");
    await expect(page.locator("#about-text")).toHaveText(new RegExp(
      `Solved! After ${key.replace("+", ".")} .* stood at \\+.*half-move ${plies - 2}: it never looked`, "s"));
    assert.equal(await page.locator("#about-tree .unseen").count(), 1);
    assert.equal(await page.locator("#about-code svg").count(), 1);
    await page.click("#about [method=dialog] button");
  }
  // At home the link thinks it once more.
  const said = await page.textContent("#about-text");
  const link = await (await part(page, "address")).evaluate(({ link }) => link());
  const home = await open(t, link);
  await home.waitForSelector("#about[open]");
  await expect(home.locator("#about-text")).toContainText(said.split("\n")[0]);
  await expect(home.locator("#about-tree .unseen")).toHaveCount(1);
});

test("a link leads to a moment of a search; a cell's name to who wrote it last", async (t) => {
  const url = await serve();
  const page = await open(t, `${url}#view=inside&${toThink}&level=2&at=search_cut`);
  await expect(page.locator("#routine")).toHaveText("search_cut");
  await expect(page.locator("#code .here")).toContainText("24B9");
  await page.click("#link"); // the moment is in it
  await expect(page.locator("#about-text")).toContainText("at=24B9@");
  await page.click("#about [method=dialog] button");
  await page.click('#totals button:text-is("VALM")');
  await expect(page.locator("#stopped")).toContainText("VALM:");
  await page.click('#code .here ~ [role=option] a:text-is("MLPTRJ")'); // and in the listing
  await expect(page.locator("#stopped")).toContainText("MLPTRJ:");
  const registers = async (page) => (await page.textContent("#registers")).replaceAll("*", "");
  const moment = await (await part(page, "address")).evaluate(({ link }) => link());
  const same = await open(t, moment);
  await expect.poll(() => registers(same)).toBe(await registers(page));
  const third = await open(t, `${url}#view=inside&${toThink}&level=2&at=search_cut,3`);
  await expect(third.locator("#routine")).toHaveText("search_cut");
  await expect(third.locator("#line")).toContainText("a7a5");
  const program = await (await fresh(t)).newPage();
  await program.goto(`${url}program-en.html`);
  await program.click("a[href$='at=24B9']");
  await ready(program); // every line that ran can be run to by a click
  await expect(program.locator("#routine")).toHaveText("search_cut");
  const other = await open(t, `${url}#view=inside&${toThink}&level=2&at=nowhere`);
  await expect(other.locator("#notice")).toContainText('no label "nowhere"');
});

// The steps are those of the package's documentation.
test("a stranger's three minutes", async (t) => {
  const page = await open(t, await serve(), { viewport: { width: 1280, height: 720 } });
  // 0:00 What it is, and what to do.
  await expect(page.locator("#said")).toHaveText(
    "A chess computer of 1978, alive again in your browser. Touch a piece to start.");
  for (const id of ["aswhite", "asblack"]) {
    const { y, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(y > 0 && y + height <= 720, `${id} is in the first view`);
  }
  // 0:10 A man is touched: the game begins, and the squares that it may go to are marked.
  const { width, height } = await page.locator("#aswhite").boundingBox();
  await page.click("#aswhite", { position: { x: width * 6.5 / 8, y: height / 2 } });
  await page.waitForSelector("#over [data-square=f3].target");
  // 0:20 A move; the machine says what it does, and answers.
  await page.click("#over [data-square=f3]");
  await until(page, "an answer from its book", myTurn(2));
  // 0:30 A move that is none is told in words.
  await page.click("#over [data-square=e2]");
  await page.click("#over [data-square=e5]");
  await seen(page, () => document.getElementById("said").textContent
    === "The pawn cannot go from e2 to e5.");
  // 0:40 Another move: it thinks, its thoughts are on the board, and then and now are compared.
  await page.click("#over [data-square=d2]");
  await page.click("#over [data-square=d4]");
  // It takes its time, as then; the lever brings it back to today.
  await seen(page, () => /as then: about .* to go/.test(document.getElementById("wait").textContent));
  await page.press("#lever", "ArrowRight");
  await until(page, "an answer", myTurn(4));
  assert.ok((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).thought.evals > 0);
  await seen(page, () => /^About [1-9](0|,)* times faster/.test(
    document.querySelector(".times").textContent), "one honest digit");
  const { y, height: high } = await page.locator(".times").boundingBox();
  assert.ok(y + high <= 720, "in the first view");
  // 1:00 The tour: from 120 bytes to the fingerprint.
  await go(page, "tour");
  await seen(page, () => document.getElementById("routine").textContent.startsWith("search_ply"));
  await expect(page.locator("#tour-title")).toHaveText("A chess board of 120 numbers");
  await page.click("#tour-next");
  await seen(page, () => document.querySelector("#bytes .lit")?.textContent === "FF");
  // 2:00 All windows, and what this browser needs for the game on the Microprofessor.
  await go(page, "inside");
  await page.click("#p-twin .told summary");
  await seen(page, () => /modern program: [\d.]+ m?s/.test(
    document.getElementById("picture-moore").ariaLabel));
  // 2:30 A position of his own, and the game to take home.
  await go(page, "play");
  await page.click("#own");
  await page.click("#own-start");
  await page.click("#own-white");
  await until(page, "a game", ({ game }) => game?.waiting && game.plies.length === 0);
  await page.click("#link");
  await page.waitForSelector("#about-code svg", { state: "visible" });
});

test("a game is taken home without a clipboard, too", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1`);
  await until(page, "its move", ({ game }) => game?.plies.length === 1);
  const clipboards = [() => undefined, () => ({ writeText: () => new Promise(() => {}) })];
  for (const clipboard of clipboards) {
    await page.evaluate((text) => Object.defineProperty(
      navigator, "clipboard", { value: eval(text)(), configurable: true }), String(clipboard));
    await page.click("#link");
    await page.waitForSelector("#about-code svg", { state: "visible" });
    await expect(page.locator("#about-text")).toHaveText(/#view=play/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#about-code", { state: "hidden" });
  }
});

/** A page into which axe-core may be put, and in which nothing moves. */
const still = { bypassCSP: true, locale: "en-US", reducedMotion: "reduce" };

/** What axe-core finds in a page, and whether it is too wide. */
async function accessible(page, what) {
  const result = await page.evaluate(
    () => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const where = (nodes) => nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ""}`);
  const found = result.violations.map(
    (v) => `${what}: ${v.id}: ${v.help}: ${where(v.nodes).join("; ")}`);
  assert.deepEqual(found, []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${what}: ${overflow} pixels too wide`);
  if (!process.env.SHOTS) return;
  const path = join(process.env.SHOTS, `${what.replaceAll(" ", "-")}.png`);
  await page.screenshot({ path, fullPage: true });
}

test("the staff prints a game as a QR code; nobody is shut out of staff and wall", async (t) => {
  const url = await serve("--kiosk", "--pin", "4711", ...watched);
  for (const viewport of process.env.QUICK ? [wide, phone] : [wide, tall, phone]) {
    const context = await fresh(t, { ...still, viewport });
    const exhibit = await context.newPage(), page = await context.newPage();
    await exhibit.goto(`${url}#${published}`);
    await exhibit.waitForSelector("body.attract");
    await page.goto(`${url}staff`);
    await seen(page, () => document.querySelector("#enter button").textContent !== "");
    await page.addScriptTag({ content: axe });
    await accessible(page, `${viewport.width} pin`);
    await page.fill("#pin", "4711");
    await page.click("#enter button");
    await page.waitForSelector("#desk", { state: "visible" });
    await expect(page.locator("#qr svg")).toHaveAttribute("aria-label", url);
    const game = `${url}#view=play&moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6&player=white&level=2`;
    await page.fill("#address", game);
    await expect(page.locator("#qr svg")).toHaveAttribute("aria-label", game);
    await accessible(page, `${viewport.width} staff`);
    await page.fill("#address", `${url}#${"x".repeat(3000)}`);
    await expect(page.locator("#qr svg")).toHaveCount(0);
    await expect(page.locator("#address:invalid")).toHaveCount(1);
    await page.goto(`${url}wall`);
    await seen(page, () => document.querySelectorAll("#moves li").length > 0);
    await seen(page, () =>
      [".bar.then b", ".times"].some((e) => /\d/.test(document.querySelector(e).textContent)));
    const [screen, side] = await Promise.all(["#tube", "#bars"].map(
      (part) => page.locator(part).boundingBox()));
    const beside = viewport.width > viewport.height;
    assert.ok(beside ? side.x > screen.x + screen.width : side.y > screen.y + screen.height,
      "the bars are beside the screen, or below it");
    assert.ok(screen.y + screen.height <= viewport.height, "the screen is whole");
    await page.addScriptTag({ content: axe });
    await accessible(page, `${viewport.width} wall`);
  }
});

test("nobody is shut out: axe-core finds nothing, in all views and sizes", async (t) => {
  const url = await serve();
  // Colours do not depend on the size, nor what is where on the theme.
  const all = [[wide, "dark"], [phone, "light"], [wide, "light"], [tall, "dark"]];
  for (const [viewport, theme] of process.env.QUICK ? all.slice(0, 2) : all) {
    const context = await fresh(t, { ...still, viewport });
    const page = await context.newPage();
    await page.goto(`${url}#speed=4`);
    await ready(page);
    await newGame(page);
    await page.addScriptTag({ content: axe });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const parts = { // that a view has when it is whole
      play: "#over .movable", watch: "body[data-view=watch] #screen",
      tour: "#station:not(:empty)", inside: "#code .here",
    };
    for (const [view, shown] of Object.entries(parts)) {
      await go(page, view);
      await seen(page, (part) => document.querySelector(part), shown);
      await accessible(page, `${viewport.width} ${view} ${theme}`);
    }
    await go(page, "play");
    for (const [opens, dialog] of [["#own", "#position"], ["#link", "#about"]]) {
      await page.click(opens);
      await accessible(page, `${viewport.width} ${dialog.slice(1)} ${theme}`);
      await page.click(`${dialog} [method=dialog] button`);
    }
    await menu(page);
    await accessible(page, `${viewport.width} menu ${theme}`);
    await page.click("#menu summary");
    await choose(page, "language", "de"); // longer words
    await seen(page, () => document.documentElement.lang === "de");
    await page.click("#own");
    const fits = await page.evaluate(() => [document.documentElement, document.getElementById("position")]
      .every((part) => part.scrollWidth <= part.clientWidth));
    assert.ok(fits, `${viewport.width}: too wide in German`);
  }
});
