// Nothing on the page jumps unless the visitor has touched it. The tests add up the layout shifts that
// the browser reports in each view, on a phone, on a laptop, and on an upright screen of a kiosk. See
// page.mjs for how to run them.
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  another, call, myTurn, newGame, open, part, phone, quick, seen, serve, tall, toThink, until,
} from "./page.mjs";

const most = 0.02; // of the layout shift in a view, as Chromium computes it: up to 0.1 counts as good
const sizes = { "a phone": phone, "a laptop": { width: 1280, height: 720 } };

/** Adds up the layout shifts that did not follow input of the visitor. */
function countShifts() {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) {
      const names = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node?.closest?.("[id]") ?? node?.parentElement?.closest("[id]");
        return `#${element?.id} ${from.y | 0}–${to.y | 0}, ${from.height | 0}–${to.height | 0} high`;
      });
      if (!hadRecentInput) globalThis.shifts.push({ value, names });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** What a test does in each view. Meanwhile nothing may jump. */
const views = {
  "from the first picture to the first answer": ["", async (page) => {
    await until(page, "the first move is asked for", myTurn(0));
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer from its book", myTurn(2));
  }],
  "a thought at the speed of 1978, and its end": [`${toThink}&level=1&speed=4`, (page) => until(
    page, "its move", myTurn(1))],
  "what is wrong with a move": [quick, async (page) => {
    await newGame(page);
    await (await part(page, "dom")).evaluate(
      ({ announce }) => announce("The queen cannot go from d1 to h5.", true));
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer", myTurn(2));
  }],
  "the machine against itself": [`view=demo&level=1&${quick}`, (page) => until(
    page, "some moves", ({ game }) => game?.plies.length > 9)],
  "a game gone through": [`view=demo&level=1&${quick}`, async (page) => {
    await page.selectOption("#show", { index: 1 });
    await seen(page, () => /^[3-9] of/.test(document.getElementById("where").textContent));
  }],
  "all stations of the tour": ["view=tour", async (page) => {
    for (let left = true; left;) {
      await seen(page, () => document.querySelector("#tour-next:not([hidden], :disabled)"));
      const station = await page.textContent("#station");
      await page.click("#tour-next");
      await seen(page, (before) => document.getElementById("station").textContent !== before, station);
      left = await page.evaluate(() => document.body.classList.contains("tour"));
      if (left) await until(page, "the machine is there", ({ status }) => !status.running);
    }
  }],
  "the windows of Inside while it thinks": [`${toThink}&level=1&view=inside&speed=4`, (page) => until(
    page, "its move", myTurn(1))],
  "the story": ["view=story", (page) => seen(page, () => document.querySelector("#p-story .story-part"))],
};

/** What a test does at an upright screen of a kiosk. */
const upright = {
  "nobody plays": ["", async (page) => {
    const { game } = await until(page, "a search while nobody plays", ({ status }) => status.thinking && status.evals > 0);
    await page.fill("#lever", "1");
    const next = ({ game: { plies }, status }) => plies.length > game.plies.length && status.evals > 0;
    await until(page, "the next thought", (state) => state.status.thinking && next(state));
    await page.waitForSelector("#count", { state: "visible" });
  }],
  "a visitor comes, plays and watches": ["", async (page) => {
    await until(page, "a search while nobody plays", ({ status }) => status.thinking && status.evals > 0);
    await another(page, () => page.click("#invite"));
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer from its book", myTurn(2));
    await call(page, "move", { move: "g1f3" });
    await until(page, "it thinks", ({ status }) => status.thinking && status.evals > 0);
    await page.click("#go-demo");
    await until(page, "some moves", ({ game, status }) => status.selfPlay && game.plies.length > 3);
  }],
};

/** Does what these views say, at a size, and requires that nothing jumps. */
async function nothingJumps(t, views, viewport, ...flags) {
  const url = await serve(...flags);
  for (const [view, [address, act]] of Object.entries(views)) {
    const page = await open(t, `${url}#${address}`, { viewport, script: countShifts });
    await act(page);
    const shifts = await page.evaluate(() => globalThis.shifts);
    const sum = shifts.reduce((sum, { value }) => sum + value, 0);
    t.diagnostic(`${view}: ${sum.toFixed(3)}`);
    assert.ok(sum < most, `${view}: ${sum.toFixed(3)} ${JSON.stringify(shifts, null, 1)}`);
    await page.context().close();
  }
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(`nothing jumps on ${size}`, (t) => nothingJumps(t, views, viewport));
}
test("nothing jumps on an upright screen in a room", (t) => nothingJumps(t, upright, tall, "--kiosk"));
