// The view Inside in a real browser: the tour, the story, and the windows into the machine.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  call, choose, crash, expect, fresh, go, knights, pageState, menu, myTurn, newGame, open, part,
  quick, ready, saved, seen, serve, shows, toThink, until,
} from "./page.mjs";

const sargon = process.env.SARGON, root = new URL("../../../../..", import.meta.url).pathname;

test("the tour stops the machine where it says", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1`);
  await until(page, "a search before the tour", myTurn(1));
  await go(page, "tour");
  const at = (n, routine) => seen(page, ([n, routine]) =>
    document.getElementById("station").textContent === `Station ${n} of 6`
    && document.getElementById("routine").textContent.startsWith(routine), [n, routine]);
  await at(1, "search_ply");
  await expect(page.locator("#bytes .lit")).toHaveAttribute("data-square", "e1");
  assert.deepEqual((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).lines,
    [], "no thought about the game before is drawn");
  await page.evaluate(() => {
    globalThis.lit = [];
    new MutationObserver(() => {
      const e = document.querySelector("#bytes .lit");
      const now = e && (e.dataset.square ?? e.textContent);
      if (now && now !== globalThis.lit.at(-1)) globalThis.lit.push(now);
    }).observe(document.getElementById("bytes"), { subtree: true, attributeFilter: ["class"] });
  });
  await page.click("#tour-next");
  await at(2, "look_off");
  await seen(page, () => globalThis.lit.at(-1) === "FF");
  assert.deepEqual(await page.evaluate(() => globalThis.lit.slice(-7)),
    ["f1", "e2", "d3", "c4", "b5", "a6", "FF"], "the bishop looks along its line, to the border");
  await page.click("#tour-next");
  await at(3, "points_piece");
  await seen(page, () => document.querySelector("#square .big")?.textContent.startsWith("e5"));
  await page.click("#tour-next");
  await at(4, "UNMOVE");
  await page.click("#tour-next");
  await at(5, "search_cut");
  await seen(page, () => document.getElementById("line").textContent.startsWith("1f3e5")
    && document.getElementById("line").textContent.includes("c6e5"));
  await page.click("#tour-next");
  await seen(page, () => document.getElementById("verdict")?.className === "equal");
  await page.click("#tour-back"); // the tour begins again, and runs to this station
  await at(5, "search_cut");
  await choose(page, "language", "de");
  await seen(page, () => document.getElementById("tour-title").textContent.includes("verworfen"));
  await page.click("#tour-end"); // opens all windows; the machine stays where it is
  await expect(page.locator("#p-area")).toBeVisible();
  await expect(page.locator("#routine")).toHaveText("search_cut");
  await go(page, "play");
  await until(page, "the game goes on", myTurn(1));
});

test("the story's pictures are drawn from what is in the machine, and measured", async (t) => {
  const page = await open(t, `${await serve()}#view=story`);
  const story = await part(page, "story");
  const table = await story.evaluate(({ differences }) => Object.values(differences).flat().join(""));
  await call(page, "setup", { fen: knights, moves: [], player: "white", level: 1 });
  const { lines } = await call(page, "source");
  const { Address: address } = lines.find(({ Text }) => Text.startsWith("BOARDA"));
  const tableBefore = 0x34; // bytes
  assert.equal(table, await call(page, "memory", { address: address - tableBefore, length: 24 }));
  await expect(page.locator("#p-story")).toBeInViewport();
  await page.click("#p-twin .story-part summary");
  await seen(page, () => /emulated: [\d.]+ \w+ today, the same search as a modern program: [\d.]+ m?s$/.test(
    document.getElementById("picture-moore").ariaLabel));
  const { emulated, native } = await story.evaluate(({ here }) => here);
  assert.ok(native > 0 && emulated > 0, `${native} ${emulated}`);
  await choose(page, "language", "de");
  await seen(page, () => /Computer von 1983, gemessen: 44 min/.test(
    document.getElementById("picture-moore").textContent));
});

