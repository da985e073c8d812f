// A connection to a worker. Its calls can be awaited, and it restarts the worker after a crash.
import { CallError } from "./failure.js";
import { file, load, moduleWorkers } from "./server.js";

/** @param {Response} response */
const bytes = async (response) => new Uint8Array(await response.arrayBuffer());
// The program that the machine runs, and its source, which is not needed before the machine runs.
const rom = load("rom.json").then(bytes);
const source = sargonProgram.then(() => load("source.txt")).then(bytes);
source.catch(() => {}); // an error is reported when the source is used

/** The error of a call that ended because the worker was restarted. It is not shown to the visitor. */
export const restarted = new Error("restarted");
addEventListener("unhandledrejection", (e) => { if (e.reason === restarted) e.preventDefault(); });

export class Link {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, Omit<PromiseWithResolvers<any>, "promise">>} */
  #waiting = new Map();
  #next = 1;
  #onTold; #onCrash;

  /** @param {(message: Told) => void} onTold receives messages that are no answers
   * @param {(reason: string) => void} onCrash */
  constructor(onTold, onCrash) {
    this.#onTold = onTold;
    this.#onCrash = onCrash;
    this.start();
  }

  start() {
    this.stop();
    for (const { reject } of this.#waiting.values()) reject(restarted);
    this.#waiting.clear();
    const type = moduleWorkers ? "module" : "classic";
    const worker = this.#worker = new Worker(file("js/worker.js"), { type });
    Promise.all([sargonProgram, rom]).then(
      ([program, rom]) => worker.postMessage({ program, rom }),
      (error) => this.#onTold({ type: "failed", error: error.message }));
    source.then((source) => worker.postMessage({ source }),
      (error) => worker.postMessage({ lost: error.message }));
    worker.onmessage = ({ data }) => {
      if (data.id === undefined) return this.#onTold(data);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error !== undefined) waiting?.reject(new CallError(data.error));
      else waiting?.resolve(data.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#onCrash(event.message);
    };
  }

  stop() { this.#worker?.terminate(); }

  /** Sends the worker a message that has no answer. @param {string} method */
  tell(method) { this.#worker?.postMessage({ method }); }

  /** @param {string} method of worker.js @param {object} [arg] @returns {Promise<any>} */
  call(method, arg) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, method, arg });
    });
  }
}
