// Measures a first visit on a slow computer with a slow network: the time until there is a picture,
// until a piece can be moved, until the machine is loaded and until it has answered; and the bytes
// that came over the network. It only measures, and fails for no result.
//
//	CHROMIUM=$(command -v chromium) node first.mjs [FLAGS] SARGON …
//
// It measures several programs by turns. --link MBIT,MILLIS and --slower TIMES are 1.6,150 and 4 by
// default; 0,0 and 1 are no limit: see link.mjs. --rounds N, --size WIDTH,HEIGHT; --shots DIR keeps
// pictures of the first seconds, --requests lists the requests.
import { parseArgs } from "node:util";
import { launch, serve } from "./program.mjs";
import { slowLink, slowPages } from "./link.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  link: { type: "string", default: "1.6,150" }, slower: { type: "string", default: "4" },
  rounds: { type: "string", default: "1" }, shots: { type: "string", default: "" },
  size: { type: "string", default: "1280,720" }, requests: { type: "boolean", default: false },
} });
const [megabits, roundTrip] = values.link.split(",").map(Number);
const [width, height] = values.size.split(",").map(Number);
const slower = Number(values.slower);
if (!positionals.length) {
  console.error("want programs to measure");
  process.exit(2);
}

/** Runs on the page, and notes when each condition holds for the first time, in milliseconds since the
 * request for the page. */
function note() {
  const at = globalThis.at = {};
  const when = (name, so) => { if (!(name in at) && so()) at[name] = performance.now(); };
  const part = (selector) => document.querySelector(selector);
  const look = () => {
    when("board", () => part("#first")?.naturalWidth && part("#first").getClientRects().length
      || part("#over .movable"));
    when("movable", () => part("#over .movable"));
    when("program fetched", () => part("#loading")?.value === 1);
    when("moved", () => part("#over [data-square=f3].last"));
    when("ready", () => document.body?.dataset.ready);
    when("answered", () => part("#moves")?.querySelectorAll(".san").length > 1);
    requestAnimationFrame(look);
  };
  look();
}

/** Measures a visit. @param {string} program */
async function visit(program) {
  process.env.SARGON = program;
  const server = await serve();
  const link = await slowLink(server.url, megabits * 1e6, roundTrip);
  const browser = await launch();
  try {
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage();
    await page.addInitScript(note);
    const end = await slowPages(browser, slower);
    const shots = values.shots && [1, 3, 6, 10].map((second) => new Promise((resolve) => setTimeout(
      () => page.screenshot({ path: `${values.shots}/${width}-${second}.png` }).then(resolve, resolve),
      second * 1000)));
    await page.goto(link.url, { waitUntil: "commit" });
    await page.waitForSelector("#over [data-square=g1].movable", { timeout: 120_000 });
    const before = { bytes: link.bytes(), requests: link.requests().length };
    const centre = async (square) => {
      const { x, y, width, height } = await page.locator(`#over [data-square=${square}]`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const [from, to] = [await centre("g1"), await centre("f3")];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 3 });
    await page.mouse.up();
    const at = await page.waitForFunction(() => globalThis.at.answered && globalThis.at,
      null, { timeout: 120_000 }).then((handle) => handle.jsonValue());
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    const { seconds } = await end();
    await Promise.all(shots || []);
    if (values.requests) console.log(link.requests().join("\n"));
    return { paint, board: at.board, movable: at.movable, moved: at.moved,
      "program fetched": at["program fetched"], ready: at.ready, answered: at.answered, "bytes to the move": before.bytes, "requests to the move": before.requests,
      bytes: link.bytes(), requests: link.requests().length, "processor ms": seconds * 1000 };
  } finally {
    await browser.close();
    link.stop();
    server.stop();
  }
}

const results = positionals.map(() => []);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [i, program] of positionals.entries()) results[i].push(await visit(program));
}
for (const [i, program] of positionals.entries()) {
  console.log(program);
  for (const what of Object.keys(results[i][0])) {
    console.log(`  ${what.padEnd(22)}${results[i].map((result) => result[what].toFixed().padStart(9)).join("")}`);
  }
}
process.exit(0);
