/** Finding a dish, and choosing a time, on the page of the menu. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, readBistroMenu, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";

let service: TestService;
let browser: TestBrowser;
let venue: OrderingLocation;

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(
    service,
    { name: "Bistro Maple", timezone: "Europe/Paris" },
    await readBistroMenu(),
  );
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("dishes are found while one types, by label and without an allergen; without a script by a button (rules/ordering 14.7)", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  const dishes = page.locator(".dish h3:visible");
  const shown = (names: readonly string[]) =>
    waitUntil(
      () => dishes.allTextContents(),
      (found) => found.map((name) => name.trim()).join() === names.join(),
    );
  const all = await dishes.count();
  await page.getByRole("searchbox").fill("quïche DAY");
  await shown(["Quiche of the day"]);
  await page.getByText("1 dish", { exact: true }).waitFor();
  assert.match(page.url(), /\?q=qu/);
  assert.equal(await page.getByRole("link", { name: "Desserts" }).isVisible(), false);
  await page.getByRole("link", { name: "Show the whole menu" }).click();
  await waitUntil(
    () => dishes.count(),
    (count) => count === all,
  );
  await page.getByText("Filters").click();
  await page.getByRole("group", { name: "Without" }).getByRole("checkbox", { name: "egg" }).check();
  await shown(["Bistro burger", "Côtes du Rhône"]);
  await visit.picture("store-phone-search");
  await visit.assertAccessible();
  await visit.assertReflows();
  await page.reload();
  await shown(["Bistro burger", "Côtes du Rhône"]);
  await page.getByRole("searchbox").fill("nothing like this");
  await page.getByText("No dish matches. Try fewer words or filters.").waitFor();
  await visit.finish();

  const plain = await browser.newPage({ script: false });
  await plain.open(`/store/${venue.locationId}`);
  await plain.page.getByRole("searchbox").fill("salad");
  await plain.page.getByRole("button", { name: "Search" }).click();
  assert.deepEqual(await plain.page.locator(".dish h3").allTextContents(), ["Green salad"]);
  await plain.page.getByText("No allergen information").waitFor();
  await plain.finish();
});

test("a time is chosen by day, hour and quarter, never from more than 30 at once (rules/ordering 14.8)", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  await page.getByRole("button", { name: "Add Lemon tart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Add/ }).click();
  const times = page.getByRole("group", { name: "When?" });
  await times.getByText("As soon as possible").waitFor();
  const chips = times.locator(".chip");
  assert.ok((await chips.count()) < 9, "the days alone");
  await chips.nth(2).click();
  await waitUntil(
    () => chips.count(),
    (count) => count > 9,
  );
  assert.ok((await chips.count()) <= 36, `${await chips.count()} choices at once`);
  const day = times.getByRole("group").last();
  await times.getByText(/^6:00\sPM –/).click();
  await day.getByText(/^6:30\sPM/).click();
  const value = Number(await page.locator("#when").inputValue());
  const local = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Paris" });
  assert.equal(local.format(value * 1_000), "18:30");
  await visit.picture("store-phone-times");
  await visit.assertAccessible();
  await visit.assertReflows();
  await times.getByText("As soon as possible").click();
  await waitUntil(
    () => page.locator("#when").inputValue(),
    (chosen) => chosen === "",
  );
  await visit.finish();
});
