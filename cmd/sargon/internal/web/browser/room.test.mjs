// The exhibit in a museum and elsewhere: kiosk, staff page, wall, articles, plain files, and without a
// network. The tests also check its accessibility.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  axe, call, choose, expect, fresh, go, joinIn, knights, pageState, menu, myTurn, newGame, open, part,
  pass, patience, phone, quick, ready, saved, seen, serve, setSpeed, shows, tall, toThink, until, wide,
} from "./page.mjs";

const sargon = process.env.SARGON;

const attracts = (page) => seen(page, () => document.querySelector("body.attract"));
const asked = (page) => seen(page, () => document.querySelector("#stillthere:popover-open"));

/** A wall, and the address of the page that it shows. */
const shownOnWall = ["--wall", "--secret", "SCHOLARSMATE"], published = "publish=SCHOLARSMATE";

/** Options of a page in which axe-core can be loaded, and in which nothing moves. */
const still = { bypassCSP: true, locale: "en-US", reducedMotion: "reduce" };

/** Requires that axe-core finds nothing on a page, and that the page is not too wide. */
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

test("kiosk: a game is taken home, to the address that the staff names", async (t) => {
  const url = await serve("--kiosk", "--idle", "10h", "--pin", "4711",
    "--public", "https://museum.example/sargon/");
  const page = await open(t, url);
  await page.waitForSelector("body.attract");
  await joinIn(page);
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
  await staff.route("**/lang/*", async (route) => { // enter the PIN before the texts are loaded
    await staff.fill("#pin", "4711");
    await staff.click("#enter button");
    await route.continue();
  }, { times: 1 });
  await staff.goto(`${url}staff`);
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

/** Opens an article that has the exhibit in a frame and records its games. Returns both. */
async function articleWith(t, src, attributes = "") {
  const article = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>x</title>
      <iframe ${attributes} width=900 height=700 src="${src}"></iframe>
      <script>seen = []; addEventListener("message", ({ data }) => {
        if (data.sargon78 === "game") seen.push(data);
      });</script>`);
  });
  await new Promise((resolve) => article.listen(0, "127.0.0.1", resolve));
  t.after(() => article.close());
  const page = await (await fresh(t)).newPage();
  await page.goto(`http://127.0.0.1:${article.address().port}/`);
  return { page, frame: page.frames()[1] };
}

test("in the sandbox of an article", async (t) => {
  const url = await serve();
  const { page, frame } = await articleWith(
    t, `${url}#view=board&start=1&level=1&${quick}`, 'sandbox="allow-scripts"');
  await frame.waitForSelector("body[data-ready=true].only-board");
  await frame.waitForSelector("#board [data-square=e2].movable");
  await frame.click("#board [data-square=e2]");
  await frame.click("#board [data-square=e4]");
  await seen(page, () => globalThis.seen.at(-1)?.moves.length === 2);
  await expect(frame.locator("#machine")).toBeHidden();
  // In the frame of an article no view has a header.
  const parts = { inside: "#inside", demo: "#machine" };
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

test("kiosk: the call to play hides nothing on a low screen, and words are amid their buttons", async (t) => {
  const page = await open(t, await serve("--kiosk", "--idle", "10h"), { viewport: { width: 1280, height: 720 } });
  await attracts(page);
  const call = await page.locator("#invite").boundingBox();
  const nothingHidden = async () => assert.deepEqual(await page.$$eval(
    "#machine > *, #said, #bars > *, #record > *", (parts, top) => parts.filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().bottom > top).map(({ id }) => id), call.y), []);
  await until(page, "a thought", ({ game, status }) => game?.plies.length > 3 && status.evals > 0);
  await nothingHidden();
  await expect(page.locator("#said")).toHaveText(/chess against itself|plays against itself|120 bytes|third of a second|or hours/);
  const [tube, said] = await Promise.all(["#tube", "#said"].map((part) => page.locator(part).boundingBox()));
  assert.ok(said.y >= tube.y + tube.height, "what is said of the game is below the screen");
  const before = (await pageState(page)).game.plies.length;
  await setSpeed(page, 0);
  await until(page, "moves with their times", ({ game }) => game.plies.length > before + 1);
  await nothingHidden();
  await joinIn(page);
  const off = await page.$$eval("#menu summary, #setup fieldset:first-of-type span", (parts) => parts.map((part) => {
    const words = document.createRange(), box = part.getBoundingClientRect();
    words.selectNodeContents(part);
    const { top, bottom } = words.getBoundingClientRect();
    return Math.abs(top + bottom - box.top - box.bottom) / 2;
  }));
  assert.ok(off.length > 2 && Math.max(...off) < 2, String(off));
});

test("a visitor is asked before the kiosk begins anew, and not while it thinks", async (t) => {
  const page = await open(t, await serve("--kiosk", "--idle", "30s"), { clock: true, touch: true });
  await attracts(page);
  await joinIn(page);
  await page.mouse.move(405, 405); // a moment ago
  await pass(page, 20);
  await expect(page.locator("#stillthere"), "too soon").toBeHidden();
  await pass(page, 15);
  await asked(page);
  await expect(page.locator("#countdown")).toHaveText(/In \d+ s/);
  await page.mouse.move(410, 410); // the visitor is still there
  await seen(page, () => !document.querySelector("#stillthere:popover-open"));
  await pass(page, 35);
  await asked(page);
  await page.evaluate(() => addEventListener("click",
    ({ target }) => { globalThis.clicked = target.dataset.t; }, { capture: true, once: true }));
  await page.tap("#stillthere button"); // must not click on what lies below
  await seen(page, () => !document.querySelector("#stillthere:popover-open"));
  assert.equal(await page.evaluate(() => globalThis.clicked), "still.yes");
  await call(page, "setup", { fen: knights, moves: [], player: "black", level: 6 });
  await until(page, "it thinks", ({ status }) => status.thinking);
  await pass(page, 200);
  await expect(page.locator("#stillthere")).toBeHidden();
  for (let s = 0; !await page.isVisible("#stillthere"); s += 5) { // it asks although the machine thinks
    assert.ok(s < 200, "the page never asks");
    await pass(page, 5);
  }
  await page.mouse.move(400, 410);
  await call(page, "newgame", { player: "white", level: 1 });
  await until(page, "a game", myTurn(0));
  await page.click("#link"); // an open dialog does not hide the question, and is closed
  await pass(page, 35);
  await asked(page);
  await pass(page, 25);
  await attracts(page);
  await expect(page.locator("#about")).toBeHidden();
});

test("kiosk: who touches the screen at once has a game of his own", async (t) => {
  const atOnce = () => {
    new MutationObserver((_, observer) => {
      if (!document.body?.dataset.ready) return; // as soon as the page listens to touches
      observer.disconnect();
      dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true }));
    }).observe(document, { attributes: true, subtree: true, childList: true });
    const post = Worker.prototype.postMessage; // delay the visitor's game
    Worker.prototype.postMessage = function(message, ...transferred) {
      if (message?.method !== "newgame") return post.call(this, message, ...transferred);
      globalThis.begin = () => post.call(this, message);
    };
  };
  const url = await serve("--kiosk", "--idle", "10h", "--pin", "4711", ...shownOnWall);
  const page = await open(t, `${url}#${published}`, { script: atOnce });
  await seen(page, () => "begin" in globalThis);
  await setSpeed(page, 0);
  await until(page, "the machine's last move by itself", ({ game }) => game.waiting);
  await page.evaluate(() => globalThis.begin());
  await until(page, "a visitor's game", myTurn(0));
  await call(page, "move", { move: "e2e4" });
  const { status } = await until(page, "an answer", myTurn(2));
  assert.equal(status.selfPlay, false);
  await expect(page.locator("body")).toHaveAttribute("data-view", "play");
  await expect.poll(async () => { // only the visitor's moves are counted
    const body = JSON.stringify({ pin: "4711" }), headers = { "Content-Type": "application/json" };
    return (await (await fetch(`${url}api/staff`, { method: "POST", headers, body })).json()).counters;
  }).toEqual({ games: 1, moves: 2, visitors: 1 });
});

