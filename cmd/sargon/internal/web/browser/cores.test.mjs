// The cores under the page: the translator, which has the browser compile the program of 1978, and
// the interpreter in its place where it cannot. See page.mjs for how to run it.
import { test } from "node:test";
import assert from "node:assert/strict";
import { call, knights, open, part, patience, serve, toThink, until } from "./page.mjs";

/** Has the machine think, and returns its move with what it took. */
async function think(page, level) {
  await call(page, "setup", { fen: knights, moves: [], player: "black", level });
  const { game, status } = await until(page, "its move", ({ game, status }) =>
    game.level === level && game.plies.length === 1 && !status.thinking);
  const { trace, evals, thought, busy } = status;
  return { uci: game.plies[0].uci, trace, evals, thought, busy, hertz: thought / busy };
}

const same = ({ uci, trace, evals, thought }) => ({ uci, trace, evals, thought });

/** The fingerprint of the Go engine, when it has done the same search. */
async function twin(page) {
  const native = await part(page, "native");
  await page.waitForFunction((native) => native.search?.done, native, { timeout: patience });
  return native.evaluate(({ search }) => ({ trace: search.trace, evals: search.evals }));
}

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
    const url = await serve(), page = await open(t, url, { worker });
    const move = await think(page, 2);
    assert.deepEqual(await twin(page), { trace: move.trace, evals: move.evals });
    assert.deepEqual(same(move), same(await think(await open(t, url), 2)), "the T-states too");
  });
}

/** What frames say of the clock for some seconds: when they came, and T-states. */
const clock = async (page, seconds) => (await part(page, "machine")).evaluate(
  async ({ onFrame }, seconds) => {
    const seen = [];
    const note = ({ status }) => seen.push([performance.now() / 1000, status.tstates]);
    onFrame.add(note);
    while (!(seen.at(-1)?.[0] - seen[0]?.[0] >= seconds)) {
      await new Promise(requestAnimationFrame);
    }
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
    // A computer that has no time for the page does not keep it up to speed either.
    const smooth = seen.length > 45 * (last[0] - first[0]);
    if (!hertz || !smooth) continue;
    assert.ok(measured > 0.95 * hertz && measured < 1.05 * hertz, `${measured} for ${hertz}`);
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
