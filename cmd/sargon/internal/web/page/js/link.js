// A connection to a worker: calls that can be awaited, and a restart when it has crashed.
import { $ } from "./dom.js";
import { CallError } from "./failure.js";
import { file, load, moduleWorkers } from "./server.js";

/** The Go program, compiled once for all workers; see program.js.
 * @type {Promise<WebAssembly.Module>} */
const program = new Promise((resolve, reject) => {
  const loader = globalThis.sargonProgram ?? new Worker(file("js/program.js"));
  loader.onmessage = ({ data: { loaded, program, error } }) => {
    if (loaded) $("loading").value = loaded;
    if (program) resolve(program);
    if (error) reject(new Error(error));
    if (program || error) loader.terminate();
  };
  loader.onerror = ({ message }) => reject(new Error(message));
  // Without a server a worker may not fetch it; the page may.
  if (moduleWorkers) loader.postMessage(file("sargon.wasm.lzma"));
  else load("sargon.wasm.lzma").then(async (packed) => loader.postMessage(await packed.blob()), reject);
});

// The program that the machine runs.
const rom = load("rom.txt").then(async (packed) => new Uint8Array(await packed.arrayBuffer()));

/** The error of a call that a restart of the worker has ended: it is not announced. */
export const restarted = new Error("restarted");
addEventListener("unhandledrejection", (e) => { if (e.reason === restarted) e.preventDefault(); });

export class Link {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, Omit<PromiseWithResolvers<any>, "promise">>} */
  #waiting = new Map();
  #next = 1;
  #onTold; #onCrash;

  /** @param {(message: Told) => void} onTold gets what the worker tells unasked
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
    Promise.all([program, rom]).then(
      ([program, rom]) => worker.postMessage({ program, rom }),
      (error) => this.#onTold({ type: "failed", error: error.message }));
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

  /** Tells the worker something to which there is no answer. @param {string} method */
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
