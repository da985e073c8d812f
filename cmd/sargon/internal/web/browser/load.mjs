// Shows whether the speeds and times on the page stay true on a busy computer and on a slow one. It
// reads each number on an idle computer, then with four busy loops beside the browser, then with the
// browser's processes slowed down six times. For the last it stops them for five of six parts of some
// milliseconds, which needs an otherwise idle computer, Linux, chrt and root. (The browser's own
// throttling does not slow down workers.) It only measures, and fails for no result. It reads RUNS
// times, five by default, by turns; each takes about half a minute. Ctrl-C ends it, with the table of
// what was read so far.
//
//	SARGON=sargon CHROMIUM=$(command -v chromium) RUNS=20 node load.mjs
import { spawn } from "node:child_process";
import { launch, serve } from "./program.mjs";

const runs = Number(process.env.RUNS ?? 5), slower = 6, loops = 4, settleMillis = 4000;
const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R_w_KQkq_-_2_3";
const patience = 300_000;

/** The conditions: busy is a number of busy loops, slowed how many times the browser is slower. A slow
 * processor should make times longer, and speeds lower, by that factor. */
const conditions = {
  quiet: { busy: 0, slowed: 1 },
  [`${loops} loops`]: { busy: loops, slowed: 1 },
  [`${slower} times slower`]: { busy: 0, slowed: slower },
};

/** Processes that load the computer, or slow down the browser. */
let running = [];
const runMillis = 0.5; // how long a slowed process runs between two pauses

/** A script that lets the processes of its arguments run and stand still in turn. */
const pause = `
  const [run, still, ...processes] = process.argv.slice(1).map(Number);
  const never = new Int32Array(new SharedArrayBuffer(4));
  const each = (signal) => { for (const id of processes) process.kill(id, signal); };
  require("fs").writeFileSync("/proc/self/timerslack_ns", "1"); // so that pauses end in time
  for (;;) {
    each("SIGCONT");
    Atomics.wait(never, 0, 0, run);
    each("SIGSTOP");
    Atomics.wait(never, 0, 0, still);
  }`;

/** Slows down the processes of pages and their workers. Returns a function that ends this. */
async function slowDown(browser, times) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const processes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  const child = spawn("chrt", ["-f", "50", process.execPath, "-e", pause,
    ...[runMillis, runMillis * (times - 1), ...processes].map(String)], { stdio: "inherit" });
  running.push(child);
  return () => new Promise((resolve) => {
    child.once("exit", () => {
      for (const id of processes) {
        try { process.kill(id, "SIGCONT"); } catch { /* the process has ended */ }
      }
      resolve();
    });
    child.kill();
  });
}

/** Returns the texts of the numbers on the page, by name. */
async function texts(page) {
  await page.waitForFunction(() => !document.querySelector("#levels small").textContent.includes("…"), null,
    { timeout: patience });
  await page.waitForFunction(async () => {
    const [{ status }, { search }] = await Promise.all([import("/js/machine.js"), import("/js/native.js")]);
    return status && !status.thinking && status.search > 0 && search?.done && search.search === status.search;
  }, null, { timeout: patience });
  await page.waitForTimeout(settleMillis);
  const shown = await page.evaluate(() => {
    const text = (selector) => document.querySelector(selector).textContent;
    const all = { "then": text(".then b"), "the same machine, emulated here": text(".emulated b"),
      "the same search, as a program of today": text(".now b"), "times faster": text(".times") };
    for (const small of document.querySelectorAll("#levels small")) {
      all[`a move at level ${small.dataset.level}`] = small.textContent;
    }
    all["expected, here"] = text("#expected").match(/about (.*?) for a move here/)?.[1] ?? "";
    return all;
  });
  await page.evaluate(async (fen) => {
    const [{ call }, { show }] = await Promise.all([import("/js/machine.js"), import("/js/views.js")]);
    await call("setup", { fen: fen.replaceAll("_", " "), moves: [], player: "black", level: 5 });
    show("inside");
  }, fen);
  await page.waitForFunction(() => /\d/.test(document.getElementById("equivalent").textContent), null,
    { timeout: patience });
  shown["speed in Inside"] = await page.textContent("#equivalent");
  return shown;
}

/** Returns the number in a text; a time in seconds. @param {string} text */
function parse(text) {
  const units = { ms: 0.001, s: 1, min: 60, h: 3600, d: 86_400 };
  let sum = 0;
  for (const [, digits, unit] of text.matchAll(/(\d[\d.,]*)\s*(ms|s|min|h|d)?(?![a-z])/gi)) {
    sum += Number(digits.replaceAll(",", "")) * (units[unit] ?? 1);
  }
  return sum;
}

/** Reads a page once under a condition. */
async function once({ busy, slowed }) {
  running = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for(;;);"]));
  const server = await serve(), browser = await launch();
  let end = async () => {};
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}#fen=${fen}&player=black&level=2`, { timeout: patience, waitUntil: "commit" });
    if (slowed > 1) end = await slowDown(browser, slowed);
    await page.waitForSelector("body[data-ready=true]", { timeout: patience });
    return await texts(page);
  } finally {
    await end();
    for (const child of running) child.kill();
    await browser.close();
    server.stop();
  }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** What was read, by condition. @type {Record<string, Record<string, string>[]>} */
const read = {};

/** Prints a table of ratios to the median of the quiet runs: the median, the least and the greatest. */
function print() {
  if (!read.quiet) return;
  const rows = Object.keys(read.quiet[0]).map((number) => {
    const quiet = median(read.quiet.map((texts) => parse(texts[number])));
    const row = { number, quiet: read.quiet.find((texts) => parse(texts[number]) === quiet)[number] };
    for (const [name, texts] of Object.entries(read)) {
      const ratios = texts.map((each) => parse(each[number]) / quiet), two = (ratio) => ratio.toPrecision(2);
      row[`${name}: ratio`] = `${two(median(ratios))} (${two(Math.min(...ratios))}–${two(Math.max(...ratios))})`;
    }
    return row;
  });
  console.table(rows);
}

process.on("exit", () => { for (const child of running) child.kill(); });
process.once("SIGINT", () => {
  print();
  process.exit(130);
});

for (let run = 1; run <= runs; run++) {
  for (const [name, condition] of Object.entries(conditions)) {
    if (process.stderr.isTTY) process.stderr.write(`\rrun ${run} of ${runs}: ${name}        `);
    (read[name] ??= []).push(await once(condition));
  }
}
if (process.stderr.isTTY) process.stderr.write("\n");
print();
