// The exhibit in a real browser, as a visitor plays: node --test, with SARGON the program to test
// and CHROMIUM the browser. .ci/browser sets both. The tests in Firefox are in firefox.test.mjs.
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  another, call, choose, expect, fresh, go, knights, pageState, menu, myTurn, newGame, open, part, pass,
  patience, phone, quick, ready, saved, seen, serve, setSpeed, shows, toThink, until, wide,
} from "./page.mjs";

test("a game by keyboard, on the machine's own screen", async (t) => {
  const page = await open(t, await serve());
  await page.keyboard.type("e2e4");
  await until(page, "an answer", myTurn(2));
  await page.keyboard.type("g1f3");
  const { game } = await until(page, "an answer", myTurn(4));
  assert.equal(game.plies[0].san, "e4");
  assert.equal(game.plies[2].san, "Nf3");
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /E2-E4/);
  await expect(page.locator("#announce")).toHaveText(/The machine:/);
});

test("a game by keyboard, on the modern board", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await menu(page);
  await page.click("#modern");
  await page.focus("#board [tabindex='0']");
  const keys = ["ArrowRight", "ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "Enter"];
  for (const key of keys) await page.keyboard.press(key);
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "e2e4");
});

/** Delays the compiled program until the test releases it. */
async function holdProgram(context) {
  let come = () => {};
  const held = new Promise((resolve) => { come = resolve; });
  await context.route("**/sargon.wasm.lzma", async (route) => {
    await held;
    await route.continue();
  });
  return come;
}

test("the game is there before the machine, and the first move waits for it", async (t) => {
  const url = await serve(), context = await fresh(t, { viewport: { width: 1280, height: 720 } });
  const come = await holdProgram(context), page = await context.newPage();
  await page.goto(`${url}#${quick}`);
  await page.click("#over [data-square=g1].movable");
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /SARGON/);
  await page.click("#over [data-square=f3].target");
  await expect(page.locator("#over [data-square=f3].last")).toHaveCount(1);
  await expect(page.locator("#over .movable"), "one move at a time").toHaveCount(0);
  await expect(page.locator("#screen"), "it is drawn").toHaveAttribute("aria-label", /G1-F3/);
  await expect(page.locator("#over [data-square=f3]")).toHaveAttribute("aria-label", /knight/);
  await expect(page.locator("#said")).toHaveText(/waits for the machine/);
  await expect(page.locator("#loading")).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis.sargonFetched, { bytes: 7e5, of: 14e5 }));
  await expect(page.locator("#fetched")).toHaveText(/0\.7 of 1\.4 MB/);
  assert.equal(await page.evaluate(() => document.body.dataset.ready), undefined);
  come();
  await ready(page);
  const { game } = await until(page, "the answer to that move", myTurn(2));
  assert.equal(game.plies[0].uci, "g1f3");
  for (const id of ["loading", "fetched"]) await expect(page.locator(`#${id}`)).toBeHidden();
});

test("what comes before the first move is little", async (t) => {
  const url = await serve(), context = await fresh(t), page = await context.newPage();
  await holdProgram(context); // the program is fetched after everything else
  const answers = [];
  page.on("requestfinished", (request) => answers.push(request.sizes()));
  await page.goto(url);
  await page.click("#first-move");
  const bytes = (await Promise.all(answers)).reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  t.diagnostic(`${answers.length} answers, ${bytes} bytes`);
  assert.ok(answers.length <= 65 && bytes <= 250_000, `${answers.length} answers, ${bytes} bytes`);
});

test("a program that does not come loses no move", async (t) => {
  const url = await serve(), context = await fresh(t), page = await context.newPage();
  let lose = () => {};
  const lost = new Promise((resolve) => { lose = resolve; });
  await context.route("**/sargon.wasm.lzma", async (route) => {
    await lost;
    await route.abort();
  }, { times: 1 });
  await page.goto(`${url}#${quick}`);
  for (const square of ["g1", "f3"]) await page.click(`#over [data-square=${square}]`);
  lose();
  await expect(page.locator("#move-kept")).toBeVisible();
  await expect(page.locator("#move-kept")).toHaveText("Your move is kept.");
  await expect(page.locator("#again")).toBeFocused();
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await ready(page);
  const { game } = await until(page, "the answer to that move", myTurn(2));
  assert.equal(game.plies[0].uci, "g1f3");
  await saved(page);
  await page.reload();
  await ready(page);
  assert.equal((await pageState(page)).game.plies.length, 2, "the first move is made once");
});

test("one large button makes the first move", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await page.click("#first-move");
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "e2e4");
  await expect(page.locator("#first-move")).toBeHidden();
});

test("another game may be begun before the machine has come", async (t) => {
  const url = await serve(), context = await fresh(t);
  const come = await holdProgram(context), page = await context.newPage();
  await page.goto(`${url}#${quick}`);
  await page.waitForSelector("#over .movable");
  await page.click("#first-move"); // in a game that the next one replaces
  await page.click("#setup label:has(input[value=black])");
  await page.click("#setup button");
  come();
  await ready(page);
  const { game } = await until(page, "the machine begins", myTurn(1));
  assert.equal(game.player, "black");
});

