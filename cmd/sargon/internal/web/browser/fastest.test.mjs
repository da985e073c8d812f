// How fast the machine is said to run, from slices that are made up: no clock runs here.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../page/js/fastest.js", import.meta.url), "utf8");
const { Fastest } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const enough = 25, most = 250;
const slow = { tStates: 160_000, millis: 8 }, fast = { tStates: 800_000, millis: 8 };
const stall = { tStates: 800_000, millis: 3000 };

/** What is measured after slices, so many of each. */
function after(...slices) {
  const measured = new Fastest();
  for (const [slice, times = 1] of slices) for (let i = 0; i < times; i++) measured.add(slice);
  return measured.hertz;
}

test("nothing is said before there are enough slices", () => {
  assert.equal(after(), NaN);
  assert.equal(after([fast, enough - 1]), NaN);
  assert.equal(after([fast, enough]), 100e6);
});

test("the fastest slice counts, wherever it comes", () => {
  assert.equal(after([slow, enough]), 20e6);
  assert.equal(after([fast], [slow, enough]), 100e6);
  assert.equal(after([slow, enough], [stall, 9], [fast], [stall, 9], [slow, 9]), 100e6);
  assert.equal(after([stall, 20], [slow, 20]), 20e6);
});

test("a slice that is too short for the clock, or in which nothing ran, does not count", () => {
  for (const millis of [-8, 0, 0.1, 3.9, NaN]) {
    const slice = { tStates: 800_000, millis };
    assert.equal(after([slice, most]), NaN, `${millis} ms`);
    assert.equal(after([slow, enough], [slice, 9]), 20e6, `${millis} ms`);
  }
  for (const tStates of [-1, 0, NaN, undefined]) {
    assert.equal(after([{ tStates, millis: 8 }, most]), NaN, `${tStates} T-states`);
  }
});

test("no value stays: a computer that becomes slower is said to be slower", () => {
  assert.equal(after([fast, most], [slow, most - 1]), 100e6);
  assert.equal(after([fast, most], [slow, most]), 20e6);
  assert.equal(after([fast, most], [slow, most], [fast]), 100e6);
});
