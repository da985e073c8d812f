// The machine of 1978 as the page knows it. It runs in a worker, which tells what has changed.
import { announce } from "./dom.js";
import { Link, restarted } from "./link.js";

/** What it last said of itself. @type {Status | null} */
export let status = null;
/** @type {Game | null} */
export let game = null;
/** What the search going on was asked, for the Go engine. @type {object | null} */
export let problem = null;

// Listeners.
/** Called with what has changed, when the page is drawn. @type {Set<(frame: Frame) => void>} */
export const onFrame = new Set();
/** Called with every change of the game, drawn or not. @type {Set<(game: Game) => void>} */
export const onGame = new Set();
/** Called with where the debugger is, null while it is on its way.
 * @type {Set<(moment: Moment | null) => void>} */
export const onDebug = new Set();
/** Are told slices of a search that nothing held back.
 * @type {Set<(slices: Slice[]) => void>} */
export const onSlices = new Set();
/** @type {Set<(reason: string) => Promise<void>>} */
export const onCrash = new Set();
/** Called when the machine cannot run at all. @type {Set<(reason: string) => void>} */
export const onFailure = new Set();

const link = new Link(told, crashed);

/** Calls the machine. @param {string} method of worker.js @param {object} [arg] */
export const call = (method, arg) => link.call(method, arg);

/** Calls the machine for the visitor, and announces what goes wrong.
 * @param {string} method @param {object} [arg] */
export const ask = (method, arg) => link.call(method, arg).catch((error) => {
  if (error !== restarted) announce(error.message, true);
});

export const restart = () => link.start();

/** Says that it has crashed, until it runs again. @param {string} reason */
export function crashed(reason) {
  return Promise.all([...onCrash].map((listener) => listener(reason)));
}

/** @param {Told} message */
function told(message) {
  if (message.type === "frame") changed(message);
  if (message.type === "debug") stands(message.moment);
  if (message.type === "slices") for (const listener of onSlices) listener(message.slices);
  if (message.type === "crashed") crashed(message.error);
  if (message.type === "failed") for (const listener of onFailure) listener(message.error);
}

/** @type {Frame | null} */
let next = null;

/** @param {Frame} frame */
function changed(frame) {
  status = frame.status;
  game = frame.game ?? game;
  if (frame.game) problem = frame.problem ?? null;
  if (frame.game) for (const listener of onGame) listener(frame.game);
  if (!next) requestAnimationFrame(draw);
  next = { ...next, ...frame };
}

/** Says where the debugger is when the frame that goes with it is drawn. @param {Moment | null} at */
function stands(at) {
  if (next) next.moment = at;
  else for (const listener of onDebug) listener(at);
}

function draw() {
  const frame = /** @type {Frame} */ (next);
  next = null;
  for (const listener of onFrame) listener(frame);
  if (frame.moment !== undefined) stands(frame.moment);
  link.tell("drawn");
  if (frame.status.fault) crashed(frame.status.fault);
}