test("a game by touch, on a phone", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, { viewport: phone, touch: true });
  await page.tap("label:has(input[value=black])");
  await choose(page, "level", 1);
  await page.tap("#setup button");
  await until(page, "the machine begins", myTurn(1));
  await page.waitForSelector("#over [data-square=e7].movable");
  await page.tap("#over [data-square=e7]");
  await page.tap("#over [data-square=e5]");
  await until(page, "an answer", myTurn(3));
  await page.tap("#takeback");
  const { game } = await until(page, "the moves are taken back", myTurn(1));
  assert.equal(game.player, "black");
  assert.equal((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).thought,
    null, "the thought about the move that was taken back is not drawn");
  await expect(page.locator("#tree")).toBeHidden();
  await choose(page, "theme", "dark"); // the setting exists on phones, too
  await page.waitForSelector("html[data-theme=dark]");
});

test("a piece can be dragged; a screen reader clicks without a pointer", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  const middle = async (square) => {
    const { x, y, width, height } = await page.locator(`#over [data-square=${square}]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await middle("d4");
  await page.mouse.move(...await middle("d2"));
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 3 });
  const lifted = await page.locator("#over .lifted").boundingBox(); // the piece follows the pointer
  assert.ok(Math.hypot(lifted.x + lifted.width / 2 - x, lifted.y + lifted.height / 2 - y) < 3);
  await page.mouse.up();
  await until(page, "an answer", myTurn(2));
  await expect(page.locator("#over .piece:visible")).toHaveCount(0);
  for (const square of ["c2", "c4"]) {
    await page.$eval(`#over [data-square=${square}]`, (element) => element.click());
  }
  const { game } = await until(page, "an answer", myTurn(4));
  assert.deepEqual([game.plies[0].uci, game.plies[2].uci], ["d2d4", "c2c4"]);
});

test("the screen of 1978 is the board: by touch, on a phone", async (t) => {
  const page = await open(t, await serve(), { viewport: phone, touch: true });
  await expect(page.locator("#said")).toHaveText(/computer of 1978.*touch/);
  await page.tap("#over [data-square=g1]");
  await page.waitForSelector("#over [data-square=g1].from"); // the knight that was touched
  const board = await page.locator("#over").boundingBox();
  assert.ok(board.y + board.height <= phone.height, "the board is visible without scrolling");
  assert.ok(board.width > 0.9 * phone.width, "and as wide as it can be");
  await seen(page, () => document.getElementById("screen").ariaLabel.includes("G1-"));
  await expect.poll(() => page.$$eval("#over .target", (all) => all.map((e) => e.dataset.square)))
    .toEqual(["f3", "h3"]);
  await page.tap("#over [data-square=e5]");
  await seen(page, () => document.getElementById("said").textContent
    === "The knight cannot go from g1 to e5.");
  await page.tap("#over [data-square=e2]");
  await page.tap("#over [data-square=e4]");
  const { game } = await until(page, "an answer", myTurn(2));
  assert.equal(game.plies[0].uci, "e2e4");
  await expect(page.locator("#screen")).toHaveAttribute("aria-label", /E2-E4/);
});

test("on a phone the first view holds the board and one large button, in both languages", async (t) => {
  const url = await serve(), small = { width: 360, height: 640 };
  for (const [lang, viewport] of [["en", small], ["de", small], ["de", phone]]) {
    const page = await open(t, `${url}#lang=${lang}`, { viewport, touch: true });
    for (const id of ["over", "first-move"]) {
      const { y, height } = await page.locator(`#${id}`).boundingBox();
      assert.ok(y > 0 && y + height <= viewport.height,
        `${lang}, ${viewport.height} high: ${id} from ${y} to ${y + height}`);
    }
    await page.context().close();
  }
});

test("the first view holds the whole board; everything grows with the screen", async (t) => {
  const page = await open(t, await serve(), { viewport: { width: 1280, height: 720 } });
  await newGame(page);
  for (const [w, h, letters] of [[1280, 720, 16], [1920, 1080, 18], [3840, 2160, 36]]) {
    await page.setViewportSize({ width: w, height: h });
    await seen(page, (h) => document.getElementById("tube").getBoundingClientRect().bottom <= h
      && document.getElementById("screen").clientHeight > 0.75 * h, h);
    const em = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    assert.ok(Math.abs(em - letters) < 0.5, `${em} pixels at ${w}`);
  }
  await page.setViewportSize({ width: 640, height: 400 }); // 1280 × 800 with a zoom of 200 %
  const [left, right] = await page.$eval("#tube", (tube) => {
    const { paddingLeft, paddingRight } = getComputedStyle(tube);
    return [paddingLeft, paddingRight];
  });
  assert.equal(left, right, "the tube is as thick on both sides");
  await page.setViewportSize({ width: 1280, height: 720 });
  await seen(page, () => document.getElementById("screen").clientWidth === 768);
  await page.evaluate(() => {
    document.body.style.minHeight = "3000px";
    scrollTo(0, 400);
    dispatchEvent(new Event("resize"));
  });
  assert.equal(await page.evaluate(() => document.getElementById("screen").clientWidth), 768,
    "the size does not depend on scrolling");
});

