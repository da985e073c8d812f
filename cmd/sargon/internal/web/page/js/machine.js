// The machine of 1978 as the page knows it. It runs in a worker, which reports what has changed.
import { $, announce, fromBase64 } from "./dom.js";
import { inWords } from "./failure.js";
import { Link, restarted } from "./link.js";
import { Signal } from "./signal.js";

/** What it last said of itself. @type {Status | null} */
export let status = null;
/** @type {Game | null} */
export let game = null;
/** What the search going on was asked, for the Go engine. @type {object | null} */
export let problem = null;

// Listeners.
/** Called with what has changed, when the page is drawn. @type {Signal<[frame: Frame]>} */
export const onFrame = new Signal();
/** Called with every change of the game, drawn or not. @type {Signal<[game: Game]>} */
export const onGame = new Signal();
/** Called with where the debugger is, null while it is on its way.
 * @type {Signal<[moment: Moment | null]>} */
export const onDebug = new Signal();
/** @type {Signal<[reason: Failure | string]>} */
export const onCrash = new Signal();
/** Called when the machine cannot run at all. @type {Signal<[reason: string]>} */
export const onFailure = new Signal();

const link = new Link(receive, crashed);

/** Calls the machine. @param {string} method of worker.js @param {object} [arg] */
export const call = (method, arg) => link.call(method, arg);

/** Calls the machine for the visitor, and announces what goes wrong.
 * @param {string} method @param {object} [arg] */
export const ask = (method, arg) => link.call(method, arg).catch((error) => {
  if (error !== restarted) announce(error.message, true);
});

export const restart = () => link.start();

/** Says that it has crashed, until it runs again. @param {Failure | string} reason */
export function crashed(reason) {
  return onCrash.send(reason);
}

/** @param {Told} message */
function receive(message) {
  if (message.type === "frame") changed(message);
  if (message.type === "debug") stands(message.moment);
  if (message.type === "crashed") crashed(message.error);
  if (message.type === "failed") onFailure.send(inWords(message.error));
}

/** What is to be drawn. @type {Frame | null} */
let next = null;
/** What the machine has sent while the page shows a game that it is still to begin.
 * @type {Partial<Frame> | null} */
let early = null;
let arrive = () => {};
/** Ends when the machine has begun the game that is shown. */
export let arrived = Promise.resolve();

/** What it will show after each first move, its screen in base 64.
 * @type {Record<string, {fen: string, screen: string}>} */
let moved = {};

/** Shows the game that the machine is about to begin, as it will be: it comes with the page. */
export function showBegun() {
  const { screen, moves, ...begun } = JSON.parse($("begun").textContent ?? "");
  moved = moves;
  changed({ ...begun, screen: fromBase64(screen) });
  early = {};
  arrived = new Promise((resolve) => { arrive = resolve; });
}

/** Shows that game after a first move, and returns its FEN then. @param {string} move */
export function showMoved(move) {
  const { fen, screen } = moved[move];
  if (status) queue({ status, screen: fromBase64(screen) });
  return fen;
}

/** Whether the machine has not come yet. */
export const awaited = () => early !== null;

/** @param {Frame} frame */
function changed(frame) {
  if (early) {
    const { game, status } = frame = { ...early, ...frame };
    const plays = game?.started && (game.waiting || status.thinking);
    early = plays ? null : frame;
    if (!plays) return link.tell("drawn");
    arrive();
  }
  status = frame.status;
  game = frame.game ?? game;
  if (frame.game) problem = frame.problem ?? null;
  if (frame.game) onGame.send(frame.game);
  queue(frame);
}

/** Has a frame drawn. @param {Frame} frame */
function queue(frame) {
  if (!next) requestAnimationFrame(draw);
  next = { ...next, ...frame };
}

/** Says where the debugger is when the frame that goes with it is drawn. @param {Moment | null} at */
function stands(at) {
  if (next) next.moment = at;
  else onDebug.send(at);
}

function draw() {
  const frame = /** @type {Frame} */ (next);
  next = null;
  onFrame.send(frame);
  if (frame.moment !== undefined) stands(frame.moment);
  link.tell("drawn");
  if (frame.status.fault) crashed(frame.status.fault);
}
