// Making, opening, editing and solving levels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mouse } from "../hands.js";
import { GAMES, pause, point, workshop } from "../harness.js";

const shop = workshop();

for (const { game } of GAMES) {
  test(`a ${game} level is made from the declared knobs and can be played`, async () => {
    const page = await shop.visit({ path: `#/generate/${game}` });
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Make a level" }).click();
    await page.getByRole("link", { name: /Play it/ }).click({ timeout: 60_000 });
    await page.locator(".stage .board > svg").waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test(`a ${game} level is made on what somebody has, where the game takes that`, async () => {
    const { games } = await shop.server.call("/games");
    const about = games.find(({ id }) => id === game);
    const page = await shop.visit({ path: `#/generate/${game}` });
    await page.getByLabel("Seed").waitFor();
    const choice = page.getByLabel(/Made on/);
    assert.equal(await choice.count(), about.madeOn ? 1 : 0);
    if (about.madeOn) {
      await choice.selectOption("file");
      await page.getByRole("button", { name: "Make a level" }).click();
      await page.getByText("Choose the file").waitFor();
      const { document } = await shop.server.call("/level", {
        level: { address: `${game}/${about.packs[0].name}/1` },
      });
      await page.getByLabel("File", { exact: true }).setInputFiles({
        name: "own.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(document)),
      });
      await page.getByRole("button", { name: "Make a level" }).click();
      await page.getByRole("link", { name: /Play it/ }).click({ timeout: 60_000 });
      await page.locator(".stage .board > svg").waitFor();
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test(`the lessons of ${game} show and are playable`, async () => {
    const page = await shop.visit({ path: `#/learn/${game}` });
    await page.locator(".lesson .board > svg").nth(2).waitFor();
    const { lessons, mechanics } = (await shop.server.call("/games")).games.find(
      ({ id }) => id === game,
    );
    assert.equal(await page.locator(".lesson").count(), lessons.length + mechanics.length);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test(`the ${game} editor opens, takes every tool, undoes and keeps the draft`, async () => {
    const page = await shop.visit({ path: `#/edit/${game}` });
    await page.locator(".stage .board > svg").waitFor();
    const first = await page.locator(".stage .board > svg").innerHTML();
    const tools = page.getByRole("radiogroup", { name: "Tools" }).getByRole("radio");
    const count = await tools.count();
    assert.ok(count > 1);
    const hand = mouse(page);
    for (let i = 0; i < Math.min(count, 8); i += 1) {
      await tools.nth(i).click();
      await hand.tap({ x: 1 + (i % 3), y: 1 + Math.floor(i / 3) });
      await page.waitForLoadState("networkidle");
    }
    await pause(600);
    assert.notEqual(await page.locator(".stage .board > svg").innerHTML(), first);
    const drawn = await page.locator(".stage .board > svg > :not([data-page])").count();
    await page.reload();
    await page.getByText("Here is your draft").waitFor();
    assert.equal(await page.locator(".stage .board > svg > :not([data-page])").count(), drawn);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test("an edited level becomes a playable link with its par", async () => {
  const page = await shop.visit({ path: "#/edit/lights-off" });
  await page.locator(".stage .lamp").first().waitFor();
  const hand = mouse(page);
  for (const place of [
    { x: 2, y: 1 },
    { x: 1, y: 2 },
    { x: 2, y: 2 },
    { x: 3, y: 2 },
    { x: 2, y: 3 },
  ]) {
    await hand.tap(place);
    await page.waitForLoadState("networkidle");
  }
  await page.getByText("Par 1 press, proved").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("on the clipboard").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  // Loaded anew, so that the lamps waited for are not the editor's.
  await page.reload();
  await page.locator(".stage .lamp").first().waitFor();
  await mouse(page).tap({ x: 2, y: 2 });
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  assert.deepEqual(page.errors, []);
});

test("a bad file is shown with its faults on the board", async () => {
  const page = await shop.visit({ path: "#/open" });
  const bad = {
    game: "tint",
    width: 4,
    height: 3,
    droplets: [
      { at: [0, 0], color: "red" },
      { at: [0, 0], color: "blue" },
    ],
    targets: [{ at: [9, 1], color: "red" }],
  };
  await page.getByLabel(/Drop a level file/).setInputFiles({
    name: "bad.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(bad)),
  });
  await page.getByRole("heading", { name: /faults/ }).waitFor();
  assert.ok((await page.locator(".faults li").count()) >= 2);
  assert.equal(await page.locator(".faults [title]").count(), 0, "no codes, no pointers");
  assert.ok((await page.locator(".over .fault").count()) >= 1, "the place is marked on the board");
  await page.getByLabel(/Or paste/).fill("{ not json");
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("This is not JSON").waitFor();
  const { code } = await shop.server.call("/level", { level: { address: "circuits/01/0101" } });
  await page.getByLabel(/Or paste/).fill(code);
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".stage .terminal").first().waitFor();
  assert.deepEqual(page.errors, []);
});

test("nothing a person wrote becomes markup", async () => {
  const page = await shop.visit({ path: "#/open" });
  const document = {
    game: "lights-off",
    field: [
      [true, true],
      [true, true],
    ],
    version: 1,
    meta: { title: "<img src=x onerror=alert(1)>" },
  };
  await page.getByLabel(/Or paste/).fill(JSON.stringify(document));
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator(".stage .lamp").first().waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(page.errors, []);
});

test("a solution is played back step by step, forwards and backwards", async () => {
  const page = await shop.visit({ path: "#/solve/tilepuzzle/campaign/1" });
  await page.locator(".stage .shape").first().waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText("proved to be the least").waitFor();
  const place = () =>
    page
      .locator(".stage .shape")
      .evaluateAll((shapes) => shapes.map((el) => `${el.dataset.x},${el.dataset.y}`).join(" "));
  const start = await place();
  const player = page.getByRole("group", { name: "The solution" });
  await player.getByRole("button", { name: "Forward" }).click();
  await page.waitForFunction(
    (start) =>
      [...document.querySelectorAll(".stage .shape")]
        .map((el) => `${el.dataset.x},${el.dataset.y}`)
        .join(" ") !== start,
    start,
  );
  await player.getByRole("button", { name: "Back" }).click();
  await page.waitForFunction(
    (start) =>
      [...document.querySelectorAll(".stage .shape")]
        .map((el) => `${el.dataset.x},${el.dataset.y}`)
        .join(" ") === start,
    start,
  );
  await player.getByLabel("Speed").selectOption("Fast");
  await player.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.stage [id^="cat-"]')].every(
      (el) => el.getAttribute("opacity") === "0",
    ),
  );
  assert.deepEqual(page.errors, []);
});

test("Lights Off shows the verdict, the quiet patterns and the chase", async () => {
  const { code } = await shop.server.call("/level", {
    level: {
      document: {
        game: "lights-off",
        field: [
          [true, false, false, false, false],
          ...Array.from({ length: 4 }, () => [false, false, false, false, false]),
        ],
        version: 1,
      },
    },
  });
  const page = await shop.visit({ path: `#/solve/code/${code}` });
  await page.locator(".stage .lamp").first().waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText("has no solution").waitFor();
  // What the proof says of cells is written on them.
  const { proof = [] } = await shop.server.solved({ code });
  await page.getByRole("list", { name: "Proof" }).waitFor({ state: "attached" });
  assert.equal(
    await page.locator(".over .note").count(),
    proof.flatMap(({ cells }) => cells).length,
  );
  await page.getByRole("button", { name: "Quiet patterns" }).click();
  await page.locator(".plates li").nth(1).waitFor();
  await page.getByRole("button", { name: "Step by step" }).click();
  await page.getByRole("group", { name: "Step by step" }).waitFor();
  assert.deepEqual(page.errors, []);
});

test("the search of IQ Circuit can be watched", async () => {
  const page = await shop.visit({ path: "#/solve/iq-circuit/booklet/49" });
  await page.locator(".stage .board > svg").waitFor();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const player = page.getByRole("group", { name: "The search" });
  await player.getByRole("button", { name: "Last" }).click();
  await page.getByText(/1 valid board/).waitFor();
  await page.getByLabel("Show").selectOption("placements");
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator(".search-tree svg").waitFor();
  assert.deepEqual(page.errors, []);
});

test("a long solve shows its progress and can be cancelled", async () => {
  const lamps = Array.from({ length: 47 }, (_, row) =>
    Array.from({ length: 47 }, (_, col) => row === 23 || col === 23),
  );
  const { code } = await shop.server.call("/level", {
    level: { document: { game: "lights-off", field: lamps, version: 1 } },
  });
  assert.ok(code);
  const page = await shop.visit({ path: `#/solve/code/${code}` });
  await page.locator(".stage .lamp").first().waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByText(/Cancelled|proved|Not decided|no solution/)
    .first()
    .waitFor();
  const { x, y } = await point(page, { x: 0, y: 0 });
  assert.ok(x > 0 && y > 0);
});

test("an address that leads nowhere gives a page that says what is wrong", async () => {
  for (const [path, words] of [
    ["#/nowhere", "There is no such page."],
    ["#/constructor", "There is no such page."],
    ["#/%E0%A4%A", "The address is damaged"],
  ]) {
    const page = await shop.visit({ path });
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    assert.deepEqual(page.errors, [], path);
    await page.context().close();
  }
});