test("the form shows what is true; illegal moves are told in words", async (t) => {
  const page = await open(t, await serve());
  await call(page, "newgame", { player: "black", level: 3 });
  await until(page, "the machine's first move", ({ game }) => game?.plies.length > 0);
  const form = () => page.$eval("#setup", (form) => Object.fromEntries(new FormData(form)));
  await expect.poll(form).toEqual({ player: "black", level: "3" });
  await expect(page.locator("#expected")).toHaveText(/Level 3: about .* here; about .* in 1978/);
  await call(page, "newgame", { player: "white", level: 1 });
  await until(page, "the visitor's move", ({ game }) => myTurn(0)({ game }) && game.level === 1);
  await seen(page, () => new FormData(document.getElementById("setup")).get("level") === "1");
  await choose(page, "level", 4);
  await expect(page.locator("#expected")).toHaveText(/Level 4: .* stays at level 1/);
  await page.focus("#setup button"); // keys go to the machine from anywhere
  await page.keyboard.type("e2e5");
  await seen(page, () => document.getElementById("said").textContent.includes("not accept"));
  await expect(page.locator("#announce")).not.toHaveText(/not accept/); // or it is read twice
});

test("how games end is said in words; a thinking machine can be told to stop", async (t) => {
  const mate = "7k/8/8/8/8/8/1r3q2/7K_b_-_-_0_30";
  const page = await open(t, `${await serve()}#fen=${mate}&player=white&level=1&${quick}`);
  await until(page, "the mate", ({ game }) => game?.ended);
  await expect(page.locator("#said")).toHaveText("Checkmate: Sargon wins.");
  await call(page, "setup", { fen: knights, moves: ["f1c4"], player: "white", level: 5 });
  await expect(page.locator("#progress:not([hidden]) p")).toHaveText(/Move \d+ of \d+: [a-h]/);
  await page.click("#takeback");
  await until(page, "the move is taken back", myTurn(0));
  await call(page, "move", { move: "f1b5" });
  await until(page, "it thinks again", ({ status }) => status.thinking);
  await page.click("#resign");
  await seen(page, () => document.getElementById("resign").textContent === "Really resign?");
  await page.focus("#takeback"); // no
  await seen(page, () => document.getElementById("resign").textContent === "Resign");
  await page.click("#resign");
  assert.equal((await pageState(page)).game.ended, false);
  await page.click("#resign");
  await until(page, "the game is given up", ({ game }) => game.ended);
  await expect(page.locator("#said")).toHaveText("You resigned. Sargon wins.");
  await another(page, () => page.click("#another")); // now the one large button
  await expect(page.locator("#another")).toBeHidden();
});

test("it says why it made its move, in both languages, and shows the evaluation that decided", async (t) => {
  const page = await open(t, `${await serve()}#level=2&player=white&${quick}`,
    { viewport: { width: 1280, height: 720 } });
  await another(page, () => call(page, "newgame", { player: "white", level: 2 }));
  await expect(page.locator("#why")).toBeDisabled();
  for (const [plies, move] of [[2, "e2e4"], [4, "g1f3"]]) {
    await call(page, "move", { move });
    await until(page, "its move", myTurn(plies));
  }
  await page.click("#why");
  await expect(page.locator("#reasons-title")).toHaveText("Why 2... Nc6?");
  await expect(page.locator("#reasons-text p").first()).toHaveText(
    "2... Nc6: Sargon expects 3. d4, and that Black gains 0.38 pawns by then.");
  await page.keyboard.press("Escape");
  await expect(page.locator("#reasons")).toBeHidden();
  await choose(page, "language", "de");
  await page.click("#why");
  await expect(page.locator("#reasons-title")).toHaveText("Warum 2... Nc6?");
  await expect(page.locator("#reasons-text p").first()).toHaveText(/Schwarz bis dahin 0,38 Bauern gewinnt/);
  const german = await part(page, "i18n");
  assert.equal(await german.evaluate(({ score }) => ["+7.50", ""].map(score).join()), "+7,50,");
  await page.evaluate(() => scrollTo(0, 300)); // to the moves
  await page.click("#reasons-inside");
  await until(page, "the evaluation that decided", ({ status }) => status.debugging && status.evals === 47);
  await expect(page.locator("#inside")).toBeVisible();
  assert.equal(await page.evaluate(() => scrollY), 0, "the head of Inside is in sight");
});

