// What the tests in browsers share: the program's server, a page that may not complain, and ways
// to look at the machine on it. Nothing here waits for a time to pass: each waits until something
// is so.
//
// .ci/browser runs all tests. To run one of a file, install the libraries once (npm ci), and build the
// program (go build -o bin/ ./cmd/sargon); if Go sources of the page's program have changed, build it as
// .ci/browser does. SARGON is where the program is, PATTERN a part of the test's name. In this folder:
//
//	SARGON=/path/to/bin/sargon CHROMIUM=$(command -v chromium) node --experimental-websocket --test \
//	  --test-name-pattern=PATTERN exhibit.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { expect as soon } from "@playwright/test";
import { launch, serve as start } from "./program.mjs";

/** How long anything may take on a computer that has much else to do. */
export const patience = 300_000;

/** What a part of a page shows, at last: what a click brings about may take its time. */
export const expect = soon.configure({ timeout: patience });

export const wide = { width: 1920, height: 1080 };
export const tall = { width: 1080, height: 1920 };
export const phone = { width: 390, height: 844 };

/** The script of axe-core. */
export const axe = readFileSync(
  new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** A position after which the machine, with White, thinks at once. */
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

/** A browser's window with nothing in it, until the test ends. */
export async function fresh(t, options) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(patience);
  await context.addInitScript(countSaves);
  t.after(() => context.close());
  return context;
}

/** Pages whose clock stands still unless it is put forward. */
const stopped = new WeakSet();

/**
 * Opens a page; nothing may be said on its console but what is allowed, and nothing asked of
 * anybody else. script runs before those of the page, worker before those of its workers; a clock
 * is one that only pass and the tests' own waiting put forward.
 */
export async function open(t, url,
  { viewport = wide, touch = false, allow = [], script, worker = "", clock } = {}) {
  const context = await browser.newContext(
    { viewport, hasTouch: touch, locale: "en-US", serviceWorkers: "block" }); // or no route works
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.addInitScript(countSaves);
  if (script) await page.addInitScript(script);
  if (clock) { // it stands still from the first script on: nothing runs yet that an hour could end
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

/** A script of the page, with what it exports. */
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

/** A page that shows a view. */
export const shows = (view) => view === "tour" ? "body.tour" : `body[data-view=${view}]:not(.tour)`;

/** Opens the menu of the settings. */
export const menu = (page) => page.click("#menu:not([open]) summary");

/** Chooses a setting there, or a level, and closes it. */
export async function choose(page, id, value) {
  if (id === "level") return page.click(`#levels label:has(input[value='${value}'])`);
  await menu(page);
  await page.selectOption(`#${id}`, value);
  await page.click("#menu summary");
}

/** What the page knows, and has drawn. */
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

/** Waits until what the page knows is so. */
export async function until(page, what, condition, limit = patience) {
  for (const end = Date.now() + limit; ;) {
    const state = await pageState(page);
    if (state.status && condition(state)) { // none: the worker has not spoken yet
      await frame(page); // what is known now is drawn by then
      return state;
    }
    const known = JSON.stringify(state).slice(0, 600);
    if (Date.now() > end) assert.fail(`waited in vain: ${what}; ${known}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until something is so on a page; the condition may have to wait itself. */
export async function seen(page, condition, arg) {
  for (const end = Date.now() + patience; ;) {
    const so = await page.evaluate(condition, arg).catch((error) => {
      if (!/context was destroyed|navigation/.test(error.message)) throw error; // it is reloaded
    });
    if (so) return;
    if (Date.now() > end) assert.fail(`waited in vain: ${condition}`);
    if (stopped.has(page)) await page.clock.runFor(20);
    await page.waitForTimeout(30);
  }
}

/** Lets seconds pass on a page whose clock stands still; its machine answers in between. */
export async function pass(page, seconds) {
  const most = 10; // more, and a machine that is asked something seems not to answer
  for (; seconds > 0; seconds -= most) {
    const before = await page.evaluate(() => globalThis.saves);
    await page.clock.fastForward(Math.min(seconds, most) * 1000);
    await seen(page, (before) => globalThis.saves > before, before);
  }
}

/** The machine, with its questions and its moves on the screen, as fast as it can. */
export const quick = "speed=999";

export const crash = async (page) => (await part(page, "machine")).evaluate(
  ({ crashed }) => crashed("a test")); // and until it runs again

/** Does what begins another game, and waits for its first move: the game before may wait for one, too. */
export async function another(page, begin) {
  const { game } = await pageState(page), before = game?.number ?? 0;
  await begin();
  return until(page, "the first move of another game",
    ({ game }) => game?.number > before && myTurn(0)({ game }));
}

/** Begins a game with the white pieces, and else as the form stands. */
export const newGame = (page) => another(page, async () => {
  await page.click("#setup label:has(input[value=white])");
  await page.click("#setup button");
});

/** Touches the screen of a kiosk that plays by itself. */
export const joinIn = (page) => another(page, () => page.mouse.click(400, 400));

/** Sets the speed of the machine, in hertz; 0 is as fast as it can. */
export const setSpeed = async (page, hertz) => (await part(page, "speed")).evaluate(
  ({ setSpeed }, hertz) => setSpeed(hertz), hertz);

/** Whether the visitor is to make the next move, after n half-moves. */
export const myTurn = (n) => ({ game }) => game?.waiting && game.plies.length === n;