test("a visitor's game is set aside for watching and the tour, and comes back", async (t) => {
  const page = await open(t, `${await serve()}#moves=d2d4,d7d5&player=white&level=3`);
  const own = ({ game }) => game?.plies.length === 2 && game.plies[0].uci === "d2d4"
    && game.player === "white" && game.level === 3 && game.waiting;
  const view = (name) => go(page, name);
  const reloaded = async () => {
    await saved(page);
    await page.reload();
    await ready(page);
    await view("play");
  };
  const other = (when) => until(page, when, (state) => state.game?.started && !own(state));
  const mine = async (when) => {
    await until(page, when, own);
    const form = Object.fromEntries(await page.evaluate(() =>
      [...new FormData(document.getElementById("setup"))]));
    assert.deepEqual(form, { player: "white", level: "3" }, when);
  };
  await until(page, "the visitor's game", own);
  await view("demo");
  await other("a game to watch");
  await view("inside");
  await view("play");
  await mine("back from watching");
  await view("tour");
  await other("the tour");
  await page.goBack();
  await page.waitForSelector(shows("inside"));
  await page.goBack();
  await mine("back by the browser's button");
  await view("tour");
  await view("play");
  await mine("back from a tour that had hardly begun");
  await view("demo");
  await page.selectOption("#show", "opera");
  await other("a replay");
  await reloaded();
  await mine("back after a reload in between");
  await view("tour");
  await other("the tour once more");
  await reloaded();
  await mine("back after a reload in the tour");
});

test("the tour gives back the speed that it took", async (t) => {
  const page = await open(t, `${await serve()}#speed=50`, { allow: ["the machine is started again"] });
  const speed = async () => (await part(page, "speed")).evaluate(({ hertz }) => hertz);
  await go(page, "tour");
  await go(page, "play");
  assert.equal(await speed(), 50e6, "left at once");
  await go(page, "tour");
  await until(page, "the tour's position", ({ game }) => game?.start === knights);
  assert.notEqual(await speed(), 50e6);
  await go(page, "play");
  assert.equal(await speed(), 50e6);
  assert.match(await page.evaluate(() => location.hash), /speed=50000000/);
  await go(page, "tour");
  await crash(page);
  await saved(page);
  assert.match(await page.evaluate(() => location.hash), /speed=50000000/);
  await page.reload();
  await ready(page);
  await go(page, "demo");
  assert.equal(await speed(), 50e6, "after a crash and a reload");
});

test("look inside: paused at an evaluation, the numbers are those of sargon analyze", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&speed=1.79&view=inside`);
  await until(page, "an evaluation after the root's", ({ status }) => status.evals > 0);
  await page.click("[data-step=pause]");
  const { status: { evals } } = await until(page, "the pause", ({ status }) => !status.running);
  for (let i = 1; i <= 3; i++) {
    await page.click("[data-debug=eval]");
    await until(page, "the machine is paused",
      ({ status }) => !status.running && status.evals === evals + i);
  }
  const inside = [];
  let fen = "";
  for (const square of ["e4", "e5", "f3", "c6", "d5", "e1", "d8"]) {
    await page.hover(`#bytes [data-square=${square}]`);
    await seen(page, (s) => document.querySelector("#square .big")?.textContent.startsWith(s),
      square);
    const shown = await (await part(page, "machine")).evaluate(({ call, onFrame }, square) => {
      const facts = [...document.querySelectorAll("#square dd")].map((d) => d.textContent);
      const index = 10 * (Number(square[1]) + 1) + square.charCodeAt(0) - 96;
      return new Promise((resolve) => {
        onFrame.add(({ inside: x }) => { if (x?.square.Square === index) resolve({ facts, ...x }); });
        call("inside", { on: true, square });
      });
    }, square);
    inside.push({ name: square, ...shown });
    fen = shown.fen;
  }
  const explained = JSON.parse(
    execFileSync(sargon, ["analyze", fen, "--level", "1", "--explain", "--json"]));
  for (const shown of inside) {
    const want = explained.explanation.squares.find((s) => s.square === shown.name);
    assert.deepEqual(shown.square.Attacks, want.attackers);
    assert.equal(shown.square.Exchange, want.exchange);
    assert.equal(shown.facts[2].replaceAll(" ", ""),
      Buffer.from(shown.square.Attacks).toString("hex").toUpperCase());
  }
  // A step is one instruction.
  const before = (await pageState(page)).status.tstates;
  await page.click("[data-debug=step]");
  const { status } = await until(page, "an instruction", ({ status }) => status.tstates > before);
  assert.ok(status.tstates - before <= 23, "no instruction takes more than 23 periods");
});