/** Goes to the decisive evaluation of a move in the record. */
async function lookInside(page, san, evals) {
  await page.click(`#moves button:text-is("${san}")`);
  await page.click("#reasons-inside");
  await expect(page.locator("#look-back")).toBeVisible();
  await until(page, "the evaluation that decided",
    ({ status }) => status.debugging && (evals ? status.evals === evals : status.evals > 0));
}

test("each move in the record says why, and a look inside leaves the game as it is", async (t) => {
  const page = await open(t, `${await serve()}#level=2&player=white&${quick}`);
  await another(page, () => call(page, "newgame", { player: "white", level: 2 }));
  for (const [plies, move] of [[2, "e2e4"], [4, "g1f3"], [6, "f1b5"]]) {
    await call(page, "move", { move });
    await until(page, "its move", myTurn(plies));
  }
  const { game: { fen } } = await pageState(page);
  await page.click("#moves button:text-is('e5')");
  await expect(page.locator("#reasons-text")).toContainText("1... e5 is from the opening book");
  await expect(page.locator("#reasons-inside")).toBeHidden();
  await page.keyboard.press("Escape");
  await page.focus("#moves button:text-is('Nf3')"); // the visitor's own
  await page.keyboard.press("Enter");
  await expect(page.locator("#reasons-title")).toHaveText("Why 2. Nf3?");
  await expect(page.locator("#reasons-text p").first()).toHaveText(/^Sargon would play /);
  await page.keyboard.press("Escape");

  await lookInside(page, "Nc6", 47);
  await expect(page.locator("#look-move")).toHaveText("Looking inside at 2... Nc6");
  await expect(page.locator("#look-back")).toBeFocused();
  await expect(page.locator("#look-back")).toBeInViewport();
  await expect(page.locator("#line tr").nth(1)).toContainText("d2d4");
  await page.keyboard.press("Escape");
  await expect(page.locator(shows("play"))).toBeVisible();
  await until(page, "the same game", ({ game }) => myTurn(6)({ game }) && game.fen === fen);

  await setSpeed(page, 1e6); // so that the machine thinks for minutes
  await call(page, "move", { move: "e1g1" });
  await until(page, "it thinks", ({ status }) => status.thinking && status.evals > 0);
  const before = (await pageState(page)).status.thought;
  await lookInside(page, "Nc6", 47);
  await page.goBack();
  await until(page, "the machine continues to think", ({ game, status }) =>
    game.plies.length === 7 && status.thinking && !status.catchUp && status.thought >= before);
  await setSpeed(page, 0);
  await until(page, "its move", myTurn(8));
});

test("a look inside at a move of a watched game, or of one gone through, leads back to it", async (t) => {
  const page = await open(t, `${await serve()}#view=demo&level=1&${quick}`);
  await until(page, "some moves", ({ game }) => game?.plies.some(({ evals }) => evals));
  await setSpeed(page, 1e6);
  const { game: { number, plies } } = await pageState(page);
  await lookInside(page, plies.find(({ evals }) => evals).san);
  await page.click("#look-back");
  await until(page, "the same game", ({ game, status }) => status.selfPlay
    && plies.every(({ uci }, i) => game.plies[i]?.uci === uci));
  await setSpeed(page, 0);
  await until(page, "the game continues", ({ game }) => game.plies.length > plies.length);
  assert.ok((await pageState(page)).game.number >= number);

  await page.selectOption("#show", "opera");
  await until(page, "some moves", ({ game }) => game.plies[5]?.san === "Bg4");
  await page.click("#replay-play"); // pause
  const where = await page.textContent("#where");
  await lookInside(page, "Bg4"); // a move of a person
  await page.click("#go-demo");
  await expect(page.locator("#where")).toHaveText(where);
  await expect(page.locator("#show")).toHaveValue("opera");
});

