// What a visitor should remember: the lens with pieces of today, the lever, and changing the memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, expect, open, part, phone, seen, serve } from "./page.mjs";

/** Requires that axe-core finds nothing on a page. The listing, with thousands of similar lines, is
 * left out. */
async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    () => globalThis.axe.run({ exclude: ["#code"] }, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
}

test("the lens shows clear pieces where they stand on the screen, by pointer, touch and keys", async (t) => {
  const page = await open(t, `${await serve()}#start=1`, { touch: true });
  await expect(page.locator("#over .movable").first()).toBeVisible();
  await expect(page.locator("#lens")).toBeHidden();
  await page.click("#lens-button");
  await expect(page.locator("#lens")).toBeVisible();
  // Each square of the lens lies on that of the machine, and has the same piece.
  const differing = await page.evaluate(() => [...document.querySelectorAll("#lens-board > *")].filter((square, i) => {
    const name = "abcdefgh"[i % 8] + (8 - Math.floor(i / 8));
    const below = document.querySelector(`#over [data-square=${name}]`);
    const [a, b] = [square, below].map((e) => e.getBoundingClientRect());
    const kind = (e) => e.querySelector("svg")?.innerHTML;
    return Math.abs(a.x - b.x) > 2 || Math.abs(a.y - b.y) > 2 || kind(square) !== kind(below);
  }).length);
  assert.equal(differing, 0);
  await accessible(page);
  const middle = async () => {
    const { x, y, width, height } = await page.locator("#lens-ring circle.ring").boundingBox();
    return { x: x + width / 2, y: y + height / 2, radius: width / 2 };
  };
  const before = await middle();
  await page.mouse.move(before.x - before.radius + 4, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x - before.radius - 96, before.y - 50, { steps: 4 });
  await page.mouse.up();
  const after = await middle();
  assert.ok(Math.abs(after.x - before.x + 100) < 3 && Math.abs(after.y - before.y + 50) < 3, JSON.stringify({ before, after }));
  // Keys move the lens from square to square, and the page announces what is there.
  await page.focus("#lens-ring");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#announce")).toHaveText("a1, White rook");
  // Squares can be touched through the lens.
  const square = await page.locator("#over [data-square=b1]").boundingBox();
  await page.touchscreen.tap(square.x + square.width / 2, square.y + square.height / 2);
  await expect(page.locator("#over [data-square=b1]")).toHaveClass(/from/);
  await page.keyboard.press("Escape");
  await page.setViewportSize(phone);
  await page.focus("#lens-ring");
  await page.keyboard.press("Escape");
  await expect(page.locator("#lens")).toBeHidden();
  await expect(page.locator("#lens-button")).toBeFocused();
});

test("a byte is changed: both trees of thought, the first difference, and a code to take home", async (t) => {
  const url = await serve("--public", "https://museum.example/sargon/");
  const page = await open(t, `${url}#view=tour`);
  await expect(page.locator("#poke")).toBeVisible();
  await expect(page.locator("#bytes [data-square=e2]")).toBeInViewport(); // the first station
  await page.click("#bytes [data-square=d8]");
  await page.click("#poke-values button >> nth=0");
  await expect(page.locator("#bytes [data-square=d8]")).toHaveText("00");
  await page.click("#poke-think");
  const pair = page.locator("#pair");
  await expect(pair).toBeVisible();
  await expect(pair.locator(".tree .branch")).not.toHaveCount(0);
  await accessible(page);
  const [before, after] = await pair.locator("section").allTextContents();
  assert.match(before, /Before.*play ([a-h][1-8]){2}, after [\d,]+ evaluations/);
  assert.match(after, /With your change.*play ([a-h][1-8]){2}, after [\d,]+ evaluations/);
  const difference = await page.textContent("#pair-difference");
  const [, number, line, old, now] = difference.match(
    /number ([\d,]+), after ([a-h1-8 ]+): it was (\d+), and is (\d+) now/);
  assert.equal(number, "1"); // without the black queen every position is better for White
  assert.match(line, /^([a-h][1-8]){2}$/);
  assert.ok(Number(now) > Number(old), difference);
  // The text for home is complete, and its address opens the same experiment.
  await page.click("#pair-home");
  await expect(page.locator("#about-code svg")).toBeVisible();
  const text = await page.textContent("#about-text");
  assert.match(text, /d8: 85 \(Black, queen\) → 00 \(empty\)/);
  assert.ok(text.includes(difference));
  const address = text.split("\n").at(-1);
  assert.equal(address, "https://museum.example/sargon/#view=tour&bytes=94:00&lang=en");
  await page.click("#about form button");
  await page.click("#poke-back");
  await expect(pair).toBeHidden();
  await expect(page.locator("#bytes [data-square=d8]")).toHaveText("85");
  const again = await open(t, url + address.slice(address.indexOf("#")));
  await expect(again.locator("#pair-difference")).toHaveText(difference);
});

