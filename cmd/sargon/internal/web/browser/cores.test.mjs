// The cores under the page: the translator, which has the browser compile the program of 1978, and
// the interpreter in its place where it cannot. See page.mjs for how to run it.
import { test } from "node:test";
import assert from "node:assert/strict";
import { call, look, open, part, serve, toThink, until } from "./page.mjs";

const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

const longest = 300_000; // milliseconds, for a search on a computer that has much else to do

/** Has the machine think, and returns its move with what it took. */
async function think(page, level, translate = true) {
  await call(page, "translate", { on: translate });
  await call(page, "setup", { fen, moves: [], player: "black", level });
  const { game, status } = await until(page, "its move", ({ game, status }) =>
    game.level === level && game.plies.length === 1 && !status.thinking, longest);
  return { ...game.plies[0], busy: status.busy, hertz: game.plies[0].t / status.busy };
}

const same = ({ uci, trace, evals, t }) => ({ uci, trace, evals, t });

/** The fingerprint of the Go engine, when it has done the same search. */
async function twin(page) {
  const native = await part(page, "native");
  await page.waitForFunction((native) => native.search?.done, native, { timeout: longest });
  return native.evaluate(({ search }) => ({ trace: search.trace, evals: search.evals }));
}

test("the translator thinks the same", async (t) => {
  const page = await open(t, await serve());
  const slow = await think(page, 2, false), fast = await think(page, 2);
  assert.deepEqual(same(fast), same(slow), "the T-states too");
  assert.deepEqual(await twin(page), { trace: fast.trace, evals: fast.evals });
});

test("the translator is faster", async (t) => {
  const page = await open(t, await serve());
  /** T-states a second of a search, in turns, so that what else the computer does is shared. */
  const thought = [0, 0], busy = [0, 0];
  await call(page, "setup", { fen, moves: [], player: "black", level: 6 });
  for (let turn = 0; turn < 8; turn++) {
    await call(page, "translate", { on: turn % 2 === 1 });
    await page.waitForTimeout(300); // until it is compiled
    const { status: from } = await look(page);
    await page.waitForTimeout(1000);
    const { status: to } = await look(page);
    thought[turn % 2] += to.thought - from.thought;
    busy[turn % 2] += to.busy - from.busy;
  }
  const [slow, fast] = thought.map((tstates, i) => tstates / busy[i] / 1e6);
  t.diagnostic(`interpreter ${slow.toFixed()} MHz, translator ${fast.toFixed()} MHz: ${
    (fast / slow).toFixed(1)} times as fast`);
  assert.ok(fast / slow > 3, `only ${fast / slow} times`);
});

test("a search at level 5 in seconds, with the fingerprint of the Go engine", async (t) => {
  const page = await open(t, await serve());
  const move = await think(page, 5);
  assert.deepEqual(await twin(page), { trace: move.trace, evals: move.evals });
  t.diagnostic(`${move.evals} evaluations in ${move.busy.toFixed(1)} s, like ${
    Math.round(move.hertz / 1e6)} MHz`);
});

/** A WebAssembly.Instance that does this, beside the one that Go's own program is. */
function instance(what) {
  return `const I = WebAssembly.Instance; WebAssembly.Instance = class {
    static [Symbol.hasInstance](x) { return x instanceof I; }
    constructor() { ${what} }
  };`;
}

// What may go wrong with a module, in the place of the browser.
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
    const page = await open(t, await serve(), { worker });
    const move = await think(page, 2);
    assert.deepEqual(await twin(page), { trace: move.trace, evals: move.evals });
  });
}

/** What frames say of the clock for some seconds: when they came, and T-states. */
const clock = async (page, seconds) => (await part(page, "machine")).evaluate(
  async ({ onFrame }, seconds) => {
    const seen = [];
    const note = ({ status }) => seen.push([performance.now() / 1000, status.tstates]);
    onFrame.add(note);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    onFrame.delete(note);
    return seen;
  }, seconds);

test("the speed that is shown is that of the clock on the wall", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=6&view=inside`);
  for (const hertz of [1.79e6, 50e6, 0]) {
    await call(page, "speed", { hertz });
    await clock(page, 3); // the speed before is forgotten
    const seen = await clock(page, 6), [first, last] = [seen[0], seen.at(-1)];
    const measured = (last[1] - first[1]) / (last[0] - first[0]);
    // What is shown is that of a second of these.
    const rates = seen.flatMap(([millis, tstates], i) => {
      const later = seen.slice(i).find(([then]) => then - millis >= 1);
      return later ? [(later[1] - tstates) / (later[0] - millis)] : [];
    });
    const text = await page.textContent("#equivalent");
    const shown = 1e6 * Number(text.replace(/[^\d.]/g, ""));
    t.diagnostic(`${hertz / 1e6} MHz wanted, ${measured / 1e6} measured, “${text}” shown`);
    assert.ok(shown > 0.85 * Math.min(...rates) && shown < 1.15 * Math.max(...rates), text);
    if (!hertz) continue;
    assert.ok(measured < 1.05 * hertz, `${measured} for ${hertz}`);
    // A computer that has no time for the page does not keep it up to speed either.
    const smooth = seen.length > 45 * (last[0] - first[0]);
    if (smooth) assert.ok(measured > 0.95 * hertz, `${measured} for ${hertz}`);
  }
});

test("searches leave no memory behind", async (t) => {
  const page = await open(t, await serve(), {
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
  assert.ok(grown < 500_000, `${grown} bytes more`);
  assert.ok(await modules() <= made + 1, "the same program is translated once");
});