test("what it thinks is drawn on the board, and as a tree", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=2&speed=0.3`);
  const drawn = () => part(page, "thoughts").then((p) => p.evaluate(({ shown }) => shown()));
  let thought; // has no square between two evaluations
  for (const end = Date.now() + patience; !thought?.square; ) {
    assert.ok(Date.now() < end, "no square is valued");
    const now = await drawn();
    thought = now.lines.length > 1 ? now.thought : null;
  }
  assert.match(thought.square, /^[a-h][1-8]$/, "a square is being valued");
  assert.equal(thought.line.length, 1, "it sorts the moves of the root, for a minute at this speed");
  await expect(page.locator("#thoughts path").first()).toBeVisible();
  await setSpeed(page, 0);
  await until(page, "its move", myTurn(1));
  const after = await drawn();
  const { status } = await pageState(page);
  assert.equal(after.thought.evals, status.evals);
  assert.equal(after.thought.tree.next.reduce((sum, { evals }) => sum + evals, 0), status.evals);
  await expect(page.locator("#thoughts > *"), "nothing lies over the visitor's turn").toHaveCount(0);
  // Pointing at a branch describes it and draws it.
  await page.focus("#tree");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const [path, text] = await page.evaluate(() => [
    document.querySelector("#tree .chosen").dataset.path, document.getElementById("branch").textContent]);
  assert.equal(path.split(",").length, 2);
  const [, count, word] = text.match(/([\d,]+) (evaluations?)\./) ?? [];
  assert.equal(word, count === "1" ? "evaluation" : "evaluations", text);
  assert.deepEqual((await drawn()).pointed, path.split(","));
  await expect(page.locator("#thoughts > g")).toHaveCount(2);
  await menu(page);
  await page.click("#drawing");
  await seen(page, async () => (await import("/js/thoughts.js")).shown().thought === null);
  await expect(page.locator("#thoughts > *")).toHaveCount(0);
});

test("who watches reads what happens and can play himself, without scrolling", async (t) => {
  const viewport = { width: 1280, height: 720 };
  const page = await open(t, `${await serve()}#view=demo`, { viewport });
  for (const language of ["en", "de"]) {
    await choose(page, "language", language);
    await until(page, "the end of a thought", ({ game, status }) => !status.thinking && game?.plies.length);
    // Between two games it says how the one has ended, then the opening of the next.
    await expect(page.locator("#said")).toHaveText(/ (against itself|gegen sich selbst)\. .+\.$/);
    const shown = ["#said", "#progress", "#lever", "#bars .then", "#replay", "#join"];
    const boxes = await Promise.all(shown.map((part) => page.locator(part).boundingBox()));
    boxes.reduce((above, below, i) => {
      assert.ok(above.y < below.y, `${language}: ${shown[i]} is below ${shown[i - 1]}`);
      return below;
    });
    const join = boxes.at(-1);
    assert.ok(join.y + join.height <= viewport.height, `${language}: ${JSON.stringify(join)}`);
  }
});

test("the buttons of a game stand in whole rows", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  // Each group of buttons is a row. In Watch the large button is a row of its own.
  for (const [view, rows] of [["play", [3, 3]], ["demo", [1, 3]]]) {
    await go(page, view);
    await page.waitForSelector(shows(view));
    for (const language of ["en", "de"]) {
      await choose(page, "language", language);
      await seen(page, (language) => document.documentElement.lang === language, language);
      for (const [width, height] of [[1280, 720], [1024, 768], [1920, 1080], [1080, 1920]]) {
        await page.setViewportSize({ width, height });
        const tops = await page.$$eval(".actions button", (buttons) => buttons.filter(
          (button) => button.checkVisibility()).map((button) => button.getBoundingClientRect().y));
        const counts = [...new Set(tops)].map((top) => tops.filter((y) => y === top).length);
        assert.deepEqual(counts, rows, `${view}, ${language}, ${width} wide`);
      }
    }
  }
});

test("a game is replayed, and the machine thinks about every move", async (t) => {
  const page = await open(t, `${await serve()}#view=demo&level=1&${quick}`, { clock: true });
  await choose(page, "level", 1);
  await page.selectOption("#show", "microprofessor");
  const says = (text) => seen(page, (text) =>
    document.getElementById("said").textContent.includes(text), text);
  await says("The game went e4; the machine would play");
  await page.click("#replay-play"); // pause
  const where = await page.textContent("#where");
  await pass(page, 5);
  assert.equal(await page.textContent("#where"), where, "it stands still");
  await page.click("#replay-next");
  await page.click("#replay-next");
  await seen(page, () => document.getElementById("where").textContent === "2 of 43 half-moves");
  await says("Nf3");
  await seen(page, async () => (await import("/js/thoughts.js")).shown().thought?.evals > 5);
  await expect(page.locator("#timed")).toHaveText(/2,664 s.*2,660 s.*Move 1, e5: from its book/s);
  await page.click("#replay-next");
  await page.click("#replay-next");
  await seen(page, () => document.querySelector("#timed .current").title.startsWith("Nc6 31 s"));
  await choose(page, "language", "de");
  await says("ie Maschine");
  await choose(page, "language", "en");
  await page.click("#join"); // the visitor plays on from this position
  await page.waitForSelector(shows("play"));
  await page.click("#go-demo");
  await page.selectOption("#show", "turing");
  await says("The game went e4; the machine would play");
  await page.click("#setup button"); // another game ends it
  await until(page, "self-play", ({ status }) => status.selfPlay);
  await expect(page.locator("#steps")).toBeHidden();
  await expect(page.locator("#show")).toHaveValue("self");
});

