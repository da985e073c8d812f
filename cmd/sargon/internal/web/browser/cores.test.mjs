// The Z80 cores of the page: the translator, which makes WebAssembly of the program of 1978, and the
// interpreter, which replaces it where the browser does not compile that. See page.mjs for how to run
// these tests.
import { test } from "node:test";
import assert from "node:assert/strict";
import { call, knights, pageState, open, part, patience, serve, toThink, until } from "./page.mjs";

/** Part of the address. Without it the first answer takes as long as in 1978. */
const unlimited = "#speed=max";

/** Lets the machine think, and returns its move and what the search took. */
async function think(page, level) {
  const before = (await pageState(page)).status?.search ?? 0;
  await call(page, "setup", { fen: knights, moves: [], player: "black", level });
  const { game, status } = await until(page, "its move", ({ game, status }) =>
    status.search > before && game.plies.length === 1 && !status.thinking, level * patience);
  const { trace, evals, thought, busy } = status;
  return { uci: game.plies[0].uci, trace, evals, thought, busy, hertz: thought / busy };
}

const same = ({ uci, trace, evals, thought }) => ({ uci, trace, evals, thought });

/** Returns the fingerprint of the Go engine, after it has done the same search. */
async function twin(page) {
  const native = await part(page, "native");
  await page.waitForFunction((native) => native.search?.done, native, { timeout: patience });
  return native.evaluate(({ search }) => ({ trace: search.trace, evals: search.evals }));
}

test("a search at level 5 in seconds, with the fingerprint of the Go engine", async (t) => {
  const page = await open(t, `${await serve()}${unlimited}`);
  const move = await think(page, 5);
  assert.deepEqual(await twin(page), { trace: move.trace, evals: move.evals });
  t.diagnostic(`${move.evals} evaluations in ${move.busy.toFixed(1)} s, like ${
    Math.round(move.hertz / 1e6)} MHz`);
});

/** Returns a script that lets new WebAssembly.Instance do `what`. Instances that exist already, such as
 * that of Go's own program, still count as instances. */
function instance(what) {
  return `const I = WebAssembly.Instance; WebAssembly.Instance = class {
    static [Symbol.hasInstance](x) { return x instanceof I; }
    constructor() { ${what} }
  };`;
}

// What may go wrong with a module: scripts that make the browser fail so.
const wrongs = {
  "the browser compiles nothing":
    "WebAssembly.Module = function () { throw new WebAssembly.CompileError('not here'); };",
  "the browser makes no instance":
    instance("throw new WebAssembly.LinkError('not here');"),
  "the module has nothing to call": instance("this.exports = {};"),
  "the module fails": instance(
    "this.exports = { run() { throw new WebAssembly.RuntimeError('unreachable'); } };"),
  "the page has not left the memory":
    "Object.defineProperty(globalThis, 'sargon78memory', { set() {}, get() {} });",
};
for (const [what, worker] of Object.entries(wrongs)) {
  test(`the interpreter takes over when ${what}`, async (t) => {
    const url = `${await serve()}${unlimited}`, page = await open(t, url, { worker });
    const move = await think(page, 2);
    assert.deepEqual(await twin(page), { trace: move.trace, evals: move.evals });
    assert.deepEqual(same(move), same(await think(await open(t, url), 2)), "the T-states too");
  });
}

test("a machine with a limit keeps to it, by a clock that nothing else moves", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=6`, {
    worker: `let now;
      const later = setTimeout, real = performance.now.bind(performance);
      performance.now = () => now ?? real();
      globalThis.stopClock = () => { now = real(); };
      globalThis.setTimeout = (f, millis) => now !== undefined && millis === 4 // between slices
        ? later(() => { now += millis; f(); }) : later(f, millis);`,
  });
  const [worker] = page.workers();
  await call(page, "speed", { hertz: 1.79e6 });
  await worker.evaluate(() => stopClock());
  const clock = () => worker.evaluate(
    () => [performance.now(), JSON.parse(sargon78("status", "{}")).tstates]);
  for (const hertz of [1.79e6, 50e6]) {
    await call(page, "speed", { hertz });
    const [began, before] = await clock();
    let now, tstates;
    do [now, tstates] = await clock(); while (now - began < 2000);
    const kept = (tstates - before) / (now - began) * 1000 / hertz;
    assert.ok(kept > 0.99 && kept < 1.01, `${hertz} hertz: ${kept} of them`);
  }
});

test("the speed that is shown at a limit is that of the page's clock", async (t) => {
  const machine = await part(await open(t, `${await serve()}#speed=4`), "machine");
  assert.equal(await machine.evaluate(({ onFrame, status }) => {
    let now = 0;
    performance.now = () => now;
    const frame = (tstates) => onFrame.send(
      { status: { ...status, thinking: true, running: true, search: 78, tstates } });
    frame(1000);
    now = 500;
    frame(9000);
    now = 1500;
    frame(1000 + 3e6);
    delete performance.now;
    return document.getElementById("equivalent").textContent;
  }), "now like 2 MHz");
});

test("the speed that is shown without a limit is the measured one", async (t) => {
  const page = await open(t, `${await serve()}#speed=max`, { // the page does not measure its speed
    worker: "addEventListener('message', (e) => {\n"
      + "  if (e.data.method === 'measure') e.stopImmediatePropagation();\n});",
  });
  const said = await (await part(page, "machine")).evaluate(async ({ onFrame, status }) => {
    const speed = await import("/js/speed.js"), before = speed.measured;
    for (let i = 0; i < 3; i++) speed.hear({ part: 0, tStates: 72e6, millis: 8 + i, last: true });
    let now = 0;
    performance.now = () => now;
    for (; now < 3000; now += 1500) {
      onFrame.send(
        { status: { ...status, thinking: true, running: true, search: 78, tstates: 1000 + now } });
    }
    delete performance.now;
    return { measured: speed.measured, before, fast: document.getElementById("equivalent").textContent,
      level: document.querySelector("#levels small").textContent };
  });
  assert.ok(Number.isNaN(said.before), "there is no speed before it was measured");
  assert.equal(said.measured, 9e9);
  assert.equal(said.fast, "now like 9,000 MHz");
  assert.match(said.level, /ms$/);
});

test("searches leave no memory behind", async (t) => {
  const page = await open(t, `${await serve()}${unlimited}`, {
    worker: `globalThis.modules = 0; const M = WebAssembly.Module;
      WebAssembly.Module = function (bytes) { modules++; return new M(bytes); };`,
  });
  const modules = async () => Math.max(
    ...await Promise.all(page.workers().map((w) => w.evaluate(() => globalThis.modules))));
  for (let i = 0; i < 3; i++) await think(page, 2);
  const before = await call(page, "heap"), made = await modules();
  assert.ok(made > 0, "it translates");
  for (let i = 0; i < 10; i++) await think(page, 2);
  const grown = await call(page, "heap") - before;
  t.diagnostic(`${before} bytes, ${grown} more after ten searches; ${await modules()} modules`);
  assert.ok(grown < 200_000, `${grown} bytes more`);
  assert.ok(await modules() <= made + 1, "the same program is translated once");
});
