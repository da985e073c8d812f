// The Go engine. It does the same search as the machine, in a worker of its own.
import { Link } from "./link.js";
import { Signal } from "./signal.js";

/** The progress of its search. @type {NativeSearch | null} */
export let search = null;
/** @type {Signal<[search: NativeSearch]>} */
export const onProgress = new Signal();

/** @type {Link | null} */
let link = null;

/** Begins a search, and ends the one before.
 * @param {object} problem @param {number} number of the machine's search */
export function begin(problem, number) {
  link ??= new Link(receive, crashed);
  search = { search: number, evals: 0, trace: "", seconds: 0, done: false };
  link.call("search", { problem, search: number }).catch(() => {});
}

/** @param {Told} message */
function receive(message) {
  if (message.type === "crashed") crashed();
  if (message.type !== "native" || message.search !== search?.search) return;
  search = message;
  onProgress.send(message);
}

/** Asks for the fingerprint after a number of evaluations; it is "" if it is not known.
 * @param {number} evals
 * @returns {Promise<{search: number, evals: number, trace: string} | null | undefined>} */
export async function traceAt(evals) {
  return search && link?.call("trace", { evals }).catch(() => null);
}

function crashed() {
  link?.stop();
  link = null;
}

/** Ends and forgets the search. */
export function stop() {
  crashed();
  search = null;
}
