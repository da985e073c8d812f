// What this page plays is sent to the server, which shows it on the wall.

const interval = 100;

export function startPublishing(app) {
  let cells = null, dirty = true, busy = false;
  const newest = (game) => {
    const moves = [];
    for (const p of game.plies) {
      if (p.side === "white" || !moves.length) moves.push({ number: p.number, white: p.side === "white" ? p.san : "…", black: p.side === "black" ? p.san : "" });
      else moves.at(-1).black = p.san;
    }
    return { moves: moves.slice(-14), ended: game.ended, reason: game.reason };
  };
  app.listeners.add(({ screen }) => {
    if (screen) cells = screen;
    dirty = true;
  });
  setInterval(async () => {
    if (!dirty || busy || !cells || !app.game) return;
    dirty = false;
    busy = true;
    const body = JSON.stringify({ screen: btoa(String.fromCharCode(...cells)), status: app.times, game: newest(app.game) });
    await fetch("api/screen", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => {});
    busy = false;
  }, interval);
}
