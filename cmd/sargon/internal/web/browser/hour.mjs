// Lets the machine play against itself for an hour, as fast as it can, with its thoughts drawn, and
// measures what that costs: SARGON=program node hour.mjs [MINUTES [LEVEL]], by default 60 minutes at
// level 3. CHROMIUM names the browser.
//
// The view is "demo", in which the page begins the next game by itself. The script prints a line for
// each minute, and at the end compares the first minute with the last. It fails if memory has grown by
// more than `columns` allows, if the machine stood still for a minute, or if the console of the page
// has a message.
import { readFile } from "node:fs/promises";
import { launch, serve } from "./program.mjs";

const [minutes = 60, level = 3] = process.argv.slice(2).map(Number);
if (!process.env.SARGON || !(minutes >= 2) || ![1, 2, 3, 4, 5, 6].includes(level)) {
  console.error("want SARGON, the program; then 2 minutes or more, and a level from 1 to 6");
  process.exit(2);
}
const minuteMillis = 60_000, mebi = 1 << 20, kibi = 1 << 10;

/**
 * What is measured in a minute. Memory is in MiB after garbage collection; growth is how much more of
 * it the last minute may have than the first.
 * @type {Record<string, {title: string, digits?: number, growth?: number}>}
 */
const columns = {
  games: { title: "new games" },
  moves: { title: "moves" },
  page: { title: "page's heap", digits: 1, growth: 16 },
  workers: { title: "workers' heaps", digits: 1, growth: 16 },
  go: { title: "machine in Go", digits: 1, growth: 16 },
  wasm: { title: "WebAssembly", digits: 1, growth: 64 },
  browser: { title: "browser", growth: 256 },
  frames: { title: "frames/s", digits: 1 },
  longest: { title: "longest ms" },
  megahertz: { title: "MHz" },
};

/** Runs on the page, and counts until counted() is called. */
async function count() {
  const { onFrame } = await import("/js/machine.js");
  const none = { games: 0, moves: 0, frames: 0, longest: 0, tstates: 0, thinking: 0 };
  let counts = { ...none }, game = { number: 0, plies: 0 }, before = null, drawn = 0;
  onFrame.add(({ status, game: now }) => {
    const millis = performance.now();
    if (now?.started && now.number !== game.number) {
      counts.games++;
      game = { number: now.number, plies: now.plies.length }; // its opening was set up, not played
    }
    if (now) {
      counts.moves += Math.max(0, now.plies.length - game.plies);
      game.plies = now.plies.length;
    }
    const { search, tstates, thinking } = status;
    if (thinking && before?.search === search) {
      counts.tstates += tstates - before.tstates;
      counts.thinking += millis - before.millis;
    }
    before = thinking ? { search, tstates, millis } : null;
  });
  requestAnimationFrame(function draw(millis) {
    counts.frames++;
    if (drawn) counts.longest = Math.max(counts.longest, millis - drawn);
    drawn = millis;
    requestAnimationFrame(draw);
  });
  /** Returns what was counted since the last call. */
  globalThis.counted = () => {
    const last = counts;
    counts = { ...none };
    drawn = 0;
    return last;
  };
}

