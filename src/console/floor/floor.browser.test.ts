/** The editor of the plan in a real browser: mouse, finger, keys alone, two managers, the sizes, 150 tables. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { foreignScreenTexts } from "../../../test/harness/foreign-screen-text.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { localeOf, startScreenServer } from "../../../test/harness/screen-server.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import {
  middleOf,
  openEditor,
  openPlace,
  placeOf,
  roomOf,
  saved,
  second,
  table,
  tap,
  unitOf,
} from "./floor-editor.fixture.ts";

let service: TestService;
let browser: TestBrowser;
before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

describe("the plan is drawn (rules/stand 4.1 to 4.3)", () => {
  test("a table is dragged onto the grid of the plan, undone, done again, and saved; a wall and a text are added", async () => {
    const place = await openPlace(service);
    await place.save({ expected_revision: 0, units: [table, second] });
    const visit = await openEditor(service, browser, place);
    const { page } = visit;
    await page.getByText(/^1 table has no place yet/).waitFor();
    const from = await middleOf(unitOf(page, "t1"));
    const scale = ((await middleOf(unitOf(page, "t2"))).x - from.x) / 200;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60 * scale, from.y + 20 * scale);
    await page.mouse.move(from.x + 133 * scale, from.y + 52 * scale);
    await page.mouse.up();
    await page.getByText("Not saved yet.").waitFor();
    await tap(page, "Undo");
    await page.getByText("Everything is saved.").waitFor();
    await tap(page, "Redo");
    await tap(page, "Add a wall");
    await page.getByLabel("End: from the left (cm)").fill("900");
    await tap(page, "Add a text");
    await page.getByLabel("Text", { exact: true }).fill("Bar");
    await page.keyboard.press("Tab");
    await unitOf(page, "t1").click();
    await tap(page, "Round");
    await tap(page, "Turn right");
    await tap(page, "Save the plan");
    await saved(page);
    const { units, walls, labels } = await place.plan();
    assert.deepEqual(units[0], { ...table, x: 430, y: 350, shape: "round", rotation: 15, placed: true });
    assert.deepEqual(
      [units[2]?.placed, walls.map(({ x2 }) => x2), labels.map(({ text }) => text)],
      [false, [900], ["Bar"]],
    );
    await visit.picture("floor-drawn");
    await visit.finish();
  });

  test("by keys alone: to a table, arrows, Shift, rotate, take off, take back, save", async () => {
    const place = await openPlace(service);
    await place.save({ expected_revision: 0, units: [table, second] });
    const visit = await openEditor(service, browser, place);
    const { page } = visit;
    await visit.tabTo('[data-item="unit:t1"]');
    for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowDown", "r"]) await page.keyboard.press(key);
    await page
      .getByRole("status")
      .filter({ hasText: "Table 1, 4 seats, at 320, 400 cm" })
      .waitFor({ state: "attached" });
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+s");
    await saved(page);
    assert.deepEqual(await placeOf(place, "t1"), [320, 400, true]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await page.getByText("Not saved yet.").waitFor();
    await page.keyboard.press("Control+s");
    await saved(page);
    assert.deepEqual(await placeOf(place, "t1"), [300, 300, true], "the whole run of arrows is one step");
    await visit.finish();
  });

  test("a finger drags a table, two fingers pinch and move nothing", async () => {
    const place = await openPlace(service);
    await place.save({ expected_revision: 0, units: [table, second] });
    const visit = await openEditor(service, browser, place);
    const { page } = visit;
    const debug = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      debug.send("Input.dispatchTouchEvent", { type, touchPoints });
    const from = await middleOf(unitOf(page, "t1"));
    const before = ((await middleOf(unitOf(page, "t2"))).x - from.x) / 200;
    await touch("touchStart", [from]);
    for (const step of [30, 70, 100]) await touch("touchMove", [{ x: from.x, y: from.y + step * before }]);
    await touch("touchEnd", []);
    await page
      .getByRole("status")
      .filter({ hasText: "Table 1, 4 seats, at 300, 400 cm" })
      .waitFor({ state: "attached" });
    const [one, two] = [await middleOf(unitOf(page, "t1")), await middleOf(unitOf(page, "t2"))];
    await touch("touchStart", [one]);
    await touch("touchStart", [one, two]);
    await touch("touchMove", [one, { x: two.x + 60, y: two.y }]);
    await touch("touchMove", [one, { x: two.x + 120, y: two.y }]);
    await touch("touchEnd", []);
    const wider = `document.querySelector('[data-item="unit:t1"]').getScreenCTM().a > ${before * 1.2}`;
    await waitUntilTrue(() => page.evaluate<boolean>(wider));
    await tap(page, "Save the plan");
    await saved(page);
    assert.deepEqual(
      [await placeOf(place, "t1"), await placeOf(place, "t2")],
      [
        [300, 400, true],
        [500, 300, true],
      ],
    );
    await visit.finish();
  });
});

test("two managers: both changes are kept, and a table that both moved is chosen (rules/console 1.4)", async () => {
  const place = await openPlace(service);
  await place.save({ expected_revision: 0, units: [table, second] });
  const visit = await openEditor(service, browser, place);
  const { page } = visit;
  visit.expectComplaint(/409/);
  const press = async (id: string, key: string): Promise<void> => {
    await unitOf(page, id).focus();
    await page.keyboard.press(key);
  };
  await press("t1", "ArrowRight");
  await place.save({ expected_revision: 1, units: [table, { ...second, y: 600 }] });
  await tap(page, "Save the plan");
  await saved(page, "Saved. What somebody else changed meanwhile is kept too.");
  assert.deepEqual(
    [await placeOf(place, "t1"), await placeOf(place, "t2")],
    [
      [310, 300, true],
      [500, 600, true],
    ],
  );
  await press("t1", "ArrowDown");
  await press("t2", "ArrowDown");
  await place.save({
    expected_revision: 3,
    units: [
      { ...table, x: 700 },
      { ...second, y: 800 },
    ],
  });
  await tap(page, "Save the plan");
  const clash = page.locator("form.notice");
  await clash.getByText("Somebody else moved these tables at the same time").waitFor();
  await clash.getByText(/^Pat Example, .*\d{2}:\d{2}$/).waitFor();
  await visit.assertAccessible();
  await visit.picture("floor-clash");
  // There is one way on: the choice, which the button of the plan leads back to.
  await page.getByRole("button", { name: "Undo" }).focus();
  await tap(page, "Save the plan");
  await page.locator("form.notice:focus").waitFor();
  await page
    .getByRole("group", { name: "Table 1" })
    .getByText(/^Use yours/)
    .click();
  await page
    .getByRole("group", { name: "Table 2" })
    .getByText(/^Keep theirs/)
    .click();
  await tap(page, "Save the choice");
  await saved(page);
  assert.deepEqual(
    [await placeOf(place, "t1"), await placeOf(place, "t2")],
    [
      [310, 310, true],
      [500, 800, true],
    ],
  );
  await visit.finish();
});

describe("the page", () => {
  test("axe finds nothing at any size, light and dark, and nothing scrolls sideways", async () => {
    const place = await openPlace(service, smallConfiguration);
    const visit = await openEditor(service, browser, place);
    const { page } = visit;
    const sizes = [
      [1440, 900],
      [1180, 820],
      [1024, 768],
      [768, 1024],
    ] as const;
    for (const [index, [width, height]] of sizes.entries()) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
      if (index > 0) await page.locator('[data-item^="unit:"]').nth(index).click();
      await visit.assertAccessible();
      await visit.picture(`floor-${width}`);
    }
    await visit.assertReflows();
    await visit.finish();
  });

  test("without tables it leads to them; a book kept elsewhere is said", async () => {
    const id = await createLocation(service.database, { timezone: "Europe/Paris" });
    const boss = await createPerson(service.database, [{ role: "manager", at: id }]);
    const visit = await browser.newPage({ screen: "phone" });
    await visit.page.context().addCookies([{ name: "maple_session", value: boss.token, url: service.url }]);
    await visit.open(`/console/${id}/floor`);
    await visit.assertAccessible();
    await visit.page.getByRole("link", { name: "Go to Bookings" }).click();
    await visit.page.waitForURL(/\/bookings$/);
    await visit.finish();
  });
});

test("150 tables: a drag draws the table that moves and the line of those joined, and nothing else; every text is a word", async () => {
  const server = await startScreenServer(
    {
      "/floor": (language) => ({
        kind: "screen",
        screen: "floor",
        title: "",
        language,
        locale: localeOf(language),
        words: ["screens", "floor"],
        shown: roomOf(150),
        manifest: "/app.webmanifest",
        withoutScript: "",
      }),
    },
    0,
  );
  const own = await startBrowser(server.url);
  const visit = await own.newPage({ screen: "desktop" });
  visit.expectComplaint(/500|404/);
  await visit.open("/floor?lang=en-XA");
  const { page } = visit;
  const moved = unitOf(page, "t0");
  await moved.click();
  assert.deepEqual(await foreignScreenTexts(page), []);
  const { x, y } = await middleOf(moved);
  await page.evaluate(`(() => {
    window.changed = new Set();
    const nameOf = (node) => node.parentElement?.closest("[data-item]")?.dataset.item ?? node.dataset?.item ?? node.classList?.[0];
    new MutationObserver((all) => all.forEach(({ target }) => window.changed.add(nameOf(target))))
      .observe(document.querySelector(".floor-canvas"), { subtree: true, attributes: true, childList: true, characterData: true });
  })()`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [10, 30, 50]) await page.mouse.move(x + step, y + step);
  await page.mouse.up();
  await waitUntilTrue(() => page.evaluate<boolean>("window.changed.size > 0"));
  const changed = await page.evaluate<string[]>("[...window.changed]");
  assert.ok(changed.includes("unit:t0") && changed.length <= 4, changed.join(", "));
  assert.deepEqual(
    changed.filter((one) => one.startsWith("unit:")),
    ["unit:t0"],
  );
  await visit.finish();
  await own.close();
  server.close();
});
