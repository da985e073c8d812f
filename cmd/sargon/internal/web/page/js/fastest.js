// Measures how fast the machine can run on this computer. The machine makes the same search again and
// again, in parts of some milliseconds. A browser does not tell processor time, and other programs may
// use the processor during any part; so the fastest time of each part in the last rounds counts.
// The parts run different code, so the speed is that of all parts together. Old rounds are
// forgotten, so that no wrong value stays.

const enough = 3; // rounds before there is a result
const most = 10; // rounds that are remembered

export class Fastest {
  /** T-states of each part. @type {number[]} */
  #tStates = [];
  /** Milliseconds of each part in the last rounds. @type {number[][]} */
  #millis = [];
  #rounds = 0;

  /** Adds a part. @param {Part} part */
  add({ part, tStates, millis, last }) {
    this.#tStates[part] = tStates;
    const its = this.#millis[part] ??= [];
    its.push(millis);
    if (its.length > most) its.shift();
    if (last) this.#rounds++;
  }

  /** Whether there are as many rounds as are remembered: another one changes the result little. */
  get settled() { return this.#rounds >= most; }

  /** T-states per second. NaN before there are enough rounds, or if the clock stands still. */
  get hertz() {
    if (this.#rounds < enough) return NaN;
    const sum = (/** @type {number[]} */ of) => of.reduce((a, b) => a + b, 0);
    const millis = sum(this.#millis.map((its) => Math.min(...its)));
    return millis > 0 ? sum(this.#tStates) / millis * 1000 : NaN;
  }
}
