/** The map of delivery zones in a real browser (rules/console 3.2 to 3.4): by hand and by keys, at every size. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { Id } from "../../kernel/id.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { dragByFinger } from "../../../test/harness/finger.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

const place = { latitude: 48.8638, longitude: 2.3615 };
const money = (amount: number) => ({ amount, currency: "EUR" });
const square = [
  [2.35, 48.855],
  [2.375, 48.855],
  [2.375, 48.87],
  [2.35, 48.87],
];
const sizes = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1024, height: 768, colorScheme: "dark" },
  { width: 768, height: 1024, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

let service: TestService;
let browser: TestBrowser;
let here: Id<"str">;
let boss: TestPerson;

before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
});
beforeEach(async () => {
  here = await createLocation(service.database, { ...place, timezone: "Europe/Paris", name: "Bistro Nord" });
  boss = await createPerson(service.database, [{ role: "manager", at: here }]);
});
after(async () => {
  await browser.close();
  await service.stop();
});

const call = (method: string, below = "", body?: object): Promise<CallAnswer> =>
  service.call(method, `/console/v1/locations/${here}/delivery_zones${below}`, {
    key: boss.token,
    ...(body === undefined ? {} : { body }),
  });
const listed = async (): Promise<readonly CallAnswer["body"][]> => (await call("GET")).body.data;

async function make(fields: object = {}): Promise<CallAnswer["body"]> {
  const geometry = { type: "Polygon", coordinates: [square] };
  const answer = await call("POST", "", { name: "Marais", fee: money(350), geometry, ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function open(size: { readonly width: number; readonly height: number } = sizes[0]): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: size.width < 500 ? "phone" : "desktop" });
  await visit.page.setViewportSize({ width: size.width, height: size.height });
  await visit.page.context().addCookies([{ name: "maple_session", value: boss.token, url: service.url }]);
  await visit.open(`/console/${here}/zones`);
  await visit.page.locator(".map .leaflet-control-zoom").waitFor();
  return visit;
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });

/** Draws a triangle by pointer around the middle of the map. */
async function drawTriangle(page: Page): Promise<void> {
  const box = await page.locator(".map").boundingBox();
  assert.ok(box !== null);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [dx, dy] of [
    [-90, 70],
    [90, 70],
    [0, -90],
  ] as const)
    await page.mouse.click(x + dx, y + dy);
}

