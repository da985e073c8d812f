// What the tests in browsers share: the program's server, a page that may not complain, and ways
// to look at the machine on it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch, serve as start } from "./program.mjs";

export const patience = 60_000;
export const wide = { width: 1920, height: 1080 };

/** A position after which the machine, with White, thinks at once. */
export const toThink =
  "fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3&player=black";

let browser;
const servers = [];

before(async () => { browser = await launch(); });
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

/**
 * Opens a page; nothing may be said on its console. worker is script that runs in its workers
 * before theirs.
 */
export async function open(t, url, { viewport = wide, touch = false, worker = "" } = {}) {
  const context = await browser.newContext({ viewport, hasTouch: touch, locale: "en-US" });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (m) => { if (m.type() !== "log") complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(e.message));
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
  await page.waitForSelector("body[data-ready=true]", { timeout: patience });
  return page;
}

/** A script of the page, with what it exports. */
export const part = (page, name) => page.evaluateHandle((name) => import(`/js/${name}.js`), name);

/** Calls a method of the worker. */
export const call = async (page, method, arg) => (await part(page, "machine")).evaluate(
  ({ call }, [method, arg]) => call(method, arg), [method, arg]);

/** What the page knows of the machine. */
export const look = async (page) => (await part(page, "machine")).evaluate(
  ({ game, status }) => ({ game, status }));

/** Waits until what the page knows is so. */
export async function until(page, what, condition, millis = patience) {
  const end = Date.now() + millis;
  for (;;) {
    const state = await look(page);
    if (state.status && condition(state)) return state;
    if (Date.now() > end) {
      assert.fail(`waited in vain: ${what}; ${JSON.stringify(state).slice(0, 600)}`);
    }
    await page.waitForTimeout(50);
  }
}

/** Waits until something is so on a page. */
export const seen = (page, condition, arg) =>
  page.waitForFunction(condition, arg, { timeout: patience });
