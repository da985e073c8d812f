// Games to watch the machine think about, move by move; and games as PGN, in and out.

/** The usual place to start from. */
export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Famous ones, in notation. @type {Record<string, string>} */
export const games = {
  // A player and the program on a Microprofessor of 1983, at level 2: 2664 s of its thinking.
  microprofessor: `e4 e5 Nf3 Nc6 Bb5 Qf6 Nc3 a6 Nd5 Qd6 Bc4 Nf6 O-O b5 Bb3 Nxe4 Re1 Nf6 d4 Nd5
    dxe5 Qg6 Nh4 Qe6 Bxd5 Qe7 Nf5 Qb4 c3 Qc5 Be3 g6 Bxc5 gxf5 e6 Bxc5 exf7+ Kf8 Qh5 Kg7 Qg5+ Kf8
    Qh6#`,
  // Turing's paper machine, worked by himself, against A. Glennie. Manchester, 1952.
  turing: `e4 e5 Nc3 Nf6 d4 Bb4 Nf3 d6 Bd2 Nc6 d5 Nd4 h4 Bg4 a4 Nxf3+ gxf3 Bh5 Bb5+ c6 dxc6 O-O
    cxb7 Rb8 Ba6 Qa5 Qe2 Nd7 Rg1 Nc5 Rg5 Bg6 Bb5 Nxb7 O-O-O Nc5 Bc6 Rfc8 Bd5 Bxc3 Bxc3 Qxa4 Kd2 Ne6
    Rg4 Nd4 Qd3 Nb5 Bb3 Qa6 Bc4 Bh5 Rg3 Qa4 Bxb5 Qxb5 Qxd6 Rd8`,
  // Morphy against the Duke of Brunswick and Count Isouard. Paris, 1858.
  opera: `e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5
    Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#`,
  // Anderssen against Kieseritzky. London, 1851.
  immortal: `e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4
    Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2
    Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#`,
};

/** Seconds of each of the machine's moves in the game of 1983, computed: only their sum was
 * measured. The first one is from its book. */
export const seconds1983 = [0, 31, 58, 60, 325, 57, 69, 50, 80, 179, 227, 328, 89, 102, 131, 410,
  143, 95, 29, 180, 17];
export const measured1983 = 2664;

/** The moves of a game above. @param {string} name */
export const movesOf = (name) => games[name].split(/\s+/);

/** A game that was read: where it starts, "" at the usual place, and its moves.
 * @typedef {{fen: string, moves: string[]}} Read */

/**
 * Reads a FEN or a game in PGN: the main line, without comments.
 * @param {string} text
 * @returns {Read}
 */
export function parse(text) {
  const plain = text.trim();
  if (/^\S+\/\S+\/\S+\/\S+\/\S+\/\S+\/\S+\/\S+ [wb]\b/.test(plain)) return { fen: plain, moves: [] };
  const fen = /\[FEN\s+"([^"]*)"\]/i.exec(plain)?.[1] ?? "";
  let moves = plain.replace(/^\s*\[[^\]]*\]\s*$/gm, " ").replace(/\{[^}]*\}|;.*$/gm, " ");
  for (let before = ""; before !== moves;) { // variations may hold others
    before = moves;
    moves = moves.replace(/\([^()]*\)/g, " ");
  }
  return { fen, moves: moves.split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "").replaceAll("0-0", "O-O"))
    .filter((word) => word && !/^(\$\d+|1-0|0-1|1\/2-1\/2|\*|\d+\.*|…|O-O-0)$/.test(word)) };
}

/** Writes a game as PGN. @param {Game} game @param {string} names of White and Black */
export function write({ start: from, plies, result, player }, names = "Sargon 1978") {
  const machine = player === "white" ? "Black" : "White";
  /** @type {[string, string][]} */
  const tags = [["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "-"],
    ["White", machine === "White" ? names : "?"], ["Black", machine === "Black" ? names : "?"],
    ["Result", result || "*"]];
  if (from !== start) tags.push(["SetUp", "1"], ["FEN", from]);
  const words = plies.map(({ san, side, number }, i) =>
    side === "white" ? `${number}. ${san}` : i ? san : `${number}... ${san}`);
  const lines = [""];
  for (const word of [...words.join(" ").split(" "), result || "*"].filter(Boolean)) {
    const line = lines[lines.length - 1];
    if (line.length + word.length < 79) lines[lines.length - 1] = line ? `${line} ${word}` : word;
    else lines.push(word);
  }
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${lines.join("\n")}\n`;
}
