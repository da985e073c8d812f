// Nothing on the page moves that was not touched: how far things jump in each view, on a phone and
// a laptop, as the browser counts it. See page.mjs for how to run it.
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  call, myTurn, newGame, open, part, phone, quick, seen, serve, toThink, until,
} from "./page.mjs";

const most = 0.02; // of Chromium's layout shift, in a view: 0.1 is called good
const sizes = { "a phone": phone, "a laptop": { width: 1280, height: 720 } };

/** Adds up how far things jump, where no key and no finger had moved them just before. */
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

/** What is done in each view, while nothing may jump. */
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
    await until(page, "some moves", ({ game }) => game?.plies.length > 3);
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

for (const [size, viewport] of Object.entries(sizes)) {
  test(`nothing jumps on ${size}`, async (t) => {
    const url = await serve();
    for (const [view, [address, act]] of Object.entries(views)) {
      const page = await open(t, `${url}#${address}`, { viewport, script: countShifts });
      await act(page);
      const shifts = await page.evaluate(() => globalThis.shifts);
      const sum = shifts.reduce((sum, { value }) => sum + value, 0);
      t.diagnostic(`${view}: ${sum.toFixed(3)}`);
      assert.ok(sum < most, `${view}: ${sum.toFixed(3)} ${JSON.stringify(shifts, null, 1)}`);
      await page.context().close();
    }
  });
}
