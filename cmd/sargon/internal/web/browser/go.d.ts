// Written by go generate from the types of Go that the program and the server send.

interface Status {
  tstates: number;
  thinking: boolean;
  waiting: boolean;
  exited: boolean;
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
  total: number;
  line: string[];
  fault: Failure | null;
  busy: number;
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
  started: boolean;
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

interface TriedPly {
  move: string;
  score: number;
  cuts: number;
}

interface Value {
  Name: string;
  Text: string;
  Expression: string;
  Changed: boolean;
}

interface Pin {
  Square: number;
  Direction: number;
}

interface Square {
  Square: number;
  Piece: number;
  Attacks: number[];
  Exchange: number;
  Pinned: boolean;
  Pins: Pin[];
}

interface Inside {
  board: number[];
  fen: string;
  line: TriedPly[];
  variables: Record<string, number>;
  registers: Value[];
  routine: string;
  pointed: number;
  square: Square;
  white: string[];
  black: string[];
}

interface Line {
  Address: number;
  Size: number;
  Bytes: string;
  File: string;
  Number: number;
  Text: string;
  Instruction: boolean;
}

interface Source {
  lines: Line[];
  numbered: boolean;
  variables: string[];
}

interface PointView {
  Number: number;
  From: number;
  To: number;
  Read: boolean;
  Write: boolean;
  Condition: string;
  Count: number;
  Off: boolean;
  Text: string;
  Place: string;
}

interface Access {
  Addr: number;
  Old: number;
  New: number;
}

interface Moment {
  output: string;
  error: Failure | null;
  reason: string;
  tstates: number;
  motion: number;
  past: number;
  evaluation: number;
  points: PointView[];
  stack: string[];
  address: string;
  access: Access;
  point: number;
  entered: boolean;
}

interface Reading {
  fen: string;
  moves: string[];
  error: Failure | null;
  move: string;
}

interface Arc {
  move: string;
  own: boolean;
  evals: number;
}

interface Branch {
  move: string;
  evals: number;
  value: number;
  refutes: boolean;
  next?: Branch[];
}

interface Thought {
  search: number;
  evals: number;
  line: string[];
  best: string[];
  arcs: Arc[];
  tree?: Branch;
  square: string;
  attackers: string[];
}

interface ValuedLine {
  line: string[];
  value: number;
}

interface Answer {
  move: string;
  sentences: string[];
  evaluation: number;
  level: number;
}

interface Failure {
  text: string;
  kind?: string;
  number: number;
  value?: string;
}

interface Language {
  code: string;
  name: string;
}

interface PageConfig {
  kiosk: boolean;
  idle: number;
  wait: number;
  wall: boolean;
  languages: Language[];
  language: string;
  volume: number;
  public: string;
}

interface WrongPINs {
  count: number;
  from: string;
  ago: number;
}

interface StaffReply {
  token: string;
  counters: Record<string, number>;
  uptime: number;
  screens: number;
  walls: number;
  language: string;
  volume: number;
  public: string;
  wrongPins: WrongPINs;
}