/** Measures the heaps of a page and its workers. @param {import("playwright-core").Page} page */
async function heaps(page) {
  const session = await page.context().newCDPSession(page);
  /** The answers of workers that are still to come. @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  let workers = [], number = 0;
  session.on("Target.attachedToTarget", ({ sessionId }) => workers.push(sessionId));
  session.on("Target.detachedFromTarget", ({ sessionId }) => {
    workers = workers.filter((id) => id !== sessionId);
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach",
    { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId, method) => new Promise((resolve) => {
    const message = JSON.stringify({ id: ++number, method });
    waiting.set(number, resolve);
    session.send("Target.sendMessageToTarget", { sessionId, message });
  });
  const size = ({ usedSize, embedderHeapUsedSize = 0 }) => (usedSize + embedderHeapUsedSize) / mebi;
  return async () => {
    await session.send("HeapProfiler.collectGarbage");
    const sizes = await Promise.all(workers.map(async (id) => {
      await ask(id, "HeapProfiler.collectGarbage");
      return size(await ask(id, "Runtime.getHeapUsage"));
    }));
    return { page: size(await session.send("Runtime.getHeapUsage")), workers: sum(sizes) };
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Returns the MiB of all processes of the browser, with shared memory counted once; on Linux only. */
async function processes(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = await Promise.all(processInfo.map(async ({ id }) => {
    const text = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
    return Number(text.match(/^Pss: +(\d+) kB/m)?.[1] ?? NaN) / kibi;
  }));
  return sum(sizes.filter((size) => size >= 0)) || NaN;
}

const complaints = [];
/** Prints what is wrong, and makes the script fail. @param {string} text */
function complain(text) {
  complaints.push(text);
  console.log(text);
}

const titles = ["time", ...Object.values(columns).map(({ title }) => title)];
/** Prints a row of the table. @param {string[]} cells */
const say = ([time, ...cells]) => console.log(
  [time.padEnd("00:00:00".length), ...cells.map((cell, i) => cell.padStart(titles[i + 1].length))]
    .join("  "));

/** Returns the row of a minute. @param {Record<string, number>} minute */
const texts = (minute) => Object.entries(columns).map(([name, { digits = 0 }]) =>
  Number.isFinite(minute[name]) ? minute[name].toFixed(digits) : "–");

const server = await serve(), browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() !== "log") complain(m.text()); });
  page.on("pageerror", (error) => complain(error.message));
  page.on("crash", () => complain("the page has crashed"));
  await page.goto(`${server.url}#view=demo&level=${level}&speed=max`);
  await page.waitForSelector("body[data-ready=true]", { timeout: minuteMillis });
  const held = await heaps(page), system = await browser.newBrowserCDPSession();
  await page.evaluate(count);

  /** @param {number} millis the length of the minute */
  const measure = async (millis) => {
    const counts = await page.evaluate(() => counted());
    const memory = await Promise.all(page.workers().map((worker) =>
      worker.evaluate(() => sargon78memory.buffer.byteLength)));
    const go = await page.evaluate(async () => (await import("/js/machine.js")).call("heap"));
    const minute = {
      ...counts, ...await held(), go: go / mebi, wasm: sum(memory) / mebi,
      browser: await processes(system), frames: counts.frames / millis * 1000,
      megahertz: counts.tstates / counts.thinking / 1000,
    };
    await page.evaluate(() => counted()); // do not count the time of the measurement
    return minute;
  };

  console.log(`Chromium ${browser.version()}, level ${level}, ${minutes} minutes; `
    + "memory in MiB without garbage, MHz by the clock while it thinks");
  say(titles);
  const measured = [];
  for (let i = 0; i < minutes; i++) {
    const began = performance.now();
    await page.waitForTimeout(minuteMillis);
    const minute = await measure(performance.now() - began);
    measured.push(minute);
    say([new Date().toTimeString().slice(0, 8), ...texts(minute)]);
    if (!minute.tstates) throw new Error("the machine stood still for a minute");
  }

  const before = measured[0], after = measured.at(-1);
  console.log("\nbefore and after");
  say(titles);
  say(["first", ...texts(before)]);
  say(["last", ...texts(after)]);
  console.log(`in all: ${sum(measured.map(({ games }) => games))} games, `
    + `${sum(measured.map(({ moves }) => moves))} moves`);
  for (const [name, { title, growth = Infinity }] of Object.entries(columns)) {
    const grown = after[name] - before[name];
    if (grown > growth) {
      complain(`${title} has grown by ${grown.toFixed(1)} MiB, more than ${growth}`);
    }
  }
} catch (error) {
  complain(error.message);
} finally {
  await browser.close();
  server.stop();
}
console.log(complaints.length ? "failed" : "all is well");
process.exit(complaints.length ? 1 : 0);