test("a position of one's own: read, played, watched", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`, { clock: true });
  await page.click("#own");
  const text = page.locator("#own-text");
  await expect(text).toHaveValue(/^rnbqkbnr.* w KQkq - 0 1$/);
  await page.fill("#own-text", "8/8/8/8/8/8/8/8 w - - 0 1");
  await seen(page, () => document.getElementById("own-said").textContent.includes("cannot be set up"));
  await expect(page.locator("#own-white")).toBeDisabled();
  await page.fill("#own-text", "nonsense");
  await seen(page, () => document.getElementById("own-said").textContent.includes("neither"));
  await expect(page.locator("#own-white")).toBeDisabled();
  await page.fill("#own-text", "4k3/8/8/8/8/8/4p3/4K2R b - - 0 1");
  await seen(page, () => document.getElementById("own-said").textContent === "");
  await page.click("#own-black");
  // The game that the page begins at first also waits for a move, but the visitor is White there.
  const { game } = await until(page, "a game from there",
    ({ game }) => game?.waiting && game.player === "black");
  assert.equal(game.start, "4k3/8/8/8/8/8/4p3/4K2R b - - 0 1");
  await expect(page.locator("#position")).toBeHidden();
  await page.click("#own");
  await page.fill("#own-text", "1. e4 e5 2. Nf3 Nf6 3. Nxf7");
  await seen(page, () => document.getElementById("own-said").textContent.includes("Half-move 5, Nxf7"));
  await page.click("#own-replay");
  await seen(page, () => document.getElementById("where").textContent === "0 of 4 half-moves");
  await page.click("#own");
  await page.fill("#own-text", "1. f3 e5 2. g4 Qh4#");
  await seen(page, () => /4 half-moves: play its last/.test(document.getElementById("own-said").textContent));
  await page.click("#own-replay");
  for (let i = 0; i < 4; i++) await page.click("#replay-next");
  await until(page, "the mate", ({ game }) => game.ended);
  await expect(page.locator("#said")).toHaveText("Checkmate: Black wins."); // not "you win"
  await expect(page.locator("#announce")).toHaveText("queen d8 h4, checkmate");
  await expect(page.locator("#replay-play")).toHaveText("Run"); // the replay does not run by itself
  await page.click("#own");
  await page.fill("#own-text", knights);
  await seen(page, () => document.getElementById("own-said").textContent === "");
  await page.click("#own-white");
  const from = await until(page, "a game from there", myTurn(0));
  assert.equal(from.game.start, knights);
  await call(page, "move", { move: "f1b5" });
  await until(page, "an answer", myTurn(2));
  await page.click("#own");
  await page.click("#own-copy");
  await expect(text).toHaveValue(/\[FEN "r1bq.*3\. Bb5/s);
  await page.click("#position [method=dialog] button:not([type])");
  await page.click("#link"); // the address works on this computer only: the game is text
  await expect(page.locator("#about-code svg")).toHaveAttribute(
    "aria-label", "The game as a QR code, to take home");
  await page.click("#about [method=dialog] button");
  await page.click("#own");
  await page.evaluate(() => { // faster than the page reads the text
    const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("own-text"));
    text.value = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    text.dispatchEvent(new Event("input"));
    document.getElementById("own-black")?.click();
  });
  await until(page, "the game just written", ({ game }) => game?.start.endsWith("4K2R w - - 0 1"));
});

test("bad addresses say what is wrong with them, in the page's language, and keep saying it", async (t) => {
  const url = await serve();
  const page = await open(t, `${url}#moves=e2e4,e7e5,e4e5,g1f3&player=white&level=9&colour=red`);
  const { game } = await until(page, "the game up to the bad move", myTurn(2));
  assert.equal(game.plies.length, 2);
  for (const part of [/Half-move 3.*e4e5.*not legal/, /level=9.*It has to be.*1–6/, /colour.*no such/]) {
    await expect(page.locator("#notice p")).toHaveText(part);
  }
  await choose(page, "language", "de");
  await expect(page.locator("#notice p")).toHaveText(/level=9.*Möglich ist/);
  await go(page, "inside");
  await expect(page.locator("#notice")).toBeVisible();
  await expect(page).toHaveURL(/e4e5/);
  await page.click("#notice button");
  await expect(page).not.toHaveURL(/e4e5/);
  const other = await open(t, `${url}#fen=8/8/8/8/8/8/8/8_w_-_-_0_1`);
  await expect(other.locator("#notice p")).toHaveText(/position.*cannot be set up.*0 white kings/);
  await choose(other, "language", "de");
  await expect(other.locator("#notice p")).toHaveText(/nicht aufbauen: Das Brett einer FEN hat acht Reihen/);
});

test("back leads to the view before", async (t) => {
  const page = await open(t, await serve());
  await go(page, "inside");
  await go(page, "demo");
  for (const view of ["inside", "tour", "play"]) { // without a game "Inside" begins with the tour
    await page.goBack();
    await page.waitForSelector(shows(view));
  }
  assert.equal(await page.evaluate(() => document.body.dataset.ready), "true");
});

test("links say what the page shows", async (t) => {
  const url = await serve();
  const page = await open(
    t, `${url}#moves=e2e4,e7e5,g1f3&player=white&level=1&view=play&colors=amber&lang=de&${quick}`);
  const { game } = await until(page, "the answer to the linked moves", myTurn(4));
  assert.equal(game.level, 1);
  await expect(page.locator("#go-play")).toHaveText("Spielen");
  await expect(page.locator("body")).toHaveAttribute("data-colors", "amber");
  const link = await (await part(page, "address")).evaluate(({ link }) => link());
  const other = await open(t, link);
  const again = await until(other, "the same game", myTurn(4));
  assert.equal(again.game.fen, game.fen);
  await go(other, "demo");
  await saved(other);
  await other.goto("about:blank"); // an address with a game opens Play, whatever view was shown before
  await other.goto(`${url}#moves=e2e4,e7e5&player=white&${quick}`);
  await ready(other);
  await until(other, "the linked moves", myTurn(2));
  await expect(other.locator("body")).toHaveAttribute("data-view", "play");
});