test("in the frame of an article: parameters and messages", async (t) => {
  const { page, frame } = await articleWith(
    t, `${await serve()}#ui=0&keyboard=0&start=1&level=1&${quick}`);
  await frame.waitForSelector("body[data-ready=true].bare");
  await frame.waitForSelector("#over [data-square=e2].movable");
  await page.evaluate(() => {
    const junk = [null, 7, "x", { sargon78: "move", move: "<b>" }, { sargon78: "reset" },
      { sargon78: "new", level: "many" }];
    for (const message of junk) frames[0].postMessage(message, "*");
  });
  await seen(frame, async () => { // the new game has the default level
    const { game } = await import("/js/machine.js");
    return game.level === 2 && game.waiting;
  });
  await page.evaluate(() => frames[0].postMessage({ sargon78: "move", move: "e2e4" }, "*"));
  await seen(page, () => globalThis.seen.at(-1)?.moves.length === 2);
  assert.equal(await page.evaluate(() => globalThis.seen.at(-1).moves[0]), "e2e4");
});

test("the address keeps what it says", async (t) => {
  const page = await open(
    t, `${await serve(...shownOnWall)}#lang=de&${published}&speed=50000000`);
  await newGame(page);
  const hash = new URLSearchParams((await pageState(page)).hash.slice(1));
  const wanted = { lang: "de", publish: "SCHOLARSMATE", speed: "50000000" };
  for (const [name, value] of Object.entries(wanted)) assert.equal(hash.get(name), value);
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  assert.equal((await pageState(page)).game.plies.length, 0);
  await saved(page);
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => { location.hash = "#start=1&level=3&player=black"; });
  await reloaded;
  await ready(page);
  const { game } = await until(
    page, "a new game", ({ game }) => game?.player === "black" && game.level === 3);
  assert.equal(game.started, true);
});

