// What this page plays is sent to the server, which shows it on the wall.

const interval = 100, heartbeat = 2000;
const id = Math.random().toString(36).slice(2); // one screen at a time has the wall

export function startPublishing(app) {
  let cells = null, dirty = true, busy = false, sent = 0;
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
    if (busy || !cells || !app.game || !dirty && performance.now() - sent < heartbeat) return;
    dirty = false;
    sent = performance.now();
    busy = true;
    const body = JSON.stringify({ id, screen: btoa(String.fromCharCode(...cells)), status: app.times, game: newest(app.game) });
    await fetch("api/screen", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => {});
    busy = false;
  }, interval);
}