test("both fingerprints are equal", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&view=inside`);
  await page.waitForSelector("#verdict.equal");
  await until(
    page, "the move is made", ({ game, native }) => game.plies.length === 1 && native?.done);
  await page.waitForSelector("#verdict.equal");
  const { native, status } = await pageState(page);
  assert.equal(native.trace, status.trace);
  assert.equal(native.evals, status.evals);
});

test("searches as recorded from the original", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  const lines = gunzipSync(readFileSync(join(root, "compare/testdata/oracle/search.jsonl.gz")))
    .toString().trim().split("\n");
  const sample = lines.map((l) => JSON.parse(l))
    .filter((r) => r.level <= 2 && r.tstates > 1e6 && r.tstates < 2e8 && !/ 1$/.test(r.fen))
    .filter((_, i) => i % 7 === 0).slice(0, 25);
  let compared = 0;
  for (const r of sample) {
    const before = (await pageState(page)).status?.search ?? 0;
    const player = r.fen.split(" ")[1] === "w" ? "black" : "white";
    try {
      await call(page, "setup", { fen: r.fen, moves: [], player, level: r.level });
    } catch {
      continue; // the dialogue refuses a side that is in check and not to move
    }
    const { status } = await until(page, `the search of ${r.fen}`, ({ status, game }) => {
      if (game.start.split(" ")[0] !== r.fen.split(" ")[0]) return false;
      if (game.plies.length === 0) return game.ended;
      return status.search > before && !status.thinking && game.plies.length === 1;
    });
    if (status.search === before) continue; // mate or stalemate: the program does not search
    compared++;
    assert.equal(status.trace, r.trace, r.fen);
    assert.equal(status.evals + 1, r.evals, r.fen);
  }
  t.diagnostic(`${compared} searches`);
  assert.ok(compared >= 15, `only ${compared} of ${sample.length} could be compared`);
});

test("a reload in mid-search: the search goes on", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=6&speed=5000000&view=play`);
  const { status: before } = await until(
    page, "it thinks", ({ status }) => status.thinking && status.evals > 20);
  await saved(page);
  await page.reload();
  await ready(page);
  const { status } = await until(
    page, "it has caught up", ({ status }) => status?.thinking && !status.catchUp);
  assert.ok(status.evals >= before.evals, `${status.evals} after ${before.evals}`);
  assert.ok(status.seconds >= before.seconds, `${status.seconds} s after ${before.seconds} s`);
});

test("a crash of the worker: the game goes on", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, { allow: ["started again"] });
  await newGame(page);
  await page.click("#over [data-square=e2]");
  await page.click("#over [data-square=e4]");
  await until(page, "an answer", myTurn(2));
  await saved(page);
  await crash(page);
  const { game } = await until(
    page, "the game is back", ({ status, game }) => status.search === 0 && myTurn(2)({ game }));
  assert.equal(game.plies[0].uci, "e2e4");
  await page.click("#over [data-square=g1]");
  await page.click("#over [data-square=f3]");
  await until(page, "the game goes on", myTurn(4));
});

test("saved states: to a file and back, and files that are none", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await page.click("#over [data-square=c2]");
  await page.click("#over [data-square=c4]");
  await until(page, "an answer", myTurn(2));
  await menu(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#savestate")]);
  const path = await download.path();
  await newGame(page);
  await page.setInputFiles("#file", path);
  const { game } = await until(page, "the game is back", myTurn(2));
  assert.equal(game.plies[0].uci, "c2c4");
  const buffer = Buffer.from("no game at all");
  await page.setInputFiles("#file", { name: "x", mimeType: "application/octet-stream", buffer });
  await seen(page, () => document.getElementById("said").textContent.includes("no saved game"));
  assert.equal((await pageState(page)).game.plies.length, 2);
});

