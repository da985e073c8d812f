// The machine of 1978 in a worker of its own, so that the page stays responsive. The page sends
// {id, method, arg}, and the worker answers with {id, result}. It also posts what happens without being
// asked: see Told in browser/types.d.ts.
//
// The first message is {program, rom}: the compiled WebAssembly, and the ROM that the machine runs. A
// later message is {source}, the source of the ROM, or {lost} with the reason why there is none. By
// {method: "drawn"} the page says that it has drawn the last frame; a slow page gets fewer frames. A
// method that is not in this file is a function of the Go program: see functions in wasm/main.go, also
// for their kinds. The Go engine runs in another worker of this script, which posts
// {type: "native", …} during a search.
import "./wasm_exec.js";

const frameMillis = 1000 / 60;
const sliceMillis = 8;
const limitedMillis = 4; // between slices, when there is a limit to the speed
const insideMillis = 70, heatMillis = 140, thoughtMillis = 60, treeMillis = 500;
const tooQuick = 20e6; // hertz above which single lines change too fast to be sent
const dialogueHertz = 4e6; // the speed between searches, such as of blinking pieces, without a limit
const slowestDialogue = 1.79e6; // the least speed between searches: only searches are slowed down
const busyMillis = 250; // before the page learns that a command takes time
const mostUndrawn = 1000; // milliseconds

/** @param {{program: WebAssembly.Module, rom: Uint8Array}} what */
async function load({ program, rom }) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(program, go.importObject);
  globalThis.sargon78memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem);
  // The program never ends by itself.
  go.run(instance).then(() => tell({ type: "crashed",
    error: { kind: "ended", text: "the program has ended", number: 0 } }));
  machine("program", {}, rom);
  kinds = machine("functions");
}

/** The kind of each function of the Go program. @type {Record<string, string>} */
let kinds = {};

/** @type {PromiseWithResolvers<{program: WebAssembly.Module, rom: Uint8Array}>} */
const { promise, resolve: start } = Promise.withResolvers();
const loaded = promise.then(load);

/** The source of the ROM; sourced: whether the Go program has it.
 * @type {PromiseWithResolvers<Uint8Array>} */
const source = Promise.withResolvers();
source.promise.catch(() => {}); // an error is reported when the source is used
let sourced = false;

/** Waits for the source, which some functions need. */
async function needSource() {
  const lines = await source.promise;
  if (!sourced) machine("lines", {}, lines);
  sourced = true;
}

/** Calls a function of the Go program. Its failure becomes an exception.
 * @param {string} name @param {object} [arg] @param {Uint8Array} [data] @returns {any} */
const machine = (name, arg = {}, data) => read(sargon78(name, JSON.stringify(arg), data));

/** @param {unknown} result @returns {any} */
function read(result) {
  if (result instanceof Promise) return result.then(read);
  if (typeof result !== "string") return result; // bytes
  const value = JSON.parse(result);
  if (value?.failure) throw Object.assign(new Error(value.failure.text), { failure: value.failure });
  return value;
}

/** Posts the page a message that is no answer. @param {Told} message */
const tell = (message) => postMessage(message);

// The clock.
let hertz = 0; // the speed while the machine thinks; 0 is no limit
let credit = 0; // T-states that the machine may run
let last = 0; // when the machine ran last
let running = true;
let ticking = false;
/** Called when the machine has paused at the place it was to run to, or will not get there.
 * @type {(paused: boolean) => void} */
let stopped = () => {};
/** @type {Status | null} */
let status = null;

// What the page has been told.
let shown = new Uint8Array();
let version = -1;
let drawn = true; // whether the page has drawn the last frame; a hidden page never draws
/** When each part of a frame was sent last. @type {Record<string, number>} */
const sent = {};

// What Inside shows; heat: reads and writes of memory.
let inside = false, square = "", heat = false;

// The debugger.
let debugging = false; // the debugger has stopped the machine
/** The command that is under way. @type {Promise<unknown> | null} */
let command = null;

// Whether the page draws what the machine thinks, and the last search whose end was sent.
let thoughts = false, ended = 0;

const turn = new MessageChannel(); // quicker than timers
turn.port1.onmessage = tick;
addEventListener("unhandledrejection",
  ({ reason }) => tell({ type: "crashed", error: String(reason) }));

function wake() {
  if (ticking) return;
  ticking = true;
  last = performance.now();
  if (status) status.waiting = false; // until the machine has been asked again
  turn.port2.postMessage(0);
}

/** Returns the present limit of the speed in hertz; 0 is no limit. */
function limit() {
  if (!status || status.catchUp) return 0;
  if (status.thinking) return hertz;
  return hertz ? Math.max(hertz, slowestDialogue) : dialogueHertz;
}

/** Runs the machine for a slice of time, posts a frame, and plans the next slice. With a speed limit the
 * machine gets the T-states that have become due since the last slice. */
function tick() {
  ticking = false;
  if (!running) return refresh(); // the machine was paused meanwhile
  const now = performance.now(), most = limit(), before = status?.tstates ?? 0;
  let tstates = 1e9;
  if (most) {
    credit = Math.min(credit + (now - last) / 1000 * most, most / 10);
    tstates = Math.floor(credit);
  }
  last = now;
  let paused = false;
  if (tstates > 0) {
    const result = machine("run", { tstates, millis: sliceMillis });
    const ran = status = /** @type {Status} */ (result.status);
    paused = result.paused;
    if (result.stopped) debug({ command: "" }); // at a breakpoint or watchpoint
    if (most) credit -= ran.tstates - before;
  }
  if (!status) return;
  if (paused) running = false;
  if (paused || status.waiting || status.fault) stopped(paused);
  frame(status, paused || status.waiting || !running);
  if (!running || status.waiting || status.exited || status.fault) return;
  ticking = true;
  const late = credit > most * limitedMillis / 1000; // the slice was too short for the speed
  if (most && !late) setTimeout(tick, limitedMillis);
  else turn.port2.postMessage(0);
}