test("nonsense in the address does no harm", async (t) => {
  const url = await serve();
  const hashes = ["fen=<script>alert(1)</script>",
    "level=9e99&speed=-1&view=__proto__&lang=../../etc", "moves=e2e5,a1a1&player=x",
    "fen=8/8/8/8/8/8/8/8_w_-_-_0_1", `moves=${"a2a3,".repeat(3000)}`];
  for (const hash of hashes) {
    const page = await open(t, `${url}#${hash}&${hash.includes("speed") ? "" : quick}`);
    await newGame(page);
  }
});

test("watching: the machine plays both sides", async (t) => {
  const page = await open(t, `${await serve()}#view=demo&${quick}`);
  const thinkers = (game) => new Set(game?.plies.filter((p) => p.evals > 0).map((p) => p.side));
  await until(page, "both sides have thought", ({ game }) => thinkers(game).size === 2);
  await page.waitForSelector("#thoughts > g[opacity='0.6']"); // the last thought stays visible
  await page.click("#join");
  await until(page, "the visitor's turn", myTurn(0));
});

test("pieces glide, but not those that were dragged, nor for who wants rest", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  await newGame(page);
  await menu(page);
  await page.click("#modern");
  await page.evaluate(() => {
    globalThis.glides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function(...how) {
      if (this.closest("#board .square")) globalThis.glides++;
      return animate.apply(this, how);
    };
  });
  await page.click("#board [data-square=e2]");
  await page.click("#board [data-square=e4]");
  await until(page, "an answer", myTurn(2));
  assert.equal(await page.evaluate(() => globalThis.glides), 2);
  await page.dragAndDrop("#board [data-square=g1]", "#board [data-square=f3]");
  await until(page, "an answer", myTurn(4));
  assert.equal(await page.evaluate(() => globalThis.glides), 3, "only the piece of the answer glides");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.click("#board [data-square=h2]");
  await page.click("#board [data-square=h3]");
  await until(page, "an answer", myTurn(6));
  assert.equal(await page.evaluate(() => globalThis.glides), 3);
});

test("after the start the board has the focus; what the machine asks is said", async (t) => {
  const url = await serve(), page = await open(t, url);
  await page.focus("#setup button");
  await page.keyboard.press("Enter");
  await expect(page.locator("#over [data-square=e2]")).toBeFocused();
  await expect(page.locator("#over .file").first()).toHaveAttribute("data-text", "a");
  const typing = await open(t, `${url}#view=inside`); // this view begins no game
  await typing.keyboard.type("w");
  await expect(typing.locator("#said")).toHaveText(/\(1-6\)\?/);
});

test("the first answer takes as long as in 1978, until the lever is pulled", async (t) => {
  const page = await open(t, await serve("--wait", "1s"));
  const lever = () => page.inputValue("#lever");
  const speed = async () => (await part(page, "speed")).evaluate(({ hertz }) => hertz);
  const thinks = async () => {
    await call(page, "move", { move: "e2e4" });
    await until(page, "an answer from its book", myTurn(2));
    await call(page, "move", { move: "a2a3" });
  };
  await newGame(page);
  assert.equal(await lever(), "0");
  await thinks();
  await expect(page.locator("#wait")).toHaveText(/about .* to go\. Pull the lever!/);
  assert.equal(await speed(), 1.79e6);
  assert.doesNotMatch((await pageState(page)).hash, /speed/, "the visitor has not chosen this speed");
  await page.press("#lever", "ArrowRight");
  await until(page, "the answer at once", myTurn(4));
  await seen(page, () => document.getElementById("wait").hidden);
  await newGame(page); // only once
  assert.equal(await lever(), "1");
  await thinks();
  await until(page, "another answer", myTurn(4));
  await page.press("#lever", "ArrowLeft");
  await seen(page, () => location.hash.includes("speed=1790000"));
  assert.equal(await speed(), 1.79e6);
});

