// Plays the same games in the page as other tests play on the terminal and in lines.
// testdata/scenarios.json of cmd/sargon lists what a visitor does and what must be true then. This file
// does it in the page.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { expect, menu, open, part, ready, saved, seen, serve, until } from "./page.mjs";

const { scenarios } = JSON.parse(readFileSync(
  new URL("../../../testdata/scenarios.json", import.meta.url), "utf8"));
const url = await serve();

/** For each page, the saved files by the names that a scenario gives them. */
const files = new WeakMap();
/** Pages whose machine runs at full speed since the action "hurry". */
const hurried = new WeakSet();

/** Touches the squares of a move on the board of the screen. */
async function move(page, text) {
  for (const square of [text.slice(0, 2), text.slice(2, 4)]) {
    await page.click(`#over [data-square=${square}]`);
  }
}

/** @type {Record<string, (page: any, argument: string) => Promise<unknown>>} */
const actions = {
  move,
  async refused(page, text) {
    await move(page, text);
    await seen(page, ([from, to]) => {
      const said = document.getElementById("said").textContent;
      return said.includes(from) && said.includes(to);
    }, [text.slice(0, 2), text.slice(2, 4)]);
  },
  premove: (page, text) => page.keyboard.type(text),
  async hurry(page) { // from now on, not only for this move
    hurried.add(page);
    await (await part(page, "speed")).evaluate(({ setSpeed }) => setSpeed(0));
  },
  "take back": (page) => page.click("#takeback"),
  async "second thought"(page) {
    await page.click("#resign");
    await expect(page.locator("#resign")).toHaveText("Really resign?");
    await page.focus("#takeback");
    await expect(page.locator("#resign")).toHaveText("Resign");
  },
  async resign(page) { // the button asks before it acts
    await page.click("#resign");
    await page.click("#resign");
  },
  async "save state"(page, name) {
    await page.evaluate(() => { document.getElementById("menu").open = true; });
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#savestate")]);
    files.set(page, { ...files.get(page), [name]: await file.path() });
  },
  "load state": (page, name) => page.setInputFiles("#file", files.get(page)[name]),
  "other view": (page) => menu(page).then(() => page.click("#modern")),
  async reload(page) {
    await saved(page);
    await page.reload();
    await ready(page);
  },
  async kill(page) { // ends the worker: the most that can be killed without closing the page
    await saved(page);
    await page.evaluate(() => { console.warn = console.log; }); // the page rightly warns of the crash
    await (await part(page, "machine")).evaluate(({ crashed }) => crashed("killed"));
  },
};

/** Reports whether a game is as wanted. After "hurry" the machine may already be further. */
function stands(page, { game, status }, { moves, turn, result }) {
  const played = game?.plies.map(({ uci }) => uci).join(" ");
  if (turn === "Sargon" && hurried.has(page)) return played?.startsWith(moves);
  if (played !== moves) return false;
  if (turn === "Sargon") return status.thinking;
  if (turn === "over") return game.ended && `${game.result} ${game.reason}` === result;
  return game.waiting && !game.ended;
}

for (const { name, not, color, level, fen, slow, steps } of scenarios) {
  test(name, { skip: not?.page }, async (t) => {
    const said = new URLSearchParams({
      player: color ?? "white", level: String(level ?? 1), speed: slow ? "0.5" : "999",
      ...fen ? { fen: fen.replaceAll(" ", "_") } : { start: "1" },
    });
    const page = await open(t, `${url}#${said}`);
    const now = { moves: "", turn: "you", result: "" };
    for (const { do: done, ...then } of steps) {
      const verb = Object.keys(actions).find((verb) => done === verb || done.startsWith(`${verb} `));
      assert.ok(verb || !done, `${done}: how is that done in the page?`);
      if (verb) await actions[verb](page, done.slice(verb.length + 1));
      Object.assign(now, then);
      await until(page, `${done}: ${JSON.stringify(now)}`, (state) => stands(page, state, now));
    }
    await actions.reload(page); // shows what was saved
    await until(page, `saved: ${JSON.stringify(now)}`, (state) => stands(page, state, now));
  });
}
