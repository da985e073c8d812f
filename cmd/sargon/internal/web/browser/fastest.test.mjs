// Tests the speed that is computed from measured parts. The times are made up: no clock runs here.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../page/js/fastest.js", import.meta.url), "utf8");
const { Fastest } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const enough = 3, most = 10; // rounds
const tStates = [800_000, 400_000]; // the two parts of a search
const quiet = [8, 8], slow = [80, 80]; // milliseconds of the two parts

/** Returns the speed after rounds; a round is the milliseconds of each part. */
const after = (...rounds) => measure(rounds).hertz;

function measure(rounds) {
  const measured = new Fastest();
  for (const millis of rounds) {
    millis.forEach((millis, part) => measured.add(
      { part, tStates: tStates[part], millis, last: part === tStates.length - 1 }));
  }
  return measured;
}

const times = (n, round) => Array(n).fill(round);

test("nothing is said before there are enough rounds", () => {
  assert.equal(after(), NaN);
  assert.equal(after(...times(enough - 1, quiet)), NaN);
  assert.equal(after(...times(enough, quiet)), 75e6, "1,200,000 T-states in 16 ms");
});

test("each part counts as its fastest, in whatever round that comes", () => {
  assert.equal(after([8, 3000], [90, 8], [300, 70]), 75e6);
  assert.equal(after([9, 8], [8, 800], ...times(most - 2, slow)), 75e6);
});

test("a part that is quick is not the speed of the whole", () => {
  assert.equal(after(...times(enough, [1, 15])), 75e6);
});

test("it is settled when as many rounds are measured as count", () => {
  assert.equal(measure(times(most - 1, quiet)).settled, false);
  assert.equal(measure([...times(most - 1, quiet), [8]]).settled, false, "a round has all its parts");
  assert.equal(measure(times(most, quiet)).settled, true);
});

test("a clock that stands still measures nothing", () => {
  assert.equal(after(...times(most, [0, 0])), NaN);
});

test("no value stays: a computer that becomes slower is said to be slower", () => {
  assert.equal(after(...times(most, quiet), ...times(most - 1, slow)), 75e6);
  assert.equal(after(...times(most, quiet), ...times(most, slow)), 7.5e6);
  assert.equal(after(...times(most, quiet), ...times(most, slow), quiet), 75e6);
});
