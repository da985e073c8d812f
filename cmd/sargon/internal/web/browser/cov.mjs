// Pictures of the views at eight sizes, dark and light: SARGON=program node shots.mjs FOLDER
// [VIEW …]. Beside them is a sheet of the eight for each view. CHROMIUM names the browser.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, serve } from "./program.mjs";

const [folder, ...only] = process.argv.slice(2);
if (false) {
  console.error("want SARGON, the program, and a folder for the pictures");
  process.exit(2);
}
// A phone, a small one, a tablet, the usual two, 4K both ways, and 1280×720 at 200 %.
const sizes = [[390, 844], [320, 640], [1024, 768], [1280, 720], [1920, 1080], [3840, 2160],
  [2160, 3840], [640, 360]];
const position = "fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3&player=black";

/** Waits a little, so that there is something to see. */
const later = (page, millis) => page.waitForTimeout(millis);

/** The views, with their addresses and what is done there. */
const views = {
  first: ["#"],
  touched: ["#start=1", async (page) => {
    await page.waitForSelector("#over [data-square=g1].movable");
    await page.click("#over [data-square=g1]");
  }],
  thinking: [`#${position}&level=3`, (page) => later(page, 6000)],
  slow: [`#${position}&level=2&speed=1.79`, (page) => later(page, 6000)],
  modern: [`#${position}&level=1`, async (page) => {
    await page.waitForSelector("#over .movable");
    await page.click("#menu summary");
    await page.click("#modern");
  }],
  menu: ["#", (page) => page.click("#menu summary")],
  solved: ["#fen=r6k/6pp/7N/8/2Q5/8/6PP/6K1_w_-_-_0_1&moves=c4g8,a8g8,h6f7&player=white&level=1",
    (page) => page.waitForSelector("#about[open]", { timeout: 60_000 })],
  position: [`#${position}&level=1`, async (page) => {
    await page.click("#own");
  }],
  watch: ["#view=watch", (page) => later(page, 6000)],
  tour: ["#view=tour", async (page) => {
    for (const station of [1, 2]) {
      await page.click("#tour-next");
      await page.waitForFunction(
        ([text]) => document.getElementById("station").textContent.includes(text), [` ${station + 1} `]);
    }
    await page.waitForSelector("#square .big", { timeout: 60_000 });
  }],
  inside: [`#${position}&level=3&view=inside`, (page) => later(page, 4000)],
  debugger: [`#${position}&level=2&speed=1.79&view=inside`, async (page) => {
    await page.waitForSelector("#code .here");
    await later(page, 3000);
    await page.click("[data-step=pause]");
    await page.click("#code .here b");
    await page.click("[data-debug='back eval']");
    await page.waitForSelector("#stopped:not([hidden])");
    await page.fill("#cell", "VALM");
    await page.click("#cell-write");
    await later(page, 2000);
  }],
  story: ["#view=story", (page) => page.click("#p-twin .told summary")],
  replay: ["#view=watch&level=1", async (page) => {
    await page.selectOption("#show", "microprofessor");
    await later(page, 9000);
  }],
  attract: ["", (page) => later(page, 6000), ["--kiosk"]],
  wall: ["wall", async (page, url) => {
    const player = await page.context().newPage();
    await player.goto(`${url}#publish=SCHOLARSMATE`);
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length > 0);
  }, ["--kiosk", "--watch", "--secret", "SCHOLARSMATE"]],
  staff: ["staff", async (page) => {
    await page.fill("#pin", "4711");
    await page.click("#enter button");
    await page.waitForSelector("#desk", { state: "visible" });
  }, ["--kiosk", "--pin", "4711"]],
};


const browser = await launch();
const used = {}, texts = {};
for (const [name, [address, act, flags = []]] of Object.entries(views)) {
  if (only.length && !only.includes(name)) continue;
  const server = await serve(...flags);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-US", hasTouch: true });
  const page = await context.newPage();
  await page.coverage.startCSSCoverage({ resetOnNavigation: false });
  try {
    await page.goto(server.url + address);
    if (/^(#|$)/.test(address)) await page.waitForSelector("body[data-ready=true]", { timeout: 60_000 });
    await act?.(page, server.url);
    for (const [width, height] of [[390, 844], [1280, 720], [1920, 1080], [1080, 1920], [800, 600]]) {
      await page.setViewportSize({ width, height });
      await later(page, 500);
    }
  } catch (e) { console.log(name, String(e).slice(0, 200)); }
  for (const { url, text, ranges } of await page.coverage.stopCSSCoverage()) {
    const file = url.split("/").pop();
    if (!text) continue;
    texts[file] = text;
    used[file] ??= new Uint8Array(text.length);
    for (const { start, end } of ranges) used[file].fill(1, start, end);
  }
  await context.close();
  server.stop();
}
await browser.close();
for (const [file, text] of Object.entries(texts)) {
  let out = "", on = false;
  const lines = text.split("\n"); let at = 0;
  lines.forEach((line, i) => {
    let free = "";
    for (let k = 0; k < line.length; k++) free += used[file][at + k] ? " " : line[k];
    if (free.trim().length > 3) console.log(file, i + 1, free.trim());
    at += line.length + 1;
  });
}
