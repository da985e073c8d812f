// Types of what the page's scripts say to each other and to the Go program. The Go types of
// packages machine and web say what the fields mean; here are those that the page uses.

type View = "play" | "watch" | "tour" | "inside" | "story";
type Side = "white" | "black";

/** Elements of the pages that are more than an HTMLElement, by their ids. */
interface Elements {
  about: HTMLDialogElement;
  position: HTMLDialogElement;
  public: HTMLInputElement;
  setting: HTMLFormElement;
  address: HTMLInputElement;
  area: HTMLSelectElement;
  cell: HTMLInputElement;
  command: HTMLInputElement;
  file: HTMLInputElement;
  files: HTMLSelectElement;
  find: HTMLInputElement;
  heat: HTMLCanvasElement;
  language: HTMLSelectElement;
  look: HTMLSelectElement;
  megahertz: HTMLInputElement;
  pin: HTMLInputElement;
  resign: HTMLButtonElement;
  theme: HTMLSelectElement;
  thoughts: HTMLCanvasElement;
  tree: SVGSVGElement;
  screen: HTMLCanvasElement;
  "own-text": HTMLTextAreaElement;
  show: HTMLSelectElement;
  setup: HTMLFormElement;
  speed: HTMLSelectElement;
  takeback: HTMLButtonElement;
  volume: HTMLInputElement;
}

/** config.json, from the server. */
interface Config {
  kiosk: boolean;
  idle: number;
  wall: boolean;
  languages: { code: string; name: string }[];
  language: string;
  volume: number;
  public: string; // the address that visitors take home, "" if there is none
}

/** What the staff tells all screens. */
interface Order {
  language?: string;
  volume?: number;
  public?: string;
  reset?: boolean;
}

/** What the Go program says many times a second, and what the worker adds. */
interface MachineStatus {
  tstates: number;
  thinking: boolean;
  waiting: boolean;
  left: boolean;
  catchUp: boolean;
  selfPlay: boolean;
  version: number;
  search: number;
  book: boolean;
  thought: number;
  seconds: number;
  evals: number;
  trace: string;
  score: string;
  trying: string;
  number: number;
  of: number;
  line: string[];
  fault: string;
}
interface Status extends MachineStatus {
  running: boolean;
  debugging: boolean;
  busy: number; // seconds that the search has cost here
}

interface Ply {
  uci: string;
  san: string;
  number: number;
  side: Side;
  seconds: number;
  evals?: number;
}
interface Game {
  number: number;
  start: string;
  fen: string;
  player: Side;
  level: number;
  begun: boolean;
  waiting: boolean;
  refused: number;
  check: boolean;
  ended: boolean;
  drawn: boolean;
  result: string;
  reason: string;
  legal: Record<string, string[]>;
  plies: Ply[];
}

interface Inside {
  board: number[];
  line: { move: string; score: number; cuts: number }[];
  totals: Record<string, number>;
  registers: Record<string, string>;
  changed: string[];
  flags: string;
  routine: string;
  here: number;
  hot: { name: string; share: number }[];
  square?: InsideSquare;
  pins: string[];
}
interface InsideSquare {
  name: string;
  index: number;
  byte: number;
  bits: string[];
  list: number[];
  white: string[];
  black: string[];
  exchange: number;
  pinned: boolean;
}

/** A line of the program. */
interface CodeLine {
  address: number;
  bytes: string;
  text: string;
  file: string;
  number: number;
}
/** Where a command of the debugger has led to. */
interface Moment {
  said: string;
  wrong: string;
  why: string;
  how: string;
  place: string;
  address: number;
  tstates: number;
  since: number;
  past: number;
  evaluation: number;
  points: Point[];
  stack: string[];
  access?: { name: string; old: number; new: number };
  point: number;
  entered: boolean;
}
interface Point {
  number: number;
  text: string;
  place: string;
  address: number;
  breaks: boolean;
  off: boolean;
}

/** A search, to be drawn. */
interface Thought {
  search: number;
  evals: number;
  line: string[];
  best: string[];
  square: string;
  attackers: string[];
  arcs: { move: string; own: boolean; share: number }[];
  tree?: Branch;
}
interface Branch {
  move: string;
  evals: number;
  value: number;
  refutes: boolean;
  next?: Branch[];
}

/** How far the Go engine has come with a search. */
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
}

/** What workers tell unasked. */
type Told =
  | ({ type: "frame"; problem?: string } & Frame)
  | { type: "inside"; inside: Inside }
  | { type: "thought"; thought: Thought }
  | { type: "heat"; heat: Uint8Array }
  | { type: "debug"; moment: Moment | null }
  | ({ type: "native" } & NativeSearch)
  | { type: "crashed" | "failed"; error: string };

/** Seconds for the bars, and whether the machine thinks or has looked into its book. */
interface Times {
  then: number;
  emulated: number;
  now: number;
  thinking: boolean;
  book: boolean;
}

/** What the wall is sent; screen is in base 64. */
interface Picture {
  screen: string;
  status?: Times;
  game?: { moves: SheetRow[]; ended: boolean; reason: string };
}
/** What a screen is told that asks for the wall. */
interface Admission {
  token: string;
  number: number;
  admitted: boolean;
}
/** A row of the sheet: a move of each side. */
interface SheetRow {
  number: number;
  white: string;
  black: string;
}

/** What the staff's page is told. */
interface StaffReply {
  token: string;
  counters: {
    games: number;
    moves: number;
    visitors: number;
    results: Record<string, number>;
  };
  uptime: number;
  screens: number;
  walls: number;
  waiting: { number: number; from: string }[];
  volume: number;
  public: string;
  language: string;
}

// Set by files.js and start.js, when there is no server.
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
declare function sargon78(method: string, arg: string): string;
declare function sargon78rom(rom: string): string;
declare function sargon78screen(cells: Uint8Array): number;
declare function sargon78heat(heat: Uint8Array): number;
declare function sargon78debug(
  command: string,
  enter: boolean,
  done: (json: string) => void,
): string;
declare function sargon78save(): Uint8Array<ArrayBuffer>;
declare function sargon78load(state: Uint8Array): string;
declare function sargon78search(
  problem: string,
  report: (evals: number, trace: string, seconds: number, done: boolean) => void,
): string;
declare function sargon78trace(evals: number): string;