test("three positions are won by what it never looked at, and taken home", async (t) => {
  const page = await open(t, `${await serve()}#${quick}`);
  const puzzles = [[3, "f3e5 c4f7 c3d5", "Nxe5"], [2, "b3b8 d1d8", "Qb8+"], [1, "c4g8 h6f7", "Qg8+"]];
  for (const [number, moves, key] of puzzles) {
    const before = (await pageState(page)).game.number;
    await page.click(`#puzzles button:text-is("${number}")`);
    await until(page, `position ${number}`, ({ game }) => game.number > before);
    let plies = 0;
    for (const move of moves.split(" ")) {
      await until(page, move, myTurn(plies));
      await page.click(`#over [data-square=${move.slice(0, 2)}]`);
      await page.click(`#over [data-square=${move.slice(2)}]`);
      plies += 2;
    }
    await page.waitForSelector("#about[open]");
    await expect(page.locator("#about-text")).toHaveText(new RegExp(
      `Solved! After ${key.replace("+", ".")} .* stood at \\+.*half-move ${plies - 2}: it never looked`, "s"));
    assert.equal(await page.locator("#about-tree .unseen").count(), 1);
    assert.equal(await page.locator("#about-code svg").count(), 1);
    await page.click("#about [method=dialog] button");
  }
  // Opened at home, the link repeats the search, also a very short one.
  const said = await page.textContent("#about-text");
  const link = await (await part(page, "address")).evaluate(({ link }) => link());
  const home = await open(t, link);
  await home.waitForSelector("#about[open]");
  await expect(home.locator("#puzzle")).toContainText("White mates in two");
  await expect(home.locator("#about-text")).toContainText(said.split("\n")[0]);
  await expect(home.locator("#about-tree .unseen")).toHaveCount(1);
  assert.equal(await home.locator("#about-tree .branch").count(),
    await page.locator("#about-tree .branch").count(), "with what it did look at");
});

// The first three minutes of a visitor who knows neither chess programs nor assembler.
test("a stranger's three minutes", async (t) => {
  const page = await open(t, await serve(), { viewport: { width: 1280, height: 720 } });
  // 0:00 The page says what it is, and what to do.
  await expect(page.locator("#said")).toHaveText(
    "A chess computer of 1978, alive again. You have White: touch a piece, then its new square.");
  for (const id of ["over", "first-move"]) {
    const { y, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(y > 0 && y + height <= 720, `${id} is in the first view`);
  }
  // 0:10 The visitor touches a piece. The page marks the squares to which it may go.
  await page.click("#over [data-square=g1]");
  await page.waitForSelector("#over [data-square=f3].target");
  // 0:20 The visitor moves, and the machine answers.
  await page.click("#over [data-square=f3]");
  await until(page, "an answer from its book", myTurn(2));
  // 0:30 An illegal move: the page says why.
  await page.click("#over [data-square=e2]");
  await page.click("#over [data-square=e5]");
  await seen(page, () => document.getElementById("said").textContent
    === "The pawn cannot go from e2 to e5.");
  // 0:40 Another move: the machine thinks, and its thoughts are on the board.
  await page.click("#over [data-square=d2]");
  await page.click("#over [data-square=d4]");
  // It takes as long as in 1978. The lever returns to the speed of today.
  await seen(page, () => /as then: about .* to go/.test(document.getElementById("wait").textContent));
  await page.press("#lever", "ArrowRight");
  await until(page, "an answer", myTurn(4));
  assert.ok((await (await part(page, "thoughts")).evaluate(({ shown }) => shown())).thought.evals > 0);
  await seen(page, () => /^About [1-9](0|,)* times faster/.test(
    document.querySelector(".times").textContent), "one honest digit");
  const { y, height: high } = await page.locator(".times").boundingBox();
  assert.ok(y + high <= 720, "visible without scrolling");
  // 1:00 The tour: from 120 bytes to the fingerprint.
  await go(page, "tour");
  await seen(page, () => document.getElementById("routine").textContent.startsWith("search_ply"));
  await expect(page.locator("#tour-title")).toHaveText("A chess board of 120 numbers");
  await page.click("#tour-next");
  await seen(page, () => document.querySelector("#bytes .lit")?.textContent === "FF");
  // 2:00 All windows, and the time of this browser for the game on the Microprofessor.
  await go(page, "inside");
  await page.click("#p-twin .story-part summary");
  await seen(page, () => /modern program: [\d.]+ m?s/.test(
    document.getElementById("picture-moore").ariaLabel));
  // 2:30 A position of the visitor's own, and the game to take home.
  await go(page, "play");
  await page.click("#own");
  await page.click("#own-start");
  await page.click("#own-white");
  await until(page, "a game", ({ game }) => game?.waiting && game.plies.length === 0);
  await page.click("#link");
  await page.waitForSelector("#about-code svg", { state: "visible" });
});

test("a game is taken home without a clipboard, too", async (t) => {
  const page = await open(t, `${await serve()}#${toThink}&level=1`);
  await until(page, "its move", ({ game }) => game?.plies.length === 1);
  const clipboards = [() => undefined, () => ({ writeText: () => new Promise(() => {}) })];
  for (const clipboard of clipboards) {
    await page.evaluate((text) => Object.defineProperty(
      navigator, "clipboard", { value: eval(text)(), configurable: true }), String(clipboard));
    await page.click("#link");
    await page.waitForSelector("#about-code svg", { state: "visible" });
    await expect(page.locator("#about-text")).toHaveText(/#view=play/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#about-code", { state: "hidden" });
  }
});
