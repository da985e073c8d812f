// Pictures of the main views at four sizes: SARGON=program node shots.mjs FOLDER [VIEW …].
// CHROMIUM names the browser.
import { join } from "node:path";
import { launch, serve } from "./program.mjs";

const [folder, ...only] = process.argv.slice(2);
if (!folder || !process.env.SARGON) {
  console.error("want SARGON, the program, and a folder for the pictures");
  process.exit(2);
}
const sizes = [[390, 844], [1280, 720], [1920, 1080], [3840, 2160]];
const position = "fen=r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3&player=black";

/** Waits a little, so that there is something to see. */
const later = (page, millis) => page.waitForTimeout(millis);

/** The views, with their addresses and what is done there. */
const views = {
  first: ["#theme=dark"],
  touched: ["#theme=dark&start=1", async (page) => {
    await page.waitForSelector("#over [data-square=g1].movable");
    await page.click("#over [data-square=g1]");
  }],
  thinking: [`#${position}&level=3&theme=dark`, (page) => later(page, 6000)],
  slow: [`#${position}&level=2&speed=1.79&theme=dark`, (page) => later(page, 6000)],
  modern: [`#${position}&level=1&theme=light`, async (page) => {
    await page.waitForSelector("#over .movable");
    await page.click("#menu summary");
    await page.click("#modern");
  }],
  position: [`#${position}&level=1&theme=dark`, async (page) => {
    await page.click("#own");
  }],
  watch: ["#view=watch&theme=dark", (page) => later(page, 6000)],
  tour: ["#view=tour&theme=dark", async (page) => {
    for (const station of [1, 2]) {
      await page.click("#tour-next");
      await page.waitForFunction(
        ([text]) => document.getElementById("station").textContent.includes(text), [` ${station + 1} `]);
    }
    await page.waitForSelector("#square .big", { timeout: 60_000 });
  }],
  inside: [`#${position}&level=3&view=inside&theme=dark`, (page) => later(page, 4000)],
  debugger: [`#${position}&level=2&speed=1.79&view=inside&theme=dark`, async (page) => {
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
  story: ["#view=story&theme=light", (page) => page.click("#p-twin .told summary")],
  replay: ["#view=watch&theme=dark&level=1", async (page) => {
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
for (const [name, [address, act, flags = []]] of Object.entries(views)) {
  if (only.length && !only.includes(name)) continue;
  for (const [width, height] of sizes) {
    const server = await serve(...flags);
    const context = await browser.newContext({ viewport: { width, height }, locale: "en-US" });
    const page = await context.newPage();
    await page.goto(server.url + address);
    if (/^(#|$)/.test(address)) {
      await page.waitForSelector("body[data-ready=true]", { timeout: 60_000 });
    }
    await act?.(page, server.url);
    await later(page, 700);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), timeout: 120_000 });
    await context.close();
    server.stop();
  }
}
await browser.close();
