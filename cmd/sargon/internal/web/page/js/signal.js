// Signals: one part of the page sends them, and other parts listen.

/** @template {any[]} T the arguments of listeners */
export class Signal extends EventTarget {
  /** Adds a listener. Listeners are called in the order in which they were added.
   * @param {(...values: T) => unknown} listener */
  add(listener) {
    this.addEventListener("sent", (event) => {
      const { values, answers } = /** @type {CustomEvent} */ (event).detail;
      answers.push(listener(...values));
    });
  }

  /** Calls all listeners, even if one throws an error. Resolves when the promises that they returned
   * have resolved. @param {T} values */
  send(...values) {
    /** @type {unknown[]} */
    const answers = [];
    this.dispatchEvent(new CustomEvent("sent", { detail: { values, answers } }));
    return Promise.all(answers);
  }
}
