// Types of the messages between the page's scripts. The types of what Go sends are in go.d.ts.

type View = "play" | "demo" | "tour" | "inside";
type Side = "white" | "black";

/** Elements of the pages whose type is more special than HTMLElement, by id. */
interface Elements {
  about: HTMLDialogElement;
  position: HTMLDialogElement;
  public: HTMLInputElement;
  window: HTMLSelectElement;
  address: HTMLInputElement;
  "memory-address": HTMLInputElement;
  command: HTMLInputElement;
  file: HTMLInputElement;
  files: HTMLSelectElement;
  find: HTMLInputElement;
  heat: HTMLCanvasElement;
  language: HTMLSelectElement;
  lever: HTMLInputElement;
  loading: HTMLProgressElement;
  colors: HTMLSelectElement;
  megahertz: HTMLInputElement;
  pin: HTMLInputElement;
  resign: HTMLButtonElement;
  theme: HTMLSelectElement;
  thoughts: SVGSVGElement;
  screen: HTMLCanvasElement;
  "own-text": HTMLTextAreaElement;
  show: HTMLSelectElement;
  setup: HTMLFormElement;
  speed: HTMLSelectElement;
  takeback: HTMLButtonElement;
  reasons: HTMLDialogElement;
  why: HTMLButtonElement;
  volume: HTMLInputElement;
}

/** Properties with which an element is made. */
type Properties<E extends HTMLElement> = Partial<Omit<E, "dataset" | "style">>
  & { dataset?: Record<string, string>, style?: Partial<CSSStyleDeclaration> };

/** An order of the staff to all screens. */
type Order = Partial<Pick<StaffReply, "language" | "volume" | "public"> & { reset: boolean }>;

type Config = PageConfig;

/** What the worker adds to the status that the Go program sends many times a second. */
interface Status {
  running: boolean;
  debugging: boolean;
}

/** The progress of a search of the Go engine. */
interface NativeSearch {
  search: number;
  evals: number;
  trace: string;
  seconds: number;
  done: boolean;
}

/** What has changed since the page was drawn last. */
interface Frame {
  status: Status;
  screen?: Uint8Array<ArrayBuffer>;
  game?: Game;
  problem?: object | null; // the position and settings of the current search, for the Go engine
  inside?: Inside;
  heat?: Uint8Array;
  thought?: Thought;
  moment?: Moment | null; // where the debugger has stopped; null while a command runs
}

/** A part of the search that measures the speed, and how long it took: timedPart of wasm/main.go. */
interface Part {
  part: number;
  tStates: number;
  millis: number;
  last: boolean;
}

/** Messages of workers that are no answers. */
type Told =
  | ({ type: "frame" } & Frame)
  | { type: "debug"; moment: Moment | null }
  | ({ type: "native" } & NativeSearch)
  | { type: "crashed" | "failed"; error: Failure | string };

/** Times of a search in seconds, for the bars; book: the move came from the opening book. */
interface Times {
  then: number;
  emulated: number;
  now: number;
  thinking: boolean;
  book: boolean;
}

/** What the wall shows: the cells of the screen in base 64, rows of the score sheet, moves. */
interface Picture {
  screen: string;
  game: {
    moves: { number: number, white: string, black: string }[];
    ended: boolean;
    waiting: boolean; // for a visitor's move
    reason: string;
    winner: string; // white, black or none, if the game has ended
  };
  thought: { line: string[], best: string[] };
  status: Times;
}

/** The state of a page, kept for a reload; own is the visitor's game that is set aside. */
interface Kept {
  view: View;
  data: Uint8Array<ArrayBuffer>;
  own?: Uint8Array<ArrayBuffer> | null;
}

// Set by js/start.js.
/** The Go program, compiled once for all workers. */
declare var sargonProgram: Promise<WebAssembly.Module>;
/** How many bytes of the program have come, and of how many; of is 0 if that is not known. */
declare var sargonFetched: { bytes: number, of: number };
/** Other files that are already being loaded from a server, by name. */
declare var sargonEarly: Map<string, Promise<Response>>;
// Set by js/start.js and files.js on a page without a server.
declare var sargonFile: ((name: string) => string) | undefined;
declare const sargonFiles: Record<string, string>;

// Libraries, which are not checked.
declare module "*/lean-qr/index.js" {
  function generate(text: string): object;
}
declare module "*/lean-qr/svg.js" {
  type Colours = { on: string; off: string };
  function toSvg(code: object, document: Document, colours: Colours): SVGElement;
}

// Set by wasm_exec.js and by the Go program; strings are JSON.
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
/** The memory of the Go program: translated Z80 programs work in it. */
declare var sargon78memory: WebAssembly.Memory;
declare function sargon78(name: string, arg: string, data?: Uint8Array):
  string | Uint8Array<ArrayBuffer> | Promise<string>;