test("changes of bytes in an address that mean nothing are said to be wrong", async (t) => {
  const page = await open(t, `${await serve()}#view=tour&bytes=120:00`);
  await expect(page.locator("#notice")).toContainText("bytes=120:00");
  await expect(page.locator("#poke")).toBeVisible();
  await expect(page.locator("#poke-said")).toHaveText("");
});

test("nobody plays: seconds of 1978 across the picture, and a pull of the lever", async (t) => {
  const page = await open(t, `${await serve("--kiosk")}#lang=en`);
  const count = page.locator("#count"), digits = count.locator("b"), words = count.locator("p");
  await expect(count).toBeVisible();
  await expect(digits).toHaveText(/^\d+:[0-5]\d$/);
  await expect(words).toContainText("still thinks about its move. Pull the lever!");
  await expect(page.locator("#lever")).toHaveValue("0");
  const seconds = async () => {
    const [minutes, rest] = (await digits.textContent()).split(":").map(Number);
    return 60 * minutes + rest;
  };
  const first = await seconds();
  await expect.poll(seconds).toBeLessThan(first); // the seconds run down, and never up
  await accessible(page);
  const lever = await page.locator("#lever").boundingBox();
  await page.mouse.click(lever.x + lever.width - 10, lever.y + lever.height / 2);
  await expect(words).toHaveText(/^In 1978 about .+, today .+: the same thought\.$/);
  await expect(digits).toHaveText("0:00");
  await expect(page.locator("body.attract")).toHaveCount(1); // pulling the lever begins no game
  await expect(page.locator("#lever")).toHaveValue("0"); // the lever goes back
  await expect(words).toContainText("Pull the lever!");
  await page.keyboard.press("ArrowRight"); // a key does it, too
  await expect(words).toContainText("the same thought");
  await words.evaluate((words) => { // record all texts: the first is soon followed by the sentence
    globalThis.read = [];
    new MutationObserver(() => globalThis.read.push(words.textContent)).observe(words, { childList: true });
  });
  await page.keyboard.press("ArrowRight"); // and while the sentence is there, for the next thought
  await seen(page, () => /Pull the lever!.*the same thought/.test(globalThis.read.join()));
  await expect(page.locator("#lever")).toHaveValue("0");
  // Between two thoughts the lever counts for the one before.
  await (await part(page, "machine")).evaluate(async ({ onFrame }) => {
    const { hertz1978, setSpeed } = await import("/js/speed.js");
    setSpeed(20e6); // so that this thought ends soon
    let pulled = false;
    await new Promise((resolve) => onFrame.add(({ status }) => {
      if (pulled || status.thinking) return;
      pulled = true;
      setSpeed(hertz1978);
      document.querySelector("#count p").textContent = "";
      const lever = Object.assign(document.getElementById("lever"), { value: "1" });
      resolve(lever.dispatchEvent(new Event("input")));
    }));
  });
  await expect(words).toHaveText(/^In 1978 about .+, today .+: the same thought\.$/);
  await expect(page.locator("#lever")).toHaveValue("0");
  await page.mouse.click(lever.x, lever.y + 200); // a touch elsewhere begins a game
  await expect(page.locator("body.attract")).toHaveCount(0);
  await expect(count).toBeHidden();
});