// What the machine may be doing when a visitor touches the page.
const joins = {
  "while it thinks": (page) => until(page, "it thinks", ({ status }) => status.thinking && !status.book),
  "between two moves": async (page) => {
    await setSpeed(page, 20e6); // otherwise the opening would take minutes
    await until(page, "it does not think",
      ({ game, status }) => game?.plies.length > 6 && !status.thinking);
  },
  "before it has begun": () => {},
  "when a game has ended": async (page) => {
    await call(page, "setup", { fen: "7k/8/8/8/8/8/1r3q2/7K b - - 0 30", moves: [], player: "white",
      level: 1 });
    await call(page, "selfplay", { on: true });
    await until(page, "the mate", ({ game }) => game.ended);
  },
  "on the tour": async (page) => {
    await (await part(page, "tour")).evaluate(({ run }) => { run(); });
    await page.waitForSelector("body.tour");
    await until(page, "a thought to show", ({ status }) => status.thinking);
  },
  "while it starts to attract": async (page) => {
    await (await part(page, "kiosk")).evaluate(({ attract }) => { attract(); });
  },
};

test("kiosk: the first answer takes its time of 1978, whatever the machine was doing", async (t) => {
  const page = await open(t, await serve("--kiosk", "--idle", "10h", "--wait", "1s"));
  const all = Object.entries(joins);
  for (const [when, state] of process.env.QUICK ? all.slice(0, 1) : all) {
    await page.waitForSelector("body.attract");
    await state(page);
    await joinIn(page);
    await page.waitForSelector(`body:not(.attract)${shows("play").slice(4)}`);
    await page.evaluate(() => {
      globalThis.levers = [];
      const lever = document.getElementById("lever");
      setInterval(() => globalThis.levers.push(lever.value), 10);
    });
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer from its book", myTurn(2));
    await call(page, "move", { move: "a2a3" });
    await expect(page.locator("#wait"), when).toHaveText(/to go\. Pull the lever!$/);
    const { hertz } = await (await part(page, "speed")).evaluate(({ hertz }) => ({ hertz }));
    assert.equal(hertz, 1.79e6, when);
    assert.deepEqual(await page.evaluate(() => [...new Set(globalThis.levers)]), ["0"],
      `the lever does not move by itself when it was joined ${when}`);
    await page.press("#lever", "ArrowRight");
    await until(page, "the answer at once", myTurn(4));
    await (await part(page, "kiosk")).evaluate(({ attract }) => attract());
  }
});

