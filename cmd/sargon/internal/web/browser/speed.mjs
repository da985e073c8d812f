// Measures how fast the page is on this computer: the time to start, the speed of the machine with its
// thoughts drawn and without, the part of the page's thread that drawing takes, and the translator
// compared with the interpreter. It only measures, and fails for no result. It takes a minute, and needs
// an idle computer.
//
//	SARGON=sargon CHROMIUM=$(command -v chromium) node speed.mjs
import { launch, serve } from "./program.mjs";

const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const rounds = 4, roundMillis = 1500; // by turns, so that other programs affect all of them

const started = performance.now();
const server = await serve();
const served = performance.now();
const browser = await launch();
try {
  const page = await browser.newPage();
  const began = performance.now();
  await page.goto(server.url);
  await page.waitForSelector("body[data-ready=true]");
  const millis = (from, to) => `${(to - from).toFixed()} ms`;
  console.log(`server ready after ${millis(started, served)}, page after ${
    millis(began, performance.now())}`);

  const think = async (page) => {
    await page.evaluate(async (arg) => (await import("/js/machine.js")).call("setup", arg),
      { fen, moves: [], player: "black", level: 6 });
    await page.waitForFunction(async () => (await import("/js/machine.js")).status.thinking);
  };
  await think(page);

  /** Returns MHz, and frames per second. */
  const speed = (of = page) => of.evaluate(async (millis) => {
    const machine = await import("/js/machine.js");
    const from = { now: performance.now(), ...machine.status };
    let frames = 0, now = from.now;
    for (; now - from.now < millis; frames++) now = await new Promise(requestAnimationFrame);
    const to = machine.status;
    return {
      MHz: (to.tstates - from.tstates) / (now - from.now) / 1000,
      frames: frames / (now - from.now) * 1000,
      thinking: (to.thought - from.thought) / (to.busy - from.busy) / 1e6,
    };
  }, roundMillis);
  const best = (list, what) => Math.max(...list.map((each) => each[what])).toFixed();

  const drawn = [], plain = [];
  for (let i = 0; i < rounds; i++) {
    drawn.push(await speed());
    await page.$eval("#drawing", (button) => button.click());
    plain.push(await speed());
    await page.$eval("#drawing", (button) => button.click());
  }
  for (const [name, list] of Object.entries({ drawn, plain })) {
    console.log(`${name}: ${best(list, "MHz")} MHz, ${best(list, "frames")} frames a second`);
  }

  const threads = page.workers();
  for (const thread of threads) {
    await thread.evaluate(() => {
      const machine = globalThis.sargon78, took = globalThis.took = { run: 0, thought: 0 };
      globalThis.sargon78 = (method, arg) => {
        const began = performance.now(), result = machine(method, arg);
        took[method] += performance.now() - began;
        return result;
      };
    });
  }
  await speed();
  const took = await Promise.all(threads.map((thread) => thread.evaluate(() => globalThis.took)));
  const { run, thought } = took.find(({ run }) => run > 0);
  console.log(`drawing takes ${(100 * thought / (run + thought)).toFixed(1)} % of the thread`);

  // If the browser refuses to compile, the interpreter runs.
  const other = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await other.route("**/js/worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `WebAssembly.Module = function () {
      throw new WebAssembly.CompileError("not here"); };\n${await response.text()}` });
  });
  await other.goto(server.url);
  await other.waitForSelector("body[data-ready=true]");
  await think(other);
  const cores = { interpreter: [], translator: [] };
  for (let i = 0; i < rounds; i++) {
    cores.interpreter.push(await speed(other));
    cores.translator.push(await speed());
  }
  const [slow, fast] = Object.values(cores).map((list) => best(list, "thinking"));
  console.log(`interpreter ${slow} MHz, translator ${fast} MHz: ${
    (fast / slow).toFixed(1)} times as fast`);
} finally {
  await browser.close();
  server.stop();
}