test("after a crash look inside compares the same searches", async (t) => {
  const page = await open(
    t, `${await serve()}#${toThink}&level=1&view=inside&${quick}`, { allow: ["started again"] });
  await until(page, "a move", myTurn(1));
  await saved(page);
  await crash(page);
  await page.waitForSelector("#over [data-square=g8].movable");
  await call(page, "move", { move: "g8f6" });
  await until(page, "an answer", myTurn(3));
  await seen(page, () => document.querySelector("#twin").textContent.includes("Equal"));
});

test("what is paused inside goes on outside", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1&view=inside&speed=2000`);
  await page.click("[data-step=pause]");
  await until(page, "the pause", ({ status }) => !status.running);
  await go(page, "play");
  await until(page, "it runs", ({ status }) => status.running);
  await newGame(page); // slow motion does not slow down the questions
});

test("any number of MHz is a speed", async (t) => {
  const page = await open(t, `${await serve()}#view=inside&speed=2.5`);
  const speeds = await part(page, "speed");
  const speed = () => speeds.evaluate(
    ({ hertz }) => [hertz, document.querySelector("#speed").selectedOptions[0].textContent]);
  await expect.poll(speed).toEqual([2.5e6, "2.5 MHz"]);
  await menu(page);
  await page.selectOption("#speed", "other");
  await page.fill("#megahertz", "3.3");
  await page.keyboard.press("Enter");
  await page.click("#menu summary");
  await expect.poll(speed).toEqual([3.3e6, "3.3 MHz"]);
  await expect(page).toHaveURL(/speed=3300000\b/);
  await expect(page.locator("#megahertz")).toBeHidden();
  await choose(page, "speed", "1790000");
  await expect.poll(async () => (await speed())[1]).toMatch(/Microprofessor/);
  const hertz = (text) => speeds.evaluate(({ parseHertz }, text) => parseHertz(text), text);
  const written = { 2000: 2000, 0.002: 2000, max: 0, 0: 0, "-1": 0, fast: 0, "1e99": 0, 4: 4e6 };
  for (const [text, want] of Object.entries(written)) {
    assert.equal(await hertz(text), want, text);
  }
});

test("bytes of the board can be changed with a finger; the machine survives it", async (t) => {
  const page = await open(t, `${await serve()}#view=tour`, { allow: ["the machine is started again"] });
  const byte = (square) => page.locator(`#bytes [data-square=${square}]`);
  const pixels = () => page.$eval("#screen", (canvas) => canvas.toDataURL());
  const change = async (square, value) => {
    await byte(square).click();
    await page.click(`#poke-values button:text-is("${value}")`);
    await expect(byte(square)).toHaveText(value);
  };
  const said = page.locator("#poke-said");
  await page.waitForSelector("#poke:not([hidden])");
  await expect(page.locator("#poke-byte")).toHaveText("e1"); // the byte that the text explains
  await pageState(page); // so that the page has drawn the present state
  const before = await pixels();
  await change("d2", "05"); // a queen on the screen
  await expect.poll(pixels).not.toBe(before);
  const border = page.locator("#bytes [role=row]:nth-child(5) [role=gridcell]:nth-child(1)");
  await border.click();
  await expect(page.locator("#poke-byte")).toHaveText("byte number 70");
  await page.click('#poke-values button:text-is("00")'); // a hole
  await expect(border).toHaveText("00");
  await page.click("#poke-think");
  await expect(said).toHaveText(/wants to play d2/);
  await page.click("#poke-back");
  await expect(byte("d2")).toHaveText("01");
  await expect.poll(pixels).toBe(before);
  await page.waitForSelector("#poke:not([hidden])");
  for (const king of ["e1", "e8"]) await change(king, "00");
  await page.click("#poke-think");
  await expect(said).toHaveText(/wants to play|no move|run away/);
  await page.click("#tour-next"); // with the original board
  await seen(page, () => document.querySelector("#bytes .lit")?.textContent === "FF");
  await expect(byte("e1")).toHaveText("06");
});