test("kiosk: attracts, lets join in, forgets, obeys the staff", async (t) => {
  const url = await serve("--kiosk", "--idle", "30s", "--pin", "4711", ...shownOnWall);
  const page = await open(t, `${url}#${published}`, { clock: true });
  const nobody = async () => {
    await pass(page, 60); // half of it until the page asks whether somebody is there
    await attracts(page);
  };
  await attracts(page);
  await until(page, "it plays by itself", ({ status }) => status.selfPlay);
  await joinIn(page);
  for (const id of ["full", "savestate", "loadstate", "own"]) {
    await expect(page.locator(`#${id}`)).toBeHidden();
  }
  const sound = page.locator("#sound"); // it is off, and one touch switches it on
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await choose(page, "colors", "green");
  await choose(page, "language", "de");
  await nobody();
  await expect(page.locator("body")).toHaveAttribute("data-colors", "paper");
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");

  // Nothing that a visitor has changed stays: a pause, a level that takes hours, a breakpoint.
  await joinIn(page);
  await go(page, "demo");
  await choose(page, "level", 6);
  await page.click("#setup button");
  await until(page, "a game at level 6", ({ game, status }) => status.selfPlay && game.level === 6);
  await go(page, "inside");
  await page.click("[data-step=pause]");
  await call(page, "debug", { command: "break POINTS", enter: false });
  await nobody();
  await until(page, "it plays again",
    ({ game, status }) => status.selfPlay && status.evals > 3 && game.level === 2);

  const wall = await (await fresh(t)).newPage();
  await page.clock.resume(); // the wall shows a page only while that sends pictures
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
  const url = await serve("--kiosk", "--idle", "10h", "--pin", "4711", ...shownOnWall);
  const exhibit = await open(t, `${url}#${published}`);
  const visit = async (level) => {
    await exhibit.waitForSelector("body.attract");
    await joinIn(exhibit);
    await setSpeed(exhibit, 50e6); // also during its questions
    await call(exhibit, "newgame", { player: "white", level });
    await until(exhibit, "a game", ({ game }) => myTurn(0)({ game }) && game.level === level);
  };
  const plays = async (move, n) => {
    await call(exhibit, "move", { move });
    await until(exhibit, "an answer", myTurn(n));
  };
  await visit(1);
  await plays("e2e4", 2);
  await exhibit.evaluate(() => { // simulates a computer that is too busy to draw
    const draw = window.requestAnimationFrame, held = [];
    window.requestAnimationFrame = (frame) =>
      frame.name === "draw" ? held.push(frame) : draw(frame);
    window.drawAgain = () => {
      window.requestAnimationFrame = draw;
      held.forEach((frame) => draw(frame));
    };
  });
  await call(exhibit, "takeback");
  await until(exhibit, "the move is taken back", myTurn(0));
  await plays("d2d4", 2); // still the first game
  await exhibit.evaluate(() => window.drawAgain());
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
  await expect(wall.locator("#said")).toHaveText("Resignation: Black wins.");
  await call(exhibit, "newgame", { player: "white", level: 1 });
  await expect(wall.locator("#said")).toHaveText("A visitor is to move.");
  await staff.selectOption("#language", "de");
  await seen(wall, () => document.documentElement.lang === "de");
  await (await part(exhibit, "kiosk")).evaluate(({ attract }) => attract());
  await seen(exhibit, () => document.documentElement.lang === "de");
  await staff.selectOption("#language", ""); // the language of the browser
  await seen(exhibit, () => document.documentElement.lang === "en");
  const reloads = [exhibit, wall].map((page) => page.waitForEvent("load"));
  await staff.click("#reset");
  await staff.click("#reset"); // the button asks before it acts
  await Promise.all(reloads);

  await staff.route("**/api/staff", (route) => route.abort());
  await staff.selectOption("#language", "de");
  await seen(staff, () => document.getElementById("message").textContent.includes("not answer"));
  await expect(staff.locator("#desk")).toBeVisible();
  await staff.unroute("**/api/staff");
  await seen(staff, () => document.getElementById("message").textContent === "");
});

