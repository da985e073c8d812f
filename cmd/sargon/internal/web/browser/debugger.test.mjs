// The debugger of the page: breakpoints, steps in both directions, memory. Package machine tests its
// commands, with the scripts of all front ends. These tests use it as a visitor does. See page.mjs for
// how to run them.
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  axe, call, choose, expect, go, knights, pageState, open, part, phone, seen, serve, shows, toThink, until,
} from "./page.mjs";

/** Opens Inside while the machine thinks slowly. */
async function inside(t, { level = 2, ...options } = {}) {
  const page = await open(
    t, `${await serve()}#${toThink}&level=${level}&speed=1.79&view=inside`, options);
  await until(page, "it thinks", ({ status }) => status.thinking && status.evals > 1);
  await page.waitForSelector("#code .here", { state: "attached" }); // perhaps in a hidden window
  return page;
}

/** Calls f, waits until the debugger has run that command and is at more than `later` T-states, and
 * returns the moment. */
async function after(page, f, later = -1) {
  const machine = await part(page, "machine");
  const told = await machine.evaluateHandle(({ onDebug }, later) => ({ moment: new Promise((resolve) => {
    onDebug.add((moment) => {
      if (moment && moment.tstates > later) resolve(moment);
    });
  }) }), later);
  await f();
  const moment = await told.evaluate(({ moment }) => moment);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return moment;
}

const register = (page, name) => page.evaluate((name) => {
  const dt = [...document.querySelectorAll("#registers dt")].find((d) => d.textContent === name);
  return dt.nextElementSibling.textContent;
}, name);

/** Returns the first line with an instruction at or after the chosen line. */
const chosen = async (page) => page.locator(`#${await page.evaluate(() => {
  const lines = [...document.querySelectorAll("#code [role=option]")];
  const from = lines.findIndex((line) => line.ariaSelected === "true");
  return lines.slice(from).find((line) => line.classList.contains("code")).id;
})}`);

test("a breakpoint by a click, run into it, and a step back", async (t) => {
  const page = await inside(t);
  await page.click("[data-step=pause]");
  await page.fill("#find", "POINTS");
  await page.press("#find", "Enter");
  const line = await chosen(page);
  await after(page, () => line.locator("b").click());
  await expect(page.locator("#points")).toHaveText(/POINTS/);
  let moment = await after(page, () => page.click("[data-step=run]"));
  assert.equal(moment.reason, "point");
  await page.waitForSelector("#code .here.point");
  await expect(page.locator("#stopped")).toHaveText(/Stopped at point 1.*POINTS/);
  const { status } = await pageState(page);
  assert.equal(status.tstates, moment.tstates);
  assert.equal(status.running, false);
  const pc = await register(page, "PC"), sp = await register(page, "SP");

  moment = await after(page, () => page.click("[data-debug='back step']"));
  assert.ok(moment.motion < 0 && moment.motion > -24);
  const [pcBefore, spBefore] = [await register(page, "PC"), await register(page, "SP")];
  assert.notEqual(pcBefore.slice(0, 4), pc.slice(0, 4));
  assert.match(pcBefore, /\*$/, "what has changed has a star");
  assert.equal(parseInt(spBefore, 16), parseInt(sp, 16) + 2, "the call had pushed");
  await after(page, () => page.click("[data-debug=step]"));
  assert.equal((await register(page, "PC")).slice(0, 4), pc.slice(0, 4));

  // Run to the end of the routine, and then back to the evaluation before.
  const out = await after(page, () => page.click("[data-debug=out]"));
  assert.ok(out.motion > 100_000);
  const before = await after(page, () => page.click("[data-debug='back eval']"));
  assert.equal(before.evaluation, out.evaluation - 1);

  // The debugger has changed nothing: the search ends with the same fingerprint as elsewhere.
  await after(page, () => page.click("#points button:last-child"));
  await call(page, "speed", { hertz: 0 });
  await page.click("[data-step=run]");
  const { status: ended } = await until(page, "its move", ({ game }) => game.plies.length === 1);
  const native = await part(page, "native");
  await page.waitForFunction((native) => native.search?.done, native);
  assert.equal(await native.evaluate(({ search }) => search.trace), ended.trace);
});

test("a breakpoint stops the search that a move begins", async (t) => {
  const page = await open(t, `${await serve()}#fen=${knights.replaceAll(" ", "_")}&level=1&speed=0&view=inside`);
  await until(page, "it asks", ({ game }) => game?.waiting && game.start === knights);
  await after(page, () => call(page, "debug", { command: "break POINTS if eval == 3", enter: false }));
  const moment = await after(page, () => call(page, "move", { move: "f1c4" }));
  assert.equal(moment.reason, "point");
  assert.equal(moment.evaluation, 3);
  await seen(page, () => /point 1.*POINTS/.test(document.getElementById("stopped").textContent));
  const { status, game } = await pageState(page);
  assert.equal(status.running, false);
  assert.equal(game.plies.length, 1);
  // The point still stops the machine in the next search.
  await page.click("[data-step=run]");
  await until(page, "its move", ({ game }) => game.plies.length === 2 && game.waiting);
  await go(page, "play");
  const again = await after(page, () => call(page, "move", { move: "e1g1" }));
  assert.equal(again.reason, "point");
  await page.waitForSelector(shows("inside")); // which tells why
});

