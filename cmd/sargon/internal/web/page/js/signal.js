// What happens in one part of the page, and other parts listen to.

/** @template {any[]} T what listeners are given */
export class Signal extends EventTarget {
  /** Has a listener called from now on, after those that are there.
   * @param {(...values: T) => unknown} listener */
  add(listener) {
    this.addEventListener("sent", (event) => {
      const { values, answers } = /** @type {CustomEvent} */ (event).detail;
      answers.push(listener(...values));
    });
  }

  /** Calls the listeners; an error of one does not keep the others from being called. Resolves when
   * all that they have begun is done. @param {T} values */
  send(...values) {
    /** @type {unknown[]} */
    const answers = [];
    this.dispatchEvent(new CustomEvent("sent", { detail: { values, answers } }));
    return Promise.all(answers);
  }
}
