// Saved games in a real browser, in files and for a reload: the page continues them, and refuses other
// versions with a message. ../machine/saved_files_test.go tests what the machine does.
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  call, expect, go, pageState, menu, myTurn, newGame, open, quick, ready, saved, seen, serve, until,
} from "./page.mjs";

const moves = ({ game }) => (game?.plies ?? []).map(({ san }) => san).join(" ");

/** Gives the page a file to open. */
const openFile = (page, buffer) => page.setInputFiles(
  "#file", { name: "game.sargon78", mimeType: "application/octet-stream", buffer });

/** Returns a saved file with its head only: an archive with one entry, which is not packed. */
function fileWith(head) {
  const name = Buffer.from("sargon78.json"), text = Buffer.from(JSON.stringify(head));
  const numbers = (...fields) => Buffer.concat(fields.map(([size, value]) => {
    const field = Buffer.alloc(size);
    field.writeUIntLE(value, 0, size);
    return field;
  }));
  // Needed version 2.0, no flags, not packed, no time, no checksum, sizes, lengths of name and extra.
  const about = [[2, 20], [2, 0], [2, 0], [4, 0], [4, 0], [4, text.length], [4, text.length],
    [2, name.length], [2, 0]];
  const entry = Buffer.concat([numbers([4, 0x04034B50], ...about), name, text]);
  const list = Buffer.concat([
    numbers([4, 0x02014B50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, 0]), name]);
  return Buffer.concat([entry, list, numbers(
    [4, 0x06054B50], [2, 0], [2, 0], [2, 1], [2, 1], [4, list.length], [4, entry.length], [2, 0])]);
}

test("a game that was given up is over after it was saved and opened", async (t) => {
  const page = await open(t, `${await serve()}#moves=d2d4,d7d5,c2c4&player=black&level=2&${quick}`);
  await until(page, "the moves", (s) => moves(s) === "d4 d5 c4" && s.game.waiting);
  await page.click("#resign");
  await page.click("#resign"); // the button asks before it acts
  await until(page, "the end", ({ game }) => game.ended);
  await menu(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#savestate")]);
  await newGame(page);
  await page.setInputFiles("#file", await file.path());
  const { game } = await until(page, "the game", (s) => moves(s) === "d4 d5 c4");
  assert.deepEqual([game.player, game.level, game.ended, game.result, game.reason],
    ["black", 2, true, "1-0", "resignation"]);
});

test("after a reload it goes on playing against itself", async (t) => {
  const page = await open(t, `${await serve()}#view=demo&${quick}`);
  const { status } = await until(page, "some moves", ({ game }) => game?.plies.length > 8);
  assert.equal(status.selfPlay, true);
  await saved(page);
  const before = moves(await pageState(page));
  await page.reload();
  await ready(page);
  const now = await until(page, "its next move", (s) => moves(s).startsWith(`${before} `));
  assert.equal(now.status.selfPlay, true);
});

test("a move is kept when it is made, not only at the next second", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, {
    script: () => { // what the page does every second is never done
      const set = globalThis.setInterval;
      globalThis.setInterval = (work, time, ...rest) => time === 1000 ? 0 : set(work, time, ...rest);
    },
  });
  await newGame(page);
  await call(page, "move", { move: "c2c4" });
  await until(page, "an answer", myTurn(2));
  await seen(page, () => JSON.parse(sessionStorage.getItem("sargon78"))?.plies === 2);
  await page.reload();
  await ready(page);
  assert.equal((await pageState(page)).game.plies.length, 2);
});

test("a file of another version is refused in words, and no game is lost", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await call(page, "move", { move: "c2c4" });
  await until(page, "an answer", myTurn(2));
  for (const view of ["play", "demo"]) { // where the visitor's game is set aside
    await go(page, view);
    if (view === "demo") await until(page, "self-play", ({ status }) => status.selfPlay);
    await page.evaluate(() => { // record all messages: a game that is watched soon has another one
      const said = document.getElementById("said");
      globalThis.heard = [];
      new MutationObserver(() => globalThis.heard.push(said.textContent)).observe(
        said, { childList: true, characterData: true, subtree: true });
    });
    await openFile(page, fileWith({ Version: 2 }));
    await seen(page, () => globalThis.heard.includes(
      "This file cannot be opened: it has version 2; this program reads version 1"));
  }
  await go(page, "play");
  const { game } = await until(page, "the visitor's game", myTurn(2));
  assert.equal(game.plies[0].uci, "c2c4");
});

test("what another version has kept before a reload is not gone on with, and the page says so", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await call(page, "move", { move: "c2c4" });
  await until(page, "an answer", myTurn(2));
  await saved(page);
  await page.addInitScript(() => {
    const kept = JSON.parse(sessionStorage.getItem("sargon78"));
    sessionStorage.setItem("sargon78", JSON.stringify({ ...kept, version: kept.version + 1 }));
  });
  await page.reload();
  await ready(page);
  await expect(page.locator("#notice")).toContainText("version 2; this page reads version 1");
  assert.equal((await pageState(page)).game.plies.length, 0);
});
