// Takes pictures of the views at six sizes, dark and light: SARGON=program node shots.mjs FOLDER
// [VIEW …]. It also makes a sheet with the six sizes of each view. CHROMIUM names the browser.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, serve } from "./program.mjs";

const [folder, ...only] = process.argv.slice(2);
if (!folder || !process.env.SARGON) {
  console.error("want SARGON, the program, and a folder for the pictures");
  process.exit(2);
}
// A small phone, a large phone, a tablet, a laptop, a large screen, and the same upright.
const sizes = [[360, 640], [390, 844], [768, 1024], [1280, 720], [1920, 1080], [1080, 1920]];
const position = "fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3&player=black";

/** Waits some milliseconds, so that there is something to see. */
const later = (page, millis) => page.waitForTimeout(millis);

/** The views, each with its address and a function to call on the page. */
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
  demo: ["#view=demo", (page) => later(page, 6000)],
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
    await page.fill("#memory-address", "VALM");
    await page.click("#memory-write");
    await later(page, 2000);
  }],
  why: ["#moves=e2e4,e7e5,g1f3&player=white&level=2&speed=999", async (page) => {
    await page.waitForSelector("#over .movable");
    await page.click("#moves li:last-child button:last-child");
    await page.waitForSelector("#reasons-inside:not([hidden])");
  }],
  look: ["#moves=e2e4,e7e5,g1f3&player=white&level=2&speed=999", async (page) => {
    await page.waitForSelector("#over .movable");
    await page.click("#moves li:last-child button:last-child");
    await page.click("#reasons-inside");
    await page.waitForSelector("#stopped:not([hidden])", { timeout: 60_000 });
  }],
  lens: ["#start=1", async (page) => {
    await page.waitForSelector("#over .movable");
    await page.click("#lens-button");
  }],
  pair: ["#view=tour&bytes=94:00",
    (page) => page.waitForSelector("#pair:not([hidden])", { timeout: 60_000 })],
  story: ["#view=story", (page) => page.click("#p-twin .story-part summary")],
  replay: ["#view=demo&level=1", async (page) => {
    await page.selectOption("#show", "microprofessor");
    await later(page, 9000);
  }],
  attract: ["", (page) => later(page, 6000), ["--kiosk"]],
  wall: ["wall", async (page, url) => {
    const player = await page.context().newPage();
    await player.goto(`${url}#publish=SCHOLARSMATE`);
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length > 0);
  }, ["--kiosk", "--wall", "--secret", "SCHOLARSMATE"]],
  staff: ["staff", async (page) => {
    await page.fill("#pin", "4711");
    await page.click("#enter button");
    await page.waitForSelector("#desk", { state: "visible" });
  }, ["--kiosk", "--pin", "4711"]],
};

const browser = await launch();
const sheet = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
for (const [name, [address, act, flags = []]] of Object.entries(views)) {
  if (only.length && !only.includes(name)) continue;
  for (const theme of ["dark", "light"]) {
    const server = await serve(...flags), shots = [];
    const context = await browser.newContext(
      { viewport: { width: 1280, height: 720 }, locale: "en-US", colorScheme: theme });
    const page = await context.newPage();
    const own = /^(#|$)/.test(address); // a page of the exhibit, whose address may have a theme
    await page.goto(server.url + (own ? `#theme=${theme}&${address.slice(1)}` : address));
    if (own) {
      await page.waitForSelector("body[data-ready=true]", { timeout: 60_000 });
    }
    await act?.(page, server.url);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await later(page, 700);
      shots.push(resolve(join(folder, `${name}-${theme}-${width}.png`)));
      await page.screenshot({ path: shots.at(-1), timeout: 120_000 });
    }
    await context.close();
    server.stop();
    const html = resolve(join(folder, "sheet.html"));
    writeFileSync(html, `<body style="margin:0;background:#777;display:flex;flex-wrap:wrap;gap:8px">
      ${shots.map((shot) => `<img height=488 src="${pathToFileURL(shot)}">`).join("")}`);
    await sheet.goto(String(pathToFileURL(html)));
    await sheet.screenshot({ path: join(folder, `sheet-${name}-${theme}.png`), fullPage: true });
  }
}
await browser.close();