test("the listing by keys alone", async (t) => {
  const page = await inside(t);
  await page.focus("#find");
  await page.keyboard.type("UNMOVE");
  await page.keyboard.press("Enter");
  await page.focus("#code");
  // Set a breakpoint while the machine runs: it stops there.
  const moment = await after(page, () => page.keyboard.press("b"));
  assert.equal(moment.points.length, 1);
  await seen(page, () => document.querySelector("#code .here.point"));
  const at = await pageState(page);
  await after(page, () => page.keyboard.press("s"), at.status.tstates);
  const back = await after(page, () => page.keyboard.press("Shift+S"));
  assert.equal(back.tstates, at.status.tstates);
  await after(page, () => page.keyboard.press("Shift+E"));
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
  await expect(page.locator("#code [aria-selected=true]")).toHaveCount(1);
  assert.equal((await pageState(page)).game.plies.length, 0, "no key went to the program");
});

test("who wrote a cell last, and when memory is used", async (t) => {
  const page = await inside(t, { allow: ["willReadFrequently"] });
  await page.click("[data-step=pause]");
  await page.fill("#memory-address", "VALM");
  const moment = await after(page, () => page.click("#memory-write"));
  assert.equal(moment.address, "VALM");
  await expect(page.locator("#stopped")).toHaveText(/VALM: .. becomes ../);
  const next = await after(page, () => page.click("[data-debug=step]"));
  assert.equal(next.motion > 0, true);
  // The byte that was written is hot, and the picture shows it.
  const drawn = () => page.evaluate(() => {
    const canvas = document.getElementById("heat");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hot = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 2] < 90) hot++;
    return hot;
  });
  await expect.poll(drawn).toBeGreaterThan(0);
  const watched = await after(page, () => page.click("#memory-watch"));
  assert.match(watched.points.at(-1).Text, /watch VALM/);
  const hit = await after(page, () => page.click("[data-step=run]"));
  assert.equal(hit.address, "VALM");
});

test("a search in the past can be ended", async (t) => {
  const page = await inside(t, { level: 6 });
  await page.click("[data-step=pause]");
  await page.click("#p-code summary");
  await page.fill("#command", "break FNDMOV");
  await after(page, () => page.press("#command", "Enter"));
  await page.click("[data-step=run]");
  await seen(page, () => document.getElementById("inside").classList.contains("busy"));
  const ended = await after(page, () => page.click("[data-step=pause]"));
  assert.equal(ended.reason, "interrupted");
  await after(page, () => page.click("[data-debug='back eval']"));
  await expect(page.locator("#stopped")).toHaveText(/evaluation/);
  await page.fill("#memory-address", "VALN");
  await after(page, () => page.click("#memory-write"));
  await expect(page.locator("#stopped")).toContainText('"VALN" is not a register, symbol or number');
  await choose(page, "language", "de");
  await expect(page.locator("#stopped")).toContainText("„VALN“ ist weder Register noch Name noch Zahl.");
});

test("by touch, on a phone", async (t) => {
  const page = await inside(t, { viewport: phone, touch: true });
  await page.tap("[data-step=pause]");
  await until(page, "the pause", ({ status }) => !status.running);
  // Go through the windows: forward, by the list, and back.
  const windows = ["p-memory", "p-square", "p-line", "p-twin", "p-value"];
  for (const window of windows) {
    await expect(page.locator("#inside > article:visible")).toHaveCount(1);
    await expect(page.locator(`#${window}`)).toBeVisible();
    await page.tap("#window-next");
  }
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(high < 2.5 * phone.height, `${high} high`);
  await expect(page.locator("#window option:checked")).toHaveText("The program");
  await page.tap("#code .here b");
  await seen(page, () => document.querySelector("#points li"));
  await after(page, () => page.tap("[data-debug='back step']"));
  await after(page, () => page.tap("[data-debug='back run']"));
  await page.selectOption("#window", "Memory");
  await page.locator("#heat").scrollIntoViewIfNeeded();
  const box = await page.locator("#heat").boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await seen(page, () => /^= ..$/.test(document.getElementById("memory-value").textContent));
  await page.fill("#memory-address", "NPLY");
  await after(page, () => page.tap("#memory-read"));
  await expect(page.locator("#p-code"), "the line that has read it").toBeVisible();
  await expect(page.locator("#stopped")).toHaveText(/ = /);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} wide`);
});

test("everybody can use it: axe-core", async (t) => {
  for (const theme of ["dark", "light"]) {
    const page = await inside(t);
    await (await part(page, "tube")).evaluate(({ setTheme }, theme) => setTheme(theme), theme);
    await page.click("[data-step=pause]");
    await until(page, "the pause", ({ status }) => !status.running);
    await page.click("#code .here b");
    await seen(page, () => document.querySelector("#points li"));
    await after(page, () => page.click("[data-debug='back eval']"));
    await page.evaluate(() => {
      for (const d of document.querySelectorAll("#inside details")) d.open = true;
      // axe-core takes minutes for thousands of similar lines: keep a few of them.
      const plain = document.querySelectorAll("#code [role=option]:not(.here, .point)");
      plain.forEach((line, i) => { if (i % 20) line.remove(); });
    });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(
      () => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map(({ id, nodes }) =>
      `${theme}: ${id}: ${nodes.map((n) => n.target).slice(0, 5)}`), []);
  }
});
