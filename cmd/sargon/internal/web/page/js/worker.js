// The machine of 1978 in a worker of its own, so that the page stays quick. The page sends
// {id, method, arg}; answers come as {id, result}. What happens is told unasked:
// {type: "frame", status, screen?, game?, problem?} and {type: "inside", inside}.
//
// The first message is {program, rom}: the packed WebAssembly, and what the machine runs. With {method: "native"} it becomes
// the native engine instead.
import "./wasm_exec.js";

const frameMillis = 1000 / 60;
const sliceMillis = 8;
const insideMillis = 70;
const dialogueHertz = 4e6; // blinking pieces, when thinking has no limit
const slowestDialogue = 1.79e6; // slow motion is for thinking

async function load({ program, rom }) {
  const [a, b] = new Uint8Array(await program.slice(0, 2).arrayBuffer());
  const packed = a === 0x1F && b === 0x8B; // some servers unpack it on the way
  const stream = packed ? program.stream().pipeThrough(new DecompressionStream("gzip")) : program.stream();
  const wasm = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
  // The program never ends by itself.
  go.run(instance).then(() => postMessage({ type: "crashed", error: "the program has ended" }));
  const result = JSON.parse(sargon78rom(rom));
  if (result && result.error) throw new Error(result.error);
}

let start;
const loaded = new Promise((resolve) => { start = resolve; }).then(load);

/** Calls the machine; errors it reports become exceptions. */
function machine(method, arg = {}) {
  const result = JSON.parse(sargon78(method, JSON.stringify(arg)));
  if (result && result.error) throw new Error(result.error);
  return result;
}

const state = {
  hertz: 0, // while it thinks; 0 is no limit
  running: true,
  pause: 0,
  ticking: false,
  credit: 0,
  last: 0,
  status: null,
  version: -1,
  screen: new Uint8Array(2048),
  shown: new Uint8Array(2048),
  sent: 0,
  inside: false,
  insideSent: 0,
  square: "",
  busy: { search: 0, millis: 0 }, // what the search going on has cost here
};

const turn = new MessageChannel();
turn.port1.onmessage = () => tick();
addEventListener("unhandledrejection", (e) => postMessage({ type: "crashed", error: String(e.reason) }));

function wake() {
  if (state.ticking) return;
  state.ticking = true;
  state.last = performance.now();
  if (state.status) state.status.waiting = false; // until the machine has been asked again
  turn.port2.postMessage(0);
}

function hertz() {
  const s = state.status;
  if (!s || s.catchUp) return 0;
  if (s.thinking) return state.hertz;
  return state.hertz ? Math.max(state.hertz, slowestDialogue) : dialogueHertz;
}

function tick() {
  state.ticking = false;
  const now = performance.now();
  const limit = hertz();
  let tstates = 1e9;
  if (limit) {
    state.credit = Math.min(state.credit + (now - state.last) / 1000 * limit, limit / 10);
    tstates = Math.floor(state.credit);
  }
  state.last = now;
  let paused = false;
  if (tstates > 0) {
    const before = state.status ? state.status.tstates : 0;
    const began = performance.now();
    const result = machine("run", { tstates, millis: sliceMillis, pause: state.pause });
    state.status = result.status;
    spent(performance.now() - began, before);
    paused = result.paused && state.pause > 0;
    if (limit) state.credit -= state.status.tstates - before;
  }
  if (paused) {
    state.running = false;
    state.pause = 0;
  }
  frame(paused || state.status.waiting || !state.running);
  if (state.running && !state.status.waiting && !state.status.left && !state.status.fault) {
    state.ticking = true;
    const wait = limit ? 4 : 0;
    if (wait) setTimeout(tick, wait);
    else turn.port2.postMessage(0);
  }
}

