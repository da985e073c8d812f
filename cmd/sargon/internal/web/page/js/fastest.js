// How fast the machine runs on this computer. It makes the same search again and again, in parts of
// some milliseconds. No browser tells processor time, and other programs may have had the processor
// in any part: each counts as its fastest of the last rounds. The parts differ, as code does, so that
// only all of them together tell a speed. Old rounds are forgotten: no wrong value stays.

const enough = 3; // rounds, before anything is said
const most = 10; // rounds that are remembered

export class Fastest {
  /** T-states of each part. @type {number[]} */
  #tStates = [];
  /** Milliseconds of each, in the last rounds. @type {number[][]} */
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

  /** T-states a second; NaN before there are enough rounds, or by a clock that stands still. */
  get hertz() {
    if (this.#rounds < enough) return NaN;
    const sum = (/** @type {number[]} */ of) => of.reduce((a, b) => a + b, 0);
    const millis = sum(this.#millis.map((its) => Math.min(...its)));
    return millis > 0 ? sum(this.#tStates) / millis * 1000 : NaN;
  }
}
