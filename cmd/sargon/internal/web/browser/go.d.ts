// Written by go generate from the types of Go that the program and the server send.

interface Moment {
  said: string; // what the command has to say
  wrong: string; // why it could not be obeyed
  why: string; // one of reasons: why the last motion ended
  how: string; // the same in words
  tstates: number;
  since: number; // T-states of the last motion, negative if it went back
  past: number; // T-states that one can go back
  evaluation: number;
  points: Point[];
  stack: string[]; // where it is, and the calls that led there
  access?: Access; // of a watch point, or the last write or read
  point: number; // number of the one that was hit
  entered: boolean; // the machine's own time stands still
}

interface Access {
  name: string;
  old: number;
  new: number; // equal if it was read
}

interface Point {
  number: number;
  text: string;
  place: string;
  address: number;
  breaks: boolean; // it is a breakpoint
  off: boolean;
}

interface Game {
  number: number; // grows with each game
  start: string;
  fen: string;
  player: Side;
  level: number;
  begun: boolean;
  waiting: boolean; // for the player's move
  refused: number; // moves in this game, by the program
  check: boolean;
  ended: boolean;
  drawn: boolean; // by a rule unknown to the program
  result: string;
  reason: string;
  legal: Record<string, string[]>; // of the player, when waiting
  plies: Ply[];
}

interface Ply {
  uci: string;
  san: string;
  number: number;
  side: Side;
  seconds: number; // in 1978, about
  evals?: number;
}

interface Inside {
  board: number[]; // 120 bytes
  fen: string; // of the board as it is now
  line: Try[]; // the move being tried at each ply
  totals: Record<string, number>;
  registers: Record<string, string>;
  changed: string[]; // registers that the last motion changed
  flags: string;
  routine: string;
  here: number; // line of Source that is about to run; -1: none
  hot: Hot[];
  square?: InsideSquare;
  pins: string[];
}

interface Try {
  move: string;
  score: number; // SCORE of the ply
  cuts: number; // so far in this search
}

interface CodeLine {
  address: number; // -1 for lines without bytes
  bytes: string;
  text: string;
  file: string;
  number: number; // in File, from 1; 0 if there is no source
  cells?: string[]; // of memory, that it names
}

interface Hot {
  name: string;
  share: number;
}

interface InsideSquare {
  name: string;
  index: number;
  byte: number;
  bits: string[];
  list: number[]; // the 14 bytes of the attack list
  white: string[];
  black: string[];
  exchange: number; // doubled points that the owner would lose
  pinned: boolean;
}

interface Area {
  name: string;
  address: number;
  length: number;
}

interface MachineStatus {
  tstates: number;
  thinking: boolean;
  waiting: boolean; // for a key
  left: boolean;
  catchUp: boolean; // repeating what was done before a reload
  selfPlay: boolean;
  version: number;
  search: number; // number of the search
  book: boolean;
  thought: number; // T-states of the search
  seconds: number; // of the search in 1978, about
  evals: number;
  trace: string;
  score: string;
  trying: string;
  number: number;
  of: number;
  line: string[]; // the best line, in notation
  fault: string;
  busy: number; // seconds that the search has cost here
}

interface Reading {
  fen: string; // where it begins; empty: at the usual place
  moves: string[]; // in notation, up to what is wrong
  wrong: string; // what is; empty: nothing
  move: string; // the one that is not possible, if that is wrong
}

interface Thought {
  search: number; // its number
  evals: number;
  line: string[]; // the moves being tried
  best: string[];
  square: string; // being valued
  attackers: string[];
  arcs: Arc[]; // most looked at
  tree?: Branch;
}

interface Arc {
  move: string;
  own: boolean; // of the thinking side
  share: number;
}

interface Branch {
  move: string;
  evals: number;
  value: number; // 1–255 for the thinking side, 128 is even; 0: none yet
  refutes: boolean; // so that its siblings are skipped
  next?: Branch[];
}

interface Counters {
  games: number;
  moves: number;
  visitors: number;
  results: Record<string, number>;
}

interface WrongPINs {
  count: number;
  from: string; // the address of the last one
  ago: number; // seconds
}

interface StaffReply {
  token: string;
  counters: Counters;
  uptime: number; // seconds
  screens: number;
  walls: number;
  language: string;
  volume: number;
  public: string;
  wrongPins?: WrongPINs; // absent: there were none
}

interface Picture {
  screen: string; // the cells, in base 64
  game: {
    moves: SheetRow[];
    ended: boolean;
    reason: string;
  };
  thought: {
    line: string[]; // moves that are tried
    best: string[];
  };
  status: Times;
}

interface SheetRow {
  number: number;
  white: string;
  black: string;
}

interface Times {
  then: number; // seconds
  emulated: number;
  now: number;
  thinking: boolean;
  book: boolean; // it has looked into its book
}

interface Config {
  kiosk: boolean;
  idle: number; // seconds
  wait: number; // seconds
  wall: boolean;
  languages: Language[];
  language: string;
  volume: number; // 0–100
  public: string; // address of the exhibit for visitors at home
}

interface Language {
  code: string;
  name: string;
}