/** Counts the time of the search in a slice; a slice has more in it than the search. */
function spent(millis, before) {
  const s = state.status, b = state.busy;
  if (s.search !== b.search) {
    state.busy = { search: s.search, millis: 0, thought: 0 };
    return spent(millis, before);
  }
  const share = (s.thought - (b.thought ?? 0)) / Math.max(1, s.tstates - before);
  b.thought = s.thought;
  b.millis += millis * Math.min(1, Math.max(0, share));
}

/** Tells the page what has changed, not more often than it can draw. */
function frame(now) {
  const time = performance.now();
  if (!now && time - state.sent < frameMillis) return;
  state.sent = time;
  sargon78screen(state.screen);
  const message = { type: "frame", status: { ...state.status, running: state.running, busy: state.busy.millis / 1000 } };
  if (state.screen.some((cell, i) => cell !== state.shown[i])) {
    state.shown.set(state.screen);
    message.screen = state.screen.slice();
  }
  if (state.status.version !== state.version) {
    state.version = state.status.version;
    Object.assign(message, machine("game"));
  }
  postMessage(message);
  if (state.inside && (now || time - state.insideSent > insideMillis)) {
    state.insideSent = time;
    postMessage({ type: "inside", inside: machine("inside", { square: state.square }) });
  }
}

const changing = new Set(["press", "move", "reset", "newgame", "setup", "takeback", "selfplay"]);

const methods = {
  speed({ hertz }) { state.hertz = hertz; state.credit = 0; },
  run() { state.pause = 0; state.running = true; wake(); },
  pause() { state.running = false; refresh(); },
  step({ pause }) { state.pause = pause; state.running = true; wake(); },
  inside({ on, square }) { state.inside = on; state.square = square ?? ""; refresh(); },
  memory: (arg) => machine("memory", arg),
  areas: () => machine("areas"),
  save: async () => new Uint8Array(await new Response(through(sargon78save(), new CompressionStream("gzip"))).arrayBuffer()),
  async load({ data }) {
    const result = JSON.parse(sargon78load(await unpack(data)));
    if (result && result.error) throw new Error(result.error);
    afresh();
    return { selfPlay: machine("run", { tstates: 1, millis: 1 }).status.selfPlay };
  },
};

const through = (data, transform) => new Blob([data]).stream().pipeThrough(transform);

/** Unpacks a saved state, but not one that swells without end. */
async function unpack(data) {
  const most = 1 << 20, parts = [];
  let size = 0;
  for (const reader = through(data, new DecompressionStream("gzip")).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    if ((size += value.length) > most) throw new Error("this is no saved state of the machine");
  }
}

function afresh() {
  state.version = -1;
  state.running = true;
  state.pause = 0;
  wake();
}

/** Looks again at a machine that stands still. */
function refresh() {
  if (state.ticking && state.running) return;
  state.sent = 0;
  if (state.status) frame(true);
}

let native = null;
function nativeMethods({ method, arg }) {
  if (method === "search") {
    native = arg.search;
    const report = (evals, trace, seconds, done, best) => postMessage({ type: "native", search: arg.search, evals, trace, seconds, done, best });
    sargon78search(arg.problem, report);
  } else if (method === "trace") {
    return { search: native, evals: arg.evals, trace: sargon78trace(arg.evals) };
  }
}

let isNative = false;
onmessage = async ({ data: { id, method, arg, program, rom } }) => {
  if (program) return start({ program, rom });
  try {
    await loaded;
    if (method === "native") {
      isNative = true;
      postMessage({ id, result: true });
      return;
    }
    let result;
    if (isNative) result = nativeMethods({ method, arg });
    else if (methods[method]) result = await methods[method](arg ?? {});
    else if (changing.has(method)) {
      result = machine(method, arg);
      if (method === "press" || method === "move" || method === "selfplay") wake();
      else afresh();
    } else throw new Error(`no method ${method}`);
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};

loaded.then(() => postMessage({ type: "ready" }), (error) => postMessage({ type: "failed", error: String(error.message ?? error) }));
