// What the browser tests share: the server, a page whose console must stay empty, and functions that
// look at the machine on the page. No function waits for a fixed time: each waits until a condition
// holds.
//
// .ci/browser runs all tests. To run one test of a file, install the libraries once (npm ci), and build the
// program (go build -o bin/ ./cmd/sargon); if Go sources of the page's program have changed, build it as
// .ci/browser does. SARGON is the path of the program, PATTERN a part of the
// test's name. In this folder:
//
//	SARGON=/path/to/bin/sargon CHROMIUM=$(command -v chromium) node --experimental-websocket --test \
//	  --test-name-pattern=PATTERN exhibit.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { expect as soon } from "@playwright/test";
import { launch, serve as start } from "./program.mjs";

/** Milliseconds that anything may take on a busy computer. */
export const patience = 300_000;

/** Playwright's expect, which waits up to patience until an assertion holds. */
export const expect = soon.configure({ timeout: patience });

export const wide = { width: 1920, height: 1080 };
export const tall = { width: 1080, height: 1920 };
export const phone = { width: 390, height: 844 };

/** The script of axe-core. */
export const axe = readFileSync(
  new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A position in which the machine, with White, thinks at once. */
export const knights = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
export const toThink = `fen=${knights.replaceAll(" ", "_")}&player=black`;

let browser;
const servers = [];

before(async () => { browser = await launch("--disable-quic", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"); });
after(async () => {
  await browser?.close();
  for (const s of servers) s.stop();
});

/** Starts `sargon serve` and returns its address. */
export async function serve(...flags) {
  const server = await start(...flags);
  servers.push(server);
  return server.url;
}

/** Opens an empty window of the browser, until the test ends. Without service workers, which would
 * answer before the routes of the tests. */
export async function fresh(t, options) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(patience);
  await context.addInitScript(countSaves);
  t.after(() => context.close());
  return context;
}

/** Pages whose clock stands still unless a test advances it. */
const stopped = new WeakSet();

/**
 * Opens a page. Its console may have only the messages in allow, and it may send no request to
 * another server. script runs before the page's scripts, worker before those of its workers. With
 * clock, time passes only by the function pass and while a test waits.
 */
export async function open(t, url,
  { viewport = wide, touch = false, allow = [], script, worker = "", clock } = {}) {
  const context = await fresh(t, { viewport, hasTouch: touch, locale: "en-US" });
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  if (clock) { // before the first script: no timer is running yet that an hour could end
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    stopped.add(page);
  }
  const complaints = [];
  const origin = url.startsWith("file:") ? "file:" : new URL(url).origin;
  page.on("console", (m) => {
    const allowed = m.type() === "log"
      || [...allow, "blocked by Playwright"].some((a) => m.text().includes(a));
    if (!allowed) complaints.push(`${m.type()}: ${m.text()}`);
  });
  page.on("pageerror", (e) => complaints.push(e.message));
  page.on("request", (r) => {
    const ours = [origin, "blob:", "data:"].some((start) => r.url().startsWith(start));
    if (!ours) complaints.push(`asked for ${r.url()}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  if (worker) {
    await page.route("**/js/worker.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${worker}\n${await response.text()}` });
    });
  }
  await page.goto(url);
  await ready(page);
  return page;
}

/** Waits until a page has started. */
export const ready = (page) => page.waitForSelector("body[data-ready=true]", { timeout: patience });

/** Counts how often a page has saved its game. */
function countSaves() {
  globalThis.saves = 0;
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = function(...item) {
    globalThis.saves++;
    return put.apply(this, item);
  };
}

/** Waits until the page has saved twice: the second time it began after now. */
export async function saved(page) {
  const before = await page.evaluate(() => globalThis.saves);
  await seen(page, (before) => globalThis.saves >= before + 2, before);
}

/** Returns a handle of a script of the page, with its exports. */
export const part = (page, name) => page.evaluateHandle(
  (name) => import(globalThis.sargonFile?.(`js/${name}.js`) ?? `/js/${name}.js`), name);

/** Calls a method of the worker. */
export const call = async (page, method, arg) => (await part(page, "machine")).evaluate(
  ({ call }, [method, arg]) => call(method, arg), [method, arg]);

/** Goes to a view by the buttons; "Inside" begins with the tour, or leads to it. */
export async function go(page, view) {
  await page.click(`#go-${view === "tour" ? "inside" : view}`);
  const touring = await page.locator("body.tour").count() > 0;
  if (view === "tour" && !touring) await page.click("#tour-next");
  if (view === "inside" && touring) await page.click("#tour-end");
}

/** Returns a selector that matches while the page shows a view. */
export const shows = (view) => view === "tour" ? "body.tour" : `body[data-view=${view}]:not(.tour)`;

/** Opens the menu of the settings. */
export const menu = (page) => page.click("#menu:not([open]) summary");

/** Chooses a setting in the menu and closes the menu; or chooses a level. */
export async function choose(page, id, value) {
  if (id === "level") return page.click(`#levels label:has(input[value='${value}'])`);
  await menu(page);
  await page.selectOption(`#${id}`, value);
  await page.click("#menu summary");
}

/** Returns what the page knows of the machine, after it has drawn it. */
export async function pageState(page) {
  await frame(page);
  return page.evaluate(async () => {
    const part = (name) => import(globalThis.sargonFile?.(`js/${name}.js`) ?? `/js/${name}.js`);
    const [{ game, status }, { search }] = await Promise.all([part("machine"), part("native")]);
    return { game, status, hash: location.hash, native: search };
  });
}

/** Waits until a page has drawn. */
async function frame(page) {
  if (stopped.has(page)) await page.clock.runFor(20);
  else await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Waits until a condition on the state of the page holds, and returns the state. */
export async function until(page, what, condition, limit = patience) {
  for (const end = Date.now() + limit; ;) {
    const state = await pageState(page);
    if (state.status && condition(state)) { // no status: the worker has sent nothing yet
      await frame(page); // so that this state is drawn
      return state;
    }
    const known = JSON.stringify(state).slice(0, 600);
    if (Date.now() > end) assert.fail(`waited in vain: ${what}; ${known}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until a condition holds on a page. The condition may be an async function. */
export async function seen(page, condition, arg) {
  for (const end = Date.now() + patience; ;) {
    const so = await page.evaluate(condition, arg).catch((error) => {
      if (!/context was destroyed|navigation/.test(error.message)) throw error; // it reloads
    });
    if (so) return;
    if (Date.now() > end) assert.fail(`waited in vain: ${condition}`);
    if (stopped.has(page)) await page.clock.runFor(20);
    await page.waitForTimeout(30);
  }
}

/** Lets seconds pass on a page whose clock stands still. The machine can answer in between. */
export async function pass(page, seconds) {
  const most = 10; // after more seconds the page would conclude that the machine does not answer
  for (; seconds > 0; seconds -= most) {
    const before = await page.evaluate(() => globalThis.saves);
    await page.clock.fastForward(Math.min(seconds, most) * 1000);
    await seen(page, (before) => globalThis.saves > before, before);
  }
}

/** The speed in the address with which also questions and moves on the screen are fast. */
export const quick = "speed=999";

export const crash = async (page) => (await part(page, "machine")).evaluate(
  ({ crashed }) => crashed("a test")); // and until it runs again

/** Does what begins another game, and waits until that game asks for its first move. */
export async function another(page, begin) {
  const { game } = await pageState(page), before = game?.number ?? 0;
  await begin();
  return until(page, "the first move of another game",
    ({ game }) => game?.number > before && myTurn(0)({ game }));
}

/** Begins a game with the white pieces and the other settings of the form. */
export const newGame = (page) => another(page, async () => {
  await page.click("#setup label:has(input[value=white])");
  await page.click("#setup button");
});

/** Touches the screen of a kiosk whose machine plays against itself. */
export const joinIn = (page) => another(page, () => page.mouse.click(400, 400));

/** Sets the speed of the machine in hertz; 0 is no limit. */
export const setSpeed = async (page, hertz) => (await part(page, "speed")).evaluate(
  ({ setSpeed }, hertz) => setSpeed(hertz), hertz);

/** Returns a condition: the visitor is to move, after n half-moves. */
export const myTurn = (n) => ({ game }) => game?.waiting && game.plies.length === n;
