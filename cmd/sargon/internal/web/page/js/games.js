// Games to watch the machine think about, move by move.

/** The usual place to start from. */
export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Famous ones, in notation. @type {Record<string, string>} */
export const games = {
  // A player and the program on a Microprofessor, built in 1983, at level 2: 2664 s of
  // its thinking, timed in 2021.
  microprofessor: `e4 e5 Nf3 Nc6 Bb5 Qf6 Nc3 a6 Nd5 Qd6 Bc4 Nf6 O-O b5 Bb3 Nxe4 Re1 Nf6 d4 Nd5
    dxe5 Qg6 Nh4 Qe6 Bxd5 Qe7 Nf5 Qb4 c3 Qc5 Be3 g6 Bxc5 gxf5 e6 Bxc5 exf7+ Kf8 Qh5 Kg7 Qg5+ Kf8
    Qh6#`,
  // Successors of the program, which think differently: page history of the specification.
  // Mike against Sargon 2. Washington, 1978.
  mike: `e4 e5 d4 Nc6 d5 Nb4 c3 Na6 f4 Nc5 fxe5 Qh4+ Kd2 Nxe4+ Kc2 Nf2 Qe1 Bc5 Nf3 Qh5 Rg1
    Ne7 Be3 Qg6+ Kc1 Bxe3+ Qxe3 Ng4 Qd2 d6 Bd3 Qh5 Bb5+ Bd7 Bxd7+ Kxd7 exd6 cxd6 h3 Nf6 Qg5
    Qxg5+ Nxg5 Rhf8 c4 Rac8 Nd2 Nexd5 Kb1 Ne3 Nge4 Nxe4 Nxe4 Rxc4 Nc3 f5 a4 d5 g3 Rf6 Re1 d4
    Nb5 a6 Nxd4 f4 gxf4 Rxd4 Rxe3 Rfxf4 a5 Rd1+ Ka2 Ra4+ Ra3 Rxa3+ bxa3 Rd2+ Kb3 Rd3+ Kc4
    Rxh3 Rd1+ Kc6 a4 Rh5 Kb4 Rh4+ Kb3 Rh3+ Kc4 Rh5 Kb4 Rh4+ Kb3 Rh3+ Kc4 Rh5 Kb4 Rh4+`,
  // Sargon 2 against AWIT on an Amdahl. Washington, 1978.
  awit: `e4 c5 d4 cxd4 Qxd4 Nc6 Qe3 Nf6 Nf3 e6 Nc3 Bb4 Bb5 a6 Bxc6 dxc6 Bd2 Ng4 Qf4 Nf6 O-O
    O-O Rad1 b5 Be3 Qa5 Bd4 Bxc3 Bxc3 Qxa2 Bxf6 gxf6 Qxf6 Qc4 Qg5+ Kh8 Qf6+ Kg8 Qg5+ Kh8 Rd8
    Rxd8 Qf6+ Kg8 Qg5+ Kf8 Qxd8+ Kg7 Qg5+ Kf8 Qd8+ Kg7 Qd4+ Qxd4 Nxd4 Bb7 Re1 Kg6 Re3 Rd8
    Rd3 c5 Nxe6 Rxd3 Nf4+ Kg5 Nxd3 Bxe4 Nxc5 Bxc2 Nxa6 Bb3 Nc5 Bd5 g3 Bf3 Nb3 b4 Nd4 Be4 f3
    Bb7 Kf2 h6 Ke3 Bd5 Nc2 b3 Nd4 Kg6 Kd3 Kh7 f4 Kg8 Kc3 Kg7 Nxb3 Bxb3 Kxb3 Kf6 Kc4 Ke7 b4
    Kd7 Kd5 h5 b5 Kc7 Kc5 Kb7 b6 Kb8 Kc6 Kc8 b7+ Kb8 Kb6 h4 gxh4 f6 h5 f5 Kc6 Ka7 Kc7 Ka6
    b8=Q Ka5 Qb3 Ka6 Qa4#`,
  // Sargon 2.0 against Albatross. London, 1980.
  albatross: `d4 e6 Nf3 d5 Nc3 Be7 e4 dxe4 Nxe4 Qd5 Nc3 Nc6 Nxd5 exd5 Bf4 Bd6 Bxd6 Bf5 Bxc7
    a5 Bd3 Be4 O-O Nf6 Be5 h6 Bxf6 O-O Be5 Nb4 Bxe4 dxe4 Nd2 b5 Nxe4 f6`,
  // Gambiet 80 against Sargon 2.5. London, 1980.
  gambiet: `e4 c5 Nf3 d6 Bb5+ Bd7 a4 Bxb5 axb5 Nf6 Nc3 Nbd7 O-O e5 d3 Be7 Be3 O-O Qc1 Nb6
    Kh1 Qd7 Bg5 Qe6 Rd1 Ng4 Be3 Rfc8 b3 d5 exd5 Qd7 d6 Bxd6 h4 Qe6 h5 Nf6 h6 Nbd5 Nxd5 Nxd5
    hxg7 Nc3 Re1 Kxg7 Bd2 Nxb5 Bf4 f6 Bd2 Bf8 c4 Nd4 Bh6+ Kg6 Nxd4 cxd4 Bxf8 Rxf8 Kh2 Qb6
    Qd1 h5 Kh3 Rac8 Kg3 Kg5 Qd2+ Kf5 Kh2 Rg8 b4 a6 c5 Qb5 Kh3 b6 cxb6 Rc3 Qa2 Rxd3+ g3 Rb8
    Qxa6 Rxb6 Qc8+ Kg5 Qc1+ Kg6 Rb1 Rc3 Qd1 Rc4 g4 hxg4+ Qxg4+ Kf7 Qf5 Rxb4 Rxb4 Qxb4 Rxe5
    Qc3+ f3 d3 Qd7+ Kg6 Rd5 Rb3 Qe8+ Kg7 Qe7+ Kg6 Qe4+ Kg7 Rd7+ Kh6 Rh7+ Kg5 f4#`,
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

/** Seconds of each of the machine's moves in the game on the Microprofessor, computed: only their
 * sum was measured. The first one is from its book. */
export const secondsOfMoves = [0, 31, 58, 60, 325, 57, 69, 50, 80, 179, 227, 328, 89, 102, 131, 410,
  143, 95, 29, 180, 17];
export const measuredSeconds = 2664;

/** The moves of a game above. @param {string} name */
export const movesOf = (name) => games[name].split(/\s+/);
