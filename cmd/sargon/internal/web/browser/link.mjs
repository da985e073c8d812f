// A slow computer on a slow network, to measure what a first visit takes.
//
// DevTools can slow down the processor for a page but not for its workers, and it gives each worker a
// network of its own. Here all connections share one link in front of the server, and all threads of
// the page run for a part of the time only.
import { createConnection, createServer } from "node:net";

const packet = 1460; // bytes
const turnMillis = 20; // a slowed process runs once in this time
const mostLate = 100; // milliseconds that a timer may be late: the link makes up for that time

/**
 * Puts a link in front of a server. Connections share its bits per second from the server by turns.
 * Opening a connection takes a round trip, and so does each answer. Zero bits per second: no limit.
 * @returns {Promise<{url: string, bytes: () => number, requests: () => string[], stop: () => void}>}
 */
export async function slowLink(server, bitsPerSecond, roundTripMillis) {
  const { port } = new URL(server), oneWay = roundTripMillis / 2;
  const waiting = new Map(); // chunks by connection
  let sending = false, bytes = 0, free = 0;
  const requests = [];
  const later = (millis, what) => millis ? setTimeout(what, millis) : what();

  /** Sends packets until none waits or the link is busy. */
  function send() {
    for (sending = true; ; ) {
      const [next] = waiting;
      if (!next) return void (sending = false);
      const ahead = free - performance.now();
      if (ahead > 1) return void setTimeout(send, ahead);
      const [socket, chunks] = next, part = chunks[0].subarray(0, packet);
      waiting.delete(socket);
      if (part.length < chunks[0].length) chunks[0] = chunks[0].subarray(packet);
      else chunks.shift();
      if (chunks.length) waiting.set(socket, chunks); // behind the other connections
      bytes += part.length;
      free = Math.max(free, performance.now() - mostLate)
        + (bitsPerSecond ? part.length * 8000 / bitsPerSecond : 0);
      later(oneWay, () => socket.write(part));
    }
  }

  const link = createServer((socket) => {
    const opens = performance.now() + roundTripMillis;
    const there = createConnection(port, "127.0.0.1");
    socket.on("data", (data) => {
      const [asked] = data.toString("latin1").match(/^(GET|POST) \S+/) ?? [];
      if (asked) requests.push(asked);
      later(oneWay + Math.max(0, opens - performance.now()), () => there.write(data));
    });
    there.on("data", (data) => {
      waiting.set(socket, [...waiting.get(socket) ?? [], data]);
      if (!sending) send();
    });
    for (const end of [socket, there]) {
      end.on("error", () => {});
      end.on("close", () => { socket.destroy(); there.destroy(); });
    }
  });
  await new Promise((resolve) => link.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${link.address().port}/`, bytes: () => bytes, requests: () => requests,
    stop: () => link.close(),
  };
}

/**
 * Lets all pages of a browser, with their workers, run for a part of the time: one in `times`.
 * @returns {Promise<() => Promise<{seconds: number}>>} a function that ends this, and returns the
 * processor time of the busiest page
 */
export async function slowPages(browser, times) {
  const devtools = await browser.newBrowserCDPSession();
  const known = new Map(); // processor time in seconds, by process
  let ended = false;
  async function find() {
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
    for (const { type, id, cpuTime } of processInfo) if (type === "renderer") known.set(id, cpuTime);
  }
  const signal = (name) => {
    for (const id of known.keys()) {
      try { process.kill(id, name); } catch { known.delete(id); }
    }
  };
  const rest = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
  await find();
  const looking = (async () => { for (; !ended; await rest(turnMillis)) await find(); })();
  const turns = (async () => {
    while (!ended && times > 1) {
      signal("SIGSTOP");
      await rest(turnMillis * (1 - 1 / times));
      signal("SIGCONT");
      await rest(turnMillis / times);
    }
  })();
  return async () => {
    ended = true;
    await Promise.all([turns, looking]);
    signal("SIGCONT");
    await find();
    return { seconds: Math.max(...known.values()) };
  };
}