/** Posts the page what has changed, not more often than the page can draw.
 * @param {Status} s @param {boolean} now whether to post even if it is too soon */
function frame(s, now) {
  const time = performance.now();
  const due = (/** @type {string} */ part, /** @type {number} */ millis) => {
    if (!now && time - (sent[part] ?? 0) < millis) return false;
    sent[part] = time;
    return true;
  };
  if (!due("frame", drawn ? frameMillis : mostUndrawn)) return;
  drawn = false;
  /** @type {Told & {type: "frame"}} */
  const message = { type: "frame", status: { ...s, running, debugging } };
  /** @type {Uint8Array<ArrayBuffer>} */
  const screen = machine("screen");
  if (screen.some((cell, i) => cell !== shown[i])) message.screen = shown = screen;
  if (s.version !== version) {
    version = s.version;
    Object.assign(message, machine("game"));
  }
  if (inside && due("inside", insideMillis)) message.inside = machine("inside", { square });
  if (heat && !command && due("heat", heatMillis)) message.heat = machine("heat");
  const over = !s.thinking && s.search !== ended; // a short search is sent, too
  if (thoughts && (over || s.thinking)) {
    if (over) ended = s.search;
    now ||= over;
    const every = !hertz || hertz > tooQuick ? treeMillis : thoughtMillis;
    if (due("thought", every)) { // now and then with its tree, which is large
      message.thought = machine("thought", { on: due("tree", treeMillis) });
    }
  }
  tell(message);
}

/** Gives the debugger a command, and posts where it has led to. enter: stop the machine first.
 * @param {{command: string, enter?: boolean}} arg */
async function debug({ command: words, enter = true }) {
  if (!sourced) await needSource();
  if (command) return null; // one at a time
  if (enter && !debugging) {
    running = false;
    stopped(false);
    debugging = true;
  }
  const slow = setTimeout(() => tell({ type: "debug", moment: null }), busyMillis);
  const going = command = machine("debug", { command: words, enter });
  /** @type {Moment} */
  const moment = await going.finally(() => {
    clearTimeout(slow);
    command = null;
  });
  if (debugging) {
    status = /** @type {Status} */ (machine("status"));
    frame(status, true);
  }
  tell({ type: "debug", moment });
  // A program that waits for its player's move must run on.
  if (debugging && (moment.reason === "waiting" || moment.reason === "over")) methods.run({});
  return moment;
}

/** Leaves the debugger: the machine runs at its own time again. */
async function leave() {
  if (!debugging) return;
  machine("interrupt");
  await command?.catch(() => {});
  if (!debugging) return;
  machine("leave");
  debugging = false;
  status = /** @type {Status} */ (machine("status"));
}

/** The methods that do more than call a function of the Go program.
 * @type {Record<string, (arg: any) => unknown>} */
const methods = {
  speed(arg) {
    hertz = arg.hertz;
    credit = 0;
  },
  pause() {
    if (debugging) return machine("interrupt");
    running = false;
    refresh();
  },
  async run({ at = "" } = {}) { // up to the place at, if there is one
    await leave();
    if (at && !sourced) await needSource();
    machine("stopat", { at });
    stopped(false);
    running = true;
    wake();
  },
  inside(arg) {
    inside = arg.on;
    square = arg.square;
    heat = !!arg.heat;
    refresh();
  },
  async until({ at }) { // resolves when the machine has stopped there, or will not
    await methods.run({ at });
    return new Promise((resolve) => { stopped = resolve; });
  },
  thoughts(arg) {
    thoughts = arg.on;
    ended = -1; // sends the present state at once
    machine("recordSquares", { on: arg.on && arg.squares });
    refresh();
  },
  debug,
  async load({ data }) {
    await leave();
    machine("load", {}, data);
    restart();
    return { selfPlay: machine("run", { tstates: 1, millis: 1 }).status.selfPlay };
  },
};

/** Passes a call on to the Go program. @param {string} name @param {any} arg */
async function pass(name, arg) {
  const kind = kinds[name], changes = kind === "advances" || kind === "startsGame";
  if (changes) await leave();
  if (name === "source" && !sourced) await needSource();
  const result = machine(name, arg);
  if (kind === "advances") wake();
  if (kind === "startsGame") restart(!arg?.hold);
  return result;
}

/** Sends everything anew, as for another game.
 * @param {boolean} [on] whether the machine runs at once */
function restart(on = true) {
  stopped(false);
  version = -1;
  running = on;
  if (on) wake();
}

/** Posts the state of a machine that has stopped. */
function refresh() {
  if (status && !(ticking && running)) frame(status, true);
}

onmessage = async ({ data: { id, method, arg, program, rom, ...later } }) => {
  if (program) return start({ program, rom });
  if (later.source) return source.resolve(later.source);
  if (later.lost) return source.reject(new Error(later.lost));
  if (method === "drawn") {
    drawn = true;
    return;
  }
  try {
    await loaded;
    const own = Object.hasOwn(methods, method);
    postMessage({ id, result: await (own ? methods[method](arg) : pass(method, arg)) });
  } catch (error) {
    const { failure, message } = /** @type {any} */ (error);
    postMessage({ id, error: failure ?? { text: String(message ?? error), number: 0 } });
  }
};

loaded.catch((error) => tell({ type: "failed", error: String(error.message ?? error) }));
