// What the page of earlier versions has saved is read for ever: files, what is there after a
// reload, and links that visitors have taken home. README.md beside the files says how they were
// made.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { call, open, quick, ready, serve, until } from "./page.mjs";

const file = (name) => fileURLToPath(
  new URL(`../../../testdata/cd1a914/page/${name}`, import.meta.url));
const moves = ({ game }) => (game?.plies ?? []).map(({ san }) => san).join(" ");

/** Opens the page as if it had been reloaded with that in the session's storage. */
async function reloaded(t, name, view) {
  const page = await open(t, `${await serve()}#view=${view}&${quick}`);
  const kept = readFileSync(file(name), "utf8");
  await page.addInitScript((kept) => {
    // Only once: what the page saves later counts then.
    if (!sessionStorage.getItem("put")) sessionStorage.setItem("sargon78", kept);
    sessionStorage.setItem("put", "1");
  }, kept);
  await page.reload();
  await ready(page);
  return page;
}

test("files of old: a game goes on, one that was given up is over", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await page.setInputFiles("#file", file("game.sargon78"));
  const state = await until(page, "the game",
    (s) => moves(s) === "c4 e5 Nc3 Qh4 Nf3 Qxc4" && s.game.waiting);
  assert.deepEqual([state.game.player, state.game.level], ["white", 1]);
  await call(page, "move", { move: "e2e4" });
  await until(page, "an answer", ({ game }) => game.plies.length === 8 && game.waiting);

  await page.setInputFiles("#file", file("resigned.sargon78"));
  const { game } = await until(page, "the other game", (s) => moves(s) === "d4 d5 c4 e6 Qa4+");
  assert.deepEqual([game.player, game.level, game.ended, game.result, game.reason],
    ["black", 3, true, "1-0", "resignation"]);
});

test("reloads of old: it goes on thinking", async (t) => {
  const page = await reloaded(t, "thinking.json", "play");
  const { game } = await until(page, "its move",
    (s) => moves(s) === "e4 e5 Nf3 Nc6" && s.game.waiting);
  assert.deepEqual([game.player, game.level], ["white", 2]);
});

test("reloads of old: it goes on playing against itself", async (t) => {
  const before = "d4 d5 c4 e6 Nc3 Nf6 Qd3 Nc6 Bf4 dxc4 Qxc4 Qxd4";
  const page = await reloaded(t, "watching.json", "watch");
  const { status } = await until(page, "its next move", (s) => moves(s).startsWith(`${before} e3`));
  assert.equal(status.selfPlay, true);
});

test("links of old", async (t) => {
  const link = "#view=play&speed=999000000&moves=c2c4,e7e5,b1c3,d8h4,g1f3,h4c4&player=white&level=1";
  const page = await open(t, (await serve()) + link);
  const { game } = await until(page, "the game",
    (s) => moves(s) === "c4 e5 Nc3 Qh4 Nf3 Qxc4" && s.game.waiting);
  assert.deepEqual([game.player, game.level], ["white", 1]);
});