test("the wall shows whole rows of moves, up to the newest", async (t) => {
  const url = await serve(...shownOnWall);
  const moves = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7,f1e1,b7b5,a4b3,d7d6";
  await open(t, `${url}#${published}&player=white&moves=${moves}`);
  const viewport = { width: 1280, height: 720 }, wall = await (await fresh(t, { viewport })).newPage();
  await wall.goto(`${url}wall`);
  const last = wall.locator("#moves li").last();
  await expect(last).toHaveText("7.Bb3d6");
  await expect(last).toBeInViewport({ ratio: 1 });
  const { top, first, rows } = await wall.$eval("#moves", (list) => ({ top: list.getBoundingClientRect().top,
    first: list.children[0].getBoundingClientRect().top, rows: list.children.length }));
  assert.ok(rows > 1 && rows < 7 && Math.abs(first - top) < 1, JSON.stringify({ top, first, rows }));
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
  await expect(page.locator("#setup button")).toHaveText(
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
  await page.goto(`${url}program-de.html`); // the page has a link to it
  await expect(page.locator("h1")).toBeVisible();
});

test("kiosk: when the power is back a visitor's game goes on", async (t) => {
  const url = await serve("--kiosk", "--idle", "10h"), context = await fresh(t);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("body.attract[data-ready=true]");
  await until(page, "it plays by itself", ({ status }) => status.selfPlay);
  await joinIn(page);
  await call(page, "move", { move: "d2d4" });
  await until(page, "an answer", myTurn(2));
  await seen(page, async () => {
    const kept = await caches.match("sargon78", { cacheName: "sargon78 visitor" });
    return (await kept?.json())?.plies === 2;
  });
  await page.close();
  const again = await context.newPage(); // with another session storage
  await again.goto(url);
  const { game } = await until(again, "his game", myTurn(2));
  assert.equal(game.plies[0].uci, "d2d4");
  await expect(again.locator("body.attract")).toHaveCount(0);
  await (await part(again, "kiosk")).evaluate(({ attract }) => attract());
  await again.close();
  const later = await context.newPage();
  await later.goto(url);
  await later.waitForSelector("body.attract[data-ready=true]"); // no game is kept
});

test("before the program has come there are words and a picture", async (t) => {
  const url = await serve();
  const bare = await (await fresh(t, { javaScriptEnabled: false })).newPage();
  await bare.goto(url);
  await expect(bare.locator("noscript p")).toHaveText(/needs JavaScript/);
  await expect(bare.locator("#first")).toBeVisible();
  const page = await (await fresh(t, { locale: "en-US" })).newPage();
  let come;
  await page.route("**/sargon.wasm.lzma", async (route) => {
    await new Promise((resolve) => { come = resolve; });
    await route.continue();
  });
  await page.goto(url);
  await expect(page.locator("#said")).toHaveText(/touch a piece/);
  await expect(page.locator("#loading")).toBeVisible();
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /SARGON/);
  await expect(page.locator("#go-play")).toHaveText("Play");
  await expect(page.locator("#thinking")).toBeHidden();
  await expect.poll(() => come !== undefined).toBe(true);
  come();
  await ready(page);
  await expect(page.locator("#first")).toBeHidden();
  await expect(page.locator("#loading")).toBeHidden();
});

