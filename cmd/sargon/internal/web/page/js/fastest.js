// How fast the machine runs on this computer, from many short slices of its work. No browser tells
// processor time, and in any slice other programs may have had the processor: only the fastest
// slice tells what the computer can do. Old slices are forgotten, so that no wrong value stays.

const least = 4; // milliseconds of a slice that counts: browsers' clocks are coarse
const enough = 25; // slices, before anything is said
const most = 250; // slices that are kept

export class Fastest {
  /** T-states a second of the last slices. @type {number[]} */
  #last = [];

  /** Adds a slice. @param {Slice} slice */
  add({ tStates, millis }) {
    if (!(millis >= least && tStates > 0)) return;
    this.#last.push(tStates / millis * 1000);
    if (this.#last.length > most) this.#last.shift();
  }

  /** T-states a second of the fastest slice; NaN before there are enough slices. */
  get hertz() { return this.#last.length < enough ? NaN : Math.max(...this.#last); }
}