test("a link leads to a moment of a search; a cell's name to who wrote it last", async (t) => {
  const url = await serve();
  const page = await open(t, `${url}#view=inside&${toThink}&level=2&at=search_cut`);
  await expect(page.locator("#routine")).toHaveText("search_cut");
  await expect(page.locator("#code .here")).toContainText("24B9");
  await (await part(page, "dom")).evaluate(({ $ }) => $("p-area").scrollIntoView());
  await expect(page.locator("#glass")).toBeInViewport({ ratio: 1 }); // the board stays in sight
  await page.click("#link"); // the address contains the moment
  await expect(page.locator("#about-text")).toContainText("at=24B9@");
  await page.click("#about [method=dialog] button");
  await page.click('#totals button:text-is("VALM")');
  await expect(page.locator("#stopped")).toContainText("VALM:");
  await page.click('#code .here ~ [role=option] a:text-is("MLPTRJ")'); // and in the listing
  await expect(page.locator("#stopped")).toContainText("MLPTRJ:");
  const link = async () => (await part(page, "address")).evaluate(({ link }) => link());
  const before = await link();
  const drawn = await page.evaluateHandle(() => { // texts and links show the state that is drawn
    /** @type {FrameRequestCallback[]} */
    const held = [], request = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => held.push(draw);
    return () => {
      window.requestAnimationFrame = request;
      held.forEach((draw) => draw(performance.now()));
    };
  });
  await call(page, "debug", { command: "back step" });
  await expect(page.locator("#stopped")).toContainText("MLPTRJ:");
  assert.equal(await link(), before, "the link leads to what the page shows");
  await drawn.evaluate((drawn) => drawn());
  await expect(page.locator("#stopped")).not.toContainText("MLPTRJ:");
  assert.notEqual(await link(), before);
  const registers = async (page) => (await page.textContent("#registers")).replaceAll("*", "");
  const same = await open(t, await link());
  await expect.poll(() => registers(same)).toBe(await registers(page));
  const third = await open(t, `${url}#view=inside&${toThink}&level=2&at=search_cut,3`);
  await expect(third.locator("#routine")).toHaveText("search_cut");
  await expect(third.locator("#line")).toContainText("a7a5");
  const program = await (await fresh(t)).newPage();
  await program.goto(`${url}program-en.html`);
  await program.click("a[href$='at=24B9']");
  await ready(program); // a click on a line that ran leads to that line
  await expect(program.locator("#routine")).toHaveText("search_cut");
  const begun = await open(t, `${url}#view=inside&player=black&at=book`); // begins a game
  await expect(begun.locator("#routine")).toHaveText("book");
  const other = await open(t, `${url}#view=inside&${toThink}&level=2&at=nowhere`);
  await expect(other.locator("#notice")).toContainText("nowhere");
  await until(other, "it thinks all the same", ({ game }) => game?.plies.length > 0);
});

test("a new game does not stop where the one before should have", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=6&view=inside`);
  const begin = async (method, arg) => {
    const there = await (await part(page, "machine")).evaluate(async ({ call }, [method, arg]) => {
      const there = call("until", { at: "FNDMOV" }); // where the next search begins
      await call(method, arg);
      return there;
    }, [method, arg]);
    assert.equal(there, false, "the call that waits for the place resolves to false");
  };
  await until(page, "a search for hours", ({ status }) => status.evals > 0);
  await begin("setup", { fen: knights, moves: [], player: "black", level: 1 });
  await until(page, "it has thought", myTurn(1));
  await begin("newgame", { player: "white", level: 1 });
  await until(page, "its question", myTurn(0));
  await call(page, "move", { move: "e2e4" });
  await until(page, "its answer", myTurn(2));
});