test("the staff prints a game as a QR code; nobody is shut out of staff and wall", async (t) => {
  const url = await serve("--kiosk", "--pin", "4711", ...shownOnWall);
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
    await expect(page.locator("#here-only"), "127.0.0.1 is each computer itself").toBeVisible();
    await page.fill("#address", "http://192.168.0.7:8079/");
    await expect(page.locator("#here-only")).toBeHidden();
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

test("nobody is shut out of the annotated program", async (t) => {
  const url = await serve();
  for (const [viewport, colorScheme, language] of [[wide, "dark", "de"], [phone, "light", "en"]]) {
    const page = await (await fresh(t, { ...still, viewport, colorScheme })).newPage();
    await page.goto(`${url}program-${language}.html`);
    // All files would take axe-core minutes: one of those with the warmest line, which is pointed
    // out, and a page of the specification.
    await page.evaluate(() => {
      const heat = (cell) => Number(cell.style.getPropertyValue("--h"));
      const [warmest] = [...document.querySelectorAll("td[style]")].sort((a, b) => heat(b) - heat(a));
      const kept = [warmest, document.getElementById("spec-exchange")].map((e) => e.closest("section"));
      for (const section of document.querySelectorAll("section")) {
        if (kept.includes(section)) section.style.contentVisibility = "visible";
        else section.remove();
      }
      location.hash = warmest.parentElement.id;
    });
    await expect(page.locator("tr:target td[style]")).toBeVisible();
    await seen(page, () => [...document.querySelectorAll("pre, .wide")].every( // keys scroll it
      (e) => !e.checkVisibility() || e.hasAttribute("tabindex") === e.scrollWidth > e.clientWidth));
    await page.addScriptTag({ content: axe });
    await accessible(page, `${viewport.width} program ${language} ${colorScheme}`);
  }
});

test("nobody is shut out: axe-core finds nothing, in all views and sizes", async (t) => {
  const url = await serve();
  // Sizes and themes need not be combined: colours do not depend on the size, nor places on the theme.
  const all = [[wide, "dark"], [phone, "light"], [wide, "light"], [tall, "dark"]];
  for (const [viewport, theme] of process.env.QUICK ? all.slice(0, 2) : all) {
    const context = await fresh(t, { ...still, viewport });
    const page = await context.newPage();
    await page.goto(`${url}#speed=4`);
    await ready(page);
    await newGame(page);
    await page.addScriptTag({ content: axe });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const parts = { // an element that shows that the view is complete
      play: "#over .movable", demo: "body[data-view=demo] #screen",
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
      await page.waitForSelector(`${dialog}[open]`);
      await accessible(page, `${viewport.width} ${dialog.slice(1)} ${theme}`);
      await page.click(`${dialog} [method=dialog] button:not([type])`);
    }
    await menu(page);
    await accessible(page, `${viewport.width} menu ${theme}`);
    assert.ok(await page.$eval("#menu > div", (div) => div.scrollWidth <= div.clientWidth),
      `${viewport.width}: the menu is too wide`);
    await page.click("#menu summary");
    await choose(page, "language", "de"); // longer words
    await seen(page, () => document.documentElement.lang === "de");
    await menu(page);
    assert.deepEqual(await page.$$eval("#menu select", (selects) => selects.filter((select) => {
      const width = select.offsetWidth;
      select.style = "width: max-content; max-width: none";
      const needed = select.offsetWidth;
      select.style = "";
      return width < needed;
    }).map(({ id }) => id)), [], `${viewport.width}: a setting is cut off in German`);
    await page.click("#menu summary");
    await page.click("#own");
    const fits = await page.evaluate(() => [document.documentElement, document.getElementById("position")]
      .every((part) => part.scrollWidth <= part.clientWidth));
    assert.ok(fits, `${viewport.width}: too wide in German`);
  }
});
