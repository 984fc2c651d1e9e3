// Trying things out and being taught: lines 15 and 21 of what the page promises.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byPointer, mouse } from "../hands.js";
import { drag, pause, workshop } from "../harness.js";

const shop = workshop();
const down = (x, ...rows) => rows.map((y) => ({ x, y }));
const labelled = (page, label) => page.locator(`.stage .board [aria-label*="${label}"]`);

test("15: in the sandbox paint mixes under the finger, without a goal, and is taken back", async () => {
  const page = await shop.visit({ path: "#/game/tint" });
  await page.getByRole("link", { name: "Sandbox" }).click();
  await page.getByRole("heading", { name: "Tint sandbox", level: 1 }).waitFor();
  // Droplets of all colours, both kinds of gates, and what mixes to what.
  for (const color of ["red", "yellow", "blue", "orange", "green", "purple", "white"])
    await labelled(page, `${color} droplet`).first().waitFor({ state: "attached" });
  await page.getByRole("img", { name: "What mixes to what" }).waitFor();
  assert.equal(await page.getByText(/fault|not a level/i).count(), 0, "nothing is asked for");
  await drag(page, down(0, 0, 1, 2));
  await labelled(page, "red paint").nth(1).waitFor({ state: "attached" });
  // Yellow over red: the mix is to be seen before the finger is lifted.
  await drag(
    page,
    [
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
    { release: false },
  );
  await labelled(page, "orange paint").first().waitFor({ state: "attached" });
  await page.mouse.up();
  await page.keyboard.press("u");
  await page.waitForFunction(
    () => !document.querySelector('.stage .board [aria-label*="orange paint"]'),
  );
  // What cannot be is refused in a sentence.
  await drag(page, down(3, 4, 5));
  await page.getByText(/no paint to pick up/i).waitFor();
  // A sandbox is kept.
  await page.reload();
  await labelled(page, "red paint").first().waitFor({ state: "attached" });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("15: in one step what was painted becomes a level that is proved and played", async () => {
  const page = await shop.visit({ path: "#/sandbox/tint" });
  await page.getByRole("button", { name: "Make it a level" }).click();
  await page.getByText(/Drag with the brush first/).waitFor();
  await drag(page, down(2, 0, 1, 2, 3));
  await labelled(page, "blue paint").nth(2).waitFor({ state: "attached" });
  await drag(page, [...down(1, 0, 1, 2), { x: 2, y: 2 }]);
  await labelled(page, "green paint").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Make it a level" }).click();
  await page.getByRole("heading", { name: "Edit Tint", level: 1 }).waitFor();
  await page.getByText(/Par \d+ strokes?, .*proved/).waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForURL(/#\/play\/code\//);
  await page.getByRole("button", { name: "Hint" }).waitFor();
  const code = decodeURIComponent(page.url().split("/code/")[1]);
  await byPointer(page, mouse(page), await shop.server.solution({ code }));
  await page.getByRole("heading", { name: "Level complete!" }).waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("15: the sandbox is painted in by keys alone, and says what is under the cursor", async () => {
  const page = await shop.visit({ path: "#/sandbox/tint" });
  await page.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Space");
  await labelled(page, "red paint").nth(2).waitFor({ state: "attached" });
  await page.locator(".said .unseen", { hasText: /red paint/ }).waitFor({ state: "attached" });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test("21: a lesson comes when a mechanic is first met in a pack, once", async () => {
  const { games } = await shop.server.call("/games");
  for (const { id, packs, mechanics } of games.filter((game) => game.mechanics.length)) {
    // The first level of the game that has something the first lessons do not teach.
    const later = new Set(mechanics.flatMap(({ teaches }) => teaches));
    let met;
    for (const { name } of packs) {
      const { levels } = await shop.server.call(`/packs/${id}/${name}?all=true`);
      for (const { address } of levels) {
        const level = await shop.server.call("/level", { level: { address } });
        met ??= level.mechanics.some((one) => later.has(one)) ? level : undefined;
        if (met) break;
      }
      if (met) break;
    }
    if (!met) continue;
    const page = await shop.visit({ path: `#/play/${met.address}`, lessons: true });
    await page.getByRole("dialog", { name: /New to/ }).waitFor();
    await page.getByRole("button", { name: "Skip" }).click();
    const dialog = page.getByRole("dialog", { name: "New here" });
    await dialog.waitFor();
    assert.ok((await dialog.getByRole("img").count()) > 0, `${id}: it is shown in a picture`);
    await dialog.getByRole("button", { name: "Try it" }).click();
    await page.locator(".lesson .board > svg").first().waitFor();
    assert.equal(await page.locator(".lesson").count(), 1);
    await page.getByRole("link", { name: "To the level" }).click();
    await page.locator(".stage .board > svg").waitFor();
    await pause(300);
    assert.equal(await page.locator("dialog").count(), 0, `${id}: it comes once`);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test("21: whoever wants no lessons gets none", async () => {
  const page = await shop.visit({ path: "#/settings", lessons: true });
  await page.getByLabel(/Show a lesson/).uncheck();
  await page.goto(`${shop.server.url}#/play/lights-off/variants/7`);
  await page.locator(".stage .lamp").first().waitFor();
  await pause(300);
  assert.equal(await page.locator("dialog").count(), 0);
  await page.context().close();
});

test("21: a locked level says what opens it, and every game's page has its rules in pictures", async () => {
  await shop.server.call("/progress/reset", { game: null });
  const { games } = await shop.server.call("/games");
  for (const { id, lessons, mechanics, packs } of games) {
    const page = await shop.visit({ path: `#/game/${id}` });
    const rules = page.locator(".rules");
    await rules.locator("summary").click();
    const pictures = rules.getByRole("img");
    assert.equal(await pictures.count(), lessons.length + mechanics.length, id);
    for (const { text } of [...lessons, ...mechanics]) await rules.getByText(text).waitFor();
    if (packs[0].gated) {
      const locked = page.locator(".level.locked").first();
      await locked.getByText(/^solve .* to open it$/).waitFor();
    }
    await page.context().close();
  }
});
