// The state of the machine of 1978 for the page. The machine runs in a worker, which reports changes.
import { $, announce, fromBase64 } from "./dom.js";
import { inWords } from "./failure.js";
import { Link, restarted } from "./link.js";
import { Signal } from "./signal.js";

/** The latest status of the machine. @type {Status | null} */
export let status = null;
/** @type {Game | null} */
export let game = null;
/** The position and settings of the current search, for the Go engine. @type {object | null} */
export let problem = null;

// Listeners.
/** Sent with what has changed, when the page is drawn. @type {Signal<[frame: Frame]>} */
export const onFrame = new Signal();
/** Sent with every change of the game, drawn or not. @type {Signal<[game: Game]>} */
export const onGame = new Signal();
/** Sent with the place at which the debugger has stopped, or null while a command runs.
 * @type {Signal<[moment: Moment | null]>} */
export const onDebug = new Signal();
/** @type {Signal<[reason: Failure | string]>} */
export const onCrash = new Signal();
/** Sent when the machine cannot run at all. @type {Signal<[reason: string]>} */
export const onFailure = new Signal();

const link = new Link(receive, crashed);

/** Calls the machine. @param {string} method of worker.js @param {object} [arg] */
export const call = (method, arg) => link.call(method, arg);

/** Calls the machine for the visitor, and announces an error.
 * @param {string} method @param {object} [arg] */
export const ask = (method, arg) => link.call(method, arg).catch((error) => {
  if (error !== restarted) announce(error.message, true);
});

export const restart = () => link.start();

/** Tells the listeners that the machine has crashed. @param {Failure | string} reason */
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

/** The frame to be drawn next. @type {Frame | null} */
let next = null;
/** What the machine has sent while the page already shows the game that the machine will begin; null
 * at other times.
 * @type {Partial<Frame> | null} */
let early = null;
let arrive = () => {};
/** Resolves when the machine has begun the game that the page already shows. */
export let arrived = Promise.resolve();

/** What the machine will show after each first move: the FEN, and the screen in base 64.
 * @type {Record<string, {fen: string, screen: string}>} */
let moved = {};

/** Shows the game that the machine will begin as soon as it is loaded. Its first picture is part of the
 * page. */
export function showBegun() {
  const { screen, moves, ...begun } = JSON.parse($("begun").textContent ?? "");
  moved = moves;
  changed({ ...begun, screen: fromBase64(screen) });
  early = {};
  arrived = new Promise((resolve) => { arrive = resolve; });
}

/** Shows that game after a first move, and returns the FEN after the move. @param {string} move */
export function showMoved(move) {
  const { fen, screen } = moved[move];
  if (status) queue({ status, screen: fromBase64(screen) });
  return fen;
}

/** Whether the machine is still being loaded. */
export const awaited = () => early !== null;

/** Takes over a new state of the machine. While the machine is being loaded, its frames are collected
 * until it plays the game that the page shows. @param {Frame} frame */
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

/** Lets the browser draw a frame soon. @param {Frame} frame */
function queue(frame) {
  if (!next) requestAnimationFrame(draw);
  next = { ...next, ...frame };
}

/** Tells the listeners where the debugger has stopped, together with the frame of that moment.
 * @param {Moment | null} at */
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