describe("by pointer", () => {
  test("a zone is drawn, saved, checked, changed and removed", async () => {
    const visit = await open();
    const { page } = visit;
    await button(page, "New zone: draw an area").click();
    await page.getByLabel("Name").fill("Around the corner");
    await page.getByLabel("Currency").fill("EUR");
    await button(page, "Save zone").click();
    await page.getByText("Not saved yet.").waitFor();
    await drawTriangle(page);
    await button(page, "Finish drawing").click();
    await page.getByLabel("Fee (EUR)").fill("3,99");
    await page.getByLabel("At least").fill("25");
    await page.getByLabel("At most").fill("40");
    await button(page, "Save zone").click();
    await page.getByText("Saved Around the corner.").waitFor();
    const [zone] = await listed();
    assert.deepEqual([zone.fee, zone.estimated_minutes], [money(399), { min: 25, max: 40 }]);
    assert.equal(zone.geometry.coordinates[0].length, 4);
    await button(page, "Choose on the map").click();
    await button(page, "Check the middle of the map").click();
    await page.getByText("Delivered by Around the corner for €3.99.").waitFor();
    await page.getByLabel("Latitude").fill("48,9");
    await page.getByLabel("Longitude").fill("2.6");
    await button(page, "Check").click();
    await page.getByText("No delivery: no zone has this place.").waitFor();
    await button(page, "Stop choosing").click();
    await page.getByRole("button", { name: /^Around the corner/ }).click();
    const corner = page.getByRole("button", { name: "Corner 1 of 3" });
    const from = await corner.boundingBox();
    assert.ok(from !== null);
    await page.mouse.move(from.x + 16, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(from.x - 30, from.y + 36, { steps: 4 });
    await page.mouse.up();
    await page.getByLabel("Deliver only at certain hours").check();
    await page.getByLabel("From", { exact: true }).fill("17:00");
    await page.getByLabel("To", { exact: true }).fill("01:00");
    await button(page, "Save zone").click();
    await page.getByText("Saved Around the corner.").waitFor();
    const [moved] = await listed();
    assert.deepEqual(moved.hours, { windows: [{ dayOfWeek: 1, startTime: "17:00", endTime: "01:00" }] });
    assert.ok(moved.geometry.coordinates[0][0][0] < zone.geometry.coordinates[0][0][0]);
    await page.getByRole("button", { name: /^Around the corner/ }).click();
    await button(page, "Remove zone").click();
    await button(page, "Remove Around the corner").click();
    await page.getByText("Removed Around the corner.").waitFor();
    assert.deepEqual(await listed(), []);
    await visit.finish();
  });

  test("a circle is made and its edge is dragged by a finger; the middle between two corners is a new corner; undo takes back", async () => {
    await make();
    const visit = await open();
    const { page } = visit;
    await page.getByRole("button", { name: /^Marais/ }).click();
    await page.locator(".handle-between").first().click();
    await page.getByText("5 corners").waitFor();
    await button(page, "Undo").click();
    await page.getByText("4 corners").waitFor();
    await button(page, "Cancel").click();
    await button(page, "New zone: circle").click();
    const edge = await page.getByRole("button", { name: "Edge of the circle" }).boundingBox();
    assert.ok(edge !== null);
    const [x, y] = [edge.x + 16, edge.y + 16];
    await dragByFinger(page, { x, y }, ...[20, 40, 60].map((far) => ({ x: x - far, y })));
    const radius = Number(await page.getByLabel("Radius in metres").inputValue());
    assert.ok(radius > 100 && radius < 2_000, String(radius));
    await page.getByLabel("Name").fill("Near");
    await page.getByLabel("Fee (EUR)").fill("0");
    await button(page, "Save zone").click();
    await page.getByText("Saved Near.").waitFor();
    assert.equal((await listed())[0].geometry.radius_meters, radius);
    await visit.finish();
  });
});

test("by keys alone a zone is drawn, a corner is moved, added and removed, and a mistake of the area is said", async () => {
  const visit = await open();
  const { page } = visit;
  const key = (name: string): Promise<void> => page.keyboard.press(name);
  const placeOf = (): Promise<string | null> => page.locator(".leaflet-map-pane").getAttribute("style");
  await visit.tabTo(".zones-side button");
  await key("Enter");
  await visit.tabTo(".zones-shape button:nth-of-type(2)");
  await key("Enter");
  for (const way of ["ArrowRight", "ArrowDown"]) {
    await page.locator(".map").focus();
    const before = await placeOf();
    await key(way);
    // The map glides there: a corner at the place of the one before would be none.
    await waitUntilTrue(async () => (await placeOf()) !== before);
    await button(page, "Add a corner in the middle of the map").focus();
    await key("Enter");
  }
  await page.getByText("3 corners").waitFor();
  await page.getByRole("button", { name: "Corner 2 of 3" }).focus();
  const latitude = (): Promise<string> => page.getByLabel("Corner 2: latitude").inputValue();
  await page.locator(".zones-corners summary").focus();
  await key("Enter");
  const before = Number(await latitude());
  await page.getByRole("button", { name: "Corner 2 of 3" }).focus();
  await key("Shift+ArrowUp");
  assert.ok(Number(await latitude()) > before);
  await key("Insert");
  await page.getByRole("button", { name: "Corner 3 of 4" }).waitFor();
  assert.equal(await page.evaluate<string>("document.activeElement.ariaLabel"), "Corner 3 of 4");
  await key("Delete");
  await page.getByRole("button", { name: "Corner 2 of 3" }).waitFor();
  for (const corner of ["1", "2", "3"]) {
    await page.getByLabel(`Corner ${corner}: latitude`).fill("48,86");
    await key("Enter");
  }
  await page.getByLabel("Currency").fill("EUR");
  await page.getByLabel("Fee (EUR)").fill("2");
  await key("Enter");
  visit.expectComplaint(/400/);
  await page.getByText("Draw at least three corners.").waitFor();
  assert.deepEqual(await listed(), []);
  await visit.finish();
});

test("on a tablet the map stays in sight for a new area; a corner that is no number is asked for, and the fields stand in line", async () => {
  await make();
  const visit = await open(sizes[1]);
  const { page } = visit;
  await button(page, "New zone: draw an area").click();
  const seen = await page.locator(".map").boundingBox();
  assert.ok(seen !== null && seen.y >= 0 && seen.y + seen.height <= sizes[1].height, JSON.stringify(seen));
  await page.getByLabel("Fee (EUR)").fill("much");
  await button(page, "Save zone").click();
  await page.getByText("An amount, such as 3.50.").waitFor();
  const lines = await page.evaluate<number[]>(`[...document.querySelectorAll(".zones-pair")].map((line) =>
    new Set([...line.querySelectorAll("input")].map((input) => Math.round(input.getBoundingClientRect().top))).size)`);
  assert.deepEqual(lines, [1, 1]);
  await button(page, "Cancel").click();
  await button(page, "Discard changes").click();
  await page.getByRole("button", { name: /^Marais/ }).click();
  await page.getByText("4 corners").click();
  await page.getByLabel("Corner 1: latitude").fill("95");
  await page.getByText("4 corners").click();
  await button(page, "Save zone").click();
  await page.getByText("Type a latitude from −90 to 90 and a longitude from −180 to 180.").waitFor();
  await page.getByLabel("Corner 1: latitude").fill("48.85");
  await button(page, "Save zone").click();
  await page.getByText("Saved Marais.").waitFor();
  const [{ geometry }] = await listed();
  assert.ok(geometry.coordinates[0].some(([, latitude]: readonly number[]) => latitude === 48.85));
  await visit.finish();
});

test("a save that meets another is joined; what both changed is asked; a zone that is gone is made again", async () => {
  const zone = await make();
  const visit = await open();
  visit.expectComplaint(/409|404/);
  const { page } = visit;
  await page.getByRole("button", { name: /^Marais/ }).click();
  await page.getByLabel("Fee (EUR)").fill("4.50");
  await call("PATCH", `/${zone.id}`, { minimum_order: money(1500) });
  await button(page, "Save zone").click();
  await page.getByText("What somebody else changed meanwhile is kept too.").waitFor();
  assert.deepEqual([(await listed())[0].fee, (await listed())[0].minimum_order], [money(450), money(1500)]);

  await page.getByRole("button", { name: /^Marais/ }).click();
  await page.getByLabel("Fee (EUR)").fill("5");
  await page.getByLabel("Name").fill("Marais and Temple");
  await call("PATCH", `/${zone.id}`, { fee: money(300) });
  await button(page, "Save zone").click();
  await page.getByText("Somebody else saved this zone at the same time").waitFor();
  await page
    .getByRole("alert")
    .getByText(/^Saved meanwhile by: Pat Example, \S/)
    .waitFor();
  await visit.assertAccessible();
  await page.getByLabel("Keep theirs: €3.00").check();
  await page.getByRole("alert").getByRole("button", { name: "Save zone" }).click();
  await page.getByText("Saved Marais and Temple.").waitFor();
  assert.deepEqual([(await listed())[0].fee, (await listed())[0].name], [money(300), "Marais and Temple"]);

  await page.getByRole("button", { name: /^Marais/ }).click();
  await page.getByLabel("Fee (EUR)").fill("6");
  await call("DELETE", `/${zone.id}`);
  await button(page, "Save zone").click();
  await page.getByText("Somebody removed this zone. Save makes it again.").waitFor();
  await button(page, "Save zone").click();
  await page.getByText("Saved Marais and Temple.").waitFor();
  assert.deepEqual(
    (await listed()).map(({ fee }) => fee),
    [money(600)],
  );
  await visit.finish();
});

test("at every size, light and dark: axe finds nothing, and nothing scrolls sideways", async () => {
  await make({ hours: { windows: [{ dayOfWeek: 3, startTime: "17:00", endTime: "01:00" }] } });
  await make({ name: "A very long name of a delivery zone ".repeat(5).trim(), enabled: false, fee: money(0) });
  for (const { colorScheme, ...size } of sizes) {
    const visit = await open(size);
    await visit.page.emulateMedia({ colorScheme });
    await visit.assertAccessible();
    await visit.page.getByRole("button", { name: /^Marais/ }).click();
    await visit.page.locator(".zones-corners summary").click();
    if (size.width < 500) {
      // A finger needs no words about keys; keys bring them.
      await visit.page.locator("#map-help").waitFor({ state: "hidden" });
      await visit.page.locator(".zones-corners summary").press("Shift+Tab");
      await visit.page.locator("#map-help").waitFor();
    }
    await visit.picture(`zone-${size.width}-${colorScheme}`);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.finish();
  }
});
