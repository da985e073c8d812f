// Beginnings of games, so that self-play is not always the same one.
export const openings = [
  { name: "italian", moves: "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5" },
  { name: "spanish", moves: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6" },
  { name: "scotch", moves: "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4" },
  { name: "sicilian", moves: "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4" },
  { name: "french", moves: "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6" },
  { name: "carokann", moves: "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4" },
  { name: "queens", moves: "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6" },
  { name: "kingsindian", moves: "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7" },
  { name: "english", moves: "c2c4 e7e5 b1c3 g8f6" },
  { name: "dutch", moves: "d2d4 f7f5 g2g3 g8f6" },
  { name: "vienna", moves: "e2e4 e7e5 b1c3 g8f6" },
  { name: "scandinavian", moves: "e2e4 d7d5 e4d5 d8d5" },
];
