// An article that holds the page in a frame may send {sargon78: "move", move: "e2e4"} or
// {sargon78: "new", player, level}, and is sent {sargon78: "game", fen, moves, result}.
import { framed } from "./dom.js";
import { newGame } from "./game.js";
import { ask, onFrame } from "./machine.js";

if (framed) {
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || typeof data !== "object" || data === null) return;
    if (data.sargon78 === "move" && /^[a-h][1-8][a-h][1-8]$/.test(data.move)) {
      ask("move", { move: data.move });
    }
    if (data.sargon78 === "new") {
      const level = /^[1-6]$/.test(data.level) ? Number(data.level) : 2;
      newGame(data.player === "black" ? "black" : "white", level);
    }
  });
  onFrame.add(({ game }) => {
    if (!game) return;
    const moves = game.plies.map((p) => p.uci);
    parent.postMessage({ sargon78: "game", fen: game.fen, moves, result: game.result }, "*");
  });
}
