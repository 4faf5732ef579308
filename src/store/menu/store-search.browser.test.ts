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
  const topOf = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? 0;
  const between = (await topOf(".store-sections")) - (await topOf("#find-dishes"));
  assert.ok(between < 844 / 4, `between the reader and the menu are ${between} pixels of search`);
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
  await visit.assertLargeLetters();
  await page.reload();
  await shown(["Bistro burger", "Côtes du Rhône"]);
  await page.getByRole("searchbox").fill("nothing like this");
  await page.getByText("No dish matches. Try fewer words or filters.").waitFor();
  await visit.finish();

  const plain = await browser.newPage({ script: false });
  await plain.open(`/store/${venue.locationId}`);
  await plain.page.getByRole("searchbox").fill("salad");
  await plain.page.getByRole("button", { name: "Search" }).click();
  // The answer of a form is a page that may still be on its way.
  await waitUntil(
    () => plain.page.locator(".dish h3").allTextContents(),
    (found) => found.join().trim() === "Green salad",
  );
  await plain.page.getByText("No allergen information").waitFor();
  await plain.finish();

  const early = await browser.newPage();
  const script = Promise.withResolvers<void>();
  await early.page.route(/store-search[^/]*\.js/, (route) => script.promise.then(() => route.continue()));
  await early.page.goto(`${service.url}/store/${venue.locationId}`, { waitUntil: "commit" });
  await early.page.getByRole("searchbox").fill("salad");
  script.resolve();
  await waitUntil(
    () => early.page.locator(".dish h3:visible").allTextContents(),
    (found) => found.join().trim() === "Green salad",
  );
  await early.finish();
});

test("a time is chosen by day, hour and quarter, never from more than 30 at once (rules/ordering 14.8)", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  await page.getByRole("button", { name: "Add Lemon tart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Add/ }).click();
  await page.getByRole("link", { name: /^Check out · / }).click();
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
  await times.getByText(/^6\sPM –/).click();
  await times
    .getByRole("group", { name: "Time" })
    .getByText(/^6:30\sPM/)
    .click();
  await page.getByRole("button", { name: /^Order for .*6:30\sPM · / }).waitFor();
  const local = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Paris" });
  const chosen = async () => page.locator('[name="for"]').inputValue();
  assert.equal(local.format(Number(await chosen()) * 1_000), "18:30");
  await visit.picture("checkout-phone-times");
  await visit.assertAccessible();
  await visit.assertReflows();
  await visit.assertLargeLetters();
  await times.getByText("As soon as possible").click();
  await page.getByRole("button", { name: /^Place the order · / }).waitFor();
  assert.equal(await chosen(), "soon");
  await visit.finish();
});

test("a choice that is missing is named above the button and shown; amounts have steps of 44 pixels (rules/ordering 14.9)", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  await page.getByRole("button", { name: "Add Bistro burger" }).click();
  const dialog = page.getByRole("dialog", { name: "Bistro burger" });
  await dialog.getByRole("radio", { name: "Double" }).check();
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await dialog
    .getByRole("alert")
    .getByText(/^Side: Choose/)
    .waitFor();
  assert.equal(
    await page.evaluate('document.activeElement.closest("fieldset").querySelector("legend").innerText'),
    "Side",
  );
  const more = dialog.getByRole("button", { name: "One Smoked bacon more" });
  await more.click();
  assert.equal(await dialog.getByLabel("Smoked bacon", { exact: true }).inputValue(), "1");
  const box = await more.boundingBox();
  assert.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, JSON.stringify(box));
  assert.equal(await dialog.getByRole("alert").count(), 0, "the line is gone once something is chosen");
  await visit.picture("store-phone-steps");
  await visit.open(`/store/${venue.locationId}?lang=de`);
  const card = page
    .locator(".dish")
    .filter({ hasText: /burger/i })
    .first();
  await card.getByRole("button").first().click();
  const contains = await card.locator("[data-contains]").textContent();
  assert.match(contains ?? "", /Gluten/);
  assert.match(await page.getByRole("dialog").innerText(), new RegExp(contains ?? ""), "in the language of the page");
  await visit.assertAccessible();
  await visit.finish();
});

test("a dish that is sold out in the basket is marked, left out of the sum and removed with one button (rules/ordering 14.9)", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/422/);
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  for (const dish of ["Lemon tart", "Sparkling water"]) {
    await page.getByRole("button", { name: `Add ${dish}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Add/ }).click();
  }
  const place = page.locator("#to-checkout");
  const says = (text: string) => page.locator("#to-checkout", { hasText: text }).waitFor();
  await says("€9.50");
  const stock = (await venue.call("GET", `/v1/locations/${venue.locationId}/stock_status`)).body.data;
  const { id } = stock.find((row: { externalId: string }) => row.externalId === "tart");
  const set = (stockStatus: string) =>
    venue.call("PATCH", `/v1/locations/${venue.locationId}/stock_status`, [{ id, stockStatus }]);
  assert.equal((await set("out_of_stock")).status, 200);
  await page.getByRole("button", { name: "One Sparkling water more" }).click();
  await says("Remove 1 sold-out dish");
  const lines = page.locator("#lines > li");
  assert.match((await lines.first().textContent()) ?? "", /Lemon tart/);
  assert.equal(await lines.first().getByRole("button", { name: "One Lemon tart more" }).count(), 0);
  await visit.picture("store-phone-gone");
  await visit.assertAccessible();
  await place.click();
  await says("€6.00");
  assert.equal(await lines.count(), 1);
  assert.equal((await set("in_stock")).status, 200);
  await visit.finish();
});

test("where no order can be placed at any time nothing can be added, and the basket stays (rules/ordering 14.9)", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/422/);
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  await page.getByRole("button", { name: "Add Lemon tart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Add/ }).click();
  await page.locator("#lines > li").waitFor();
  const turn = (status: string) =>
    service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET status = $2 WHERE id = $1", [venue.locationId, status]),
    );
  await turn("inactive");
  await page.reload();
  await page.locator("#lines > li").getByText("Lemon tart").waitFor();
  assert.equal(await page.locator("[data-dish]").count(), 0);
  await turn("active");
  await page.reload();
  await page.getByRole("button", { name: "Add Lemon tart" }).waitFor();
  await visit.finish();
});

test("delivery asks for the address; a reload keeps the basket and what was typed", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/422/);
  const { page } = visit;
  await visit.open(`/store/${venue.locationId}`);
  await page.getByRole("button", { name: "Add Lemon tart" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Add/ }).click();
  // A diner on a slow line chooses before the script of the page is there.
  const chosen = Promise.withResolvers<void>();
  await page.route(/\/checkout[^/]*\.js/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Check out · / }).click();
  await page.getByText("Delivery", { exact: true }).click();
  chosen.resolve();
  await page.getByRole("button", { name: "Enter your address" }).waitFor();
  await visit.assertAccessible();
  await page.getByLabel("Name", { exact: true }).fill("Dana Diner");
  await visit.open(`/store/${venue.locationId}/checkout`);
  await page.getByText("Lemon tart", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Dana Diner");
  await visit.finish();
});

test("names that read from the right are in their place, and nothing has to be scrolled sideways", async () => {
  const price = { amount: { amountMinor: 4500, currency: "AED" } };
  const dish = (externalId: string, name: string) => ({
    externalId,
    name,
    description: "حمص مع زيت الزيتون (طبق كبير) 250g",
    allergens: ["سمسم"],
    variations: [{ externalId: `${externalId}-one`, name: "طبق", price }],
  });
  const items = [dish("hummus", "حمص بالطحينة"), dish("long", "ا".repeat(120))];
  const menu = { currency: "AED", categories: [{ externalId: "all", name: "المقبلات", items }] };
  const { locationId } = await createOrderingLocation(service, { name: "مطعم القيقب" }, menu);
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(`/store/${locationId}`);
  await page.getByRole("button", { name: "Add \u2068حمص بالطحينة\u2069" }).click();
  await page.getByRole("button", { name: /^Add · / }).click();
  await visit.assertReflows();
  await visit.assertLargeLetters();
  await page.getByRole("link", { name: /^Check out · / }).click();
  await page.getByRole("button", { name: /Place the order · / }).waitFor();
  await visit.assertAccessible();
  await visit.assertReflows();
  await visit.assertLargeLetters();
  await visit.picture("checkout-phone-arabic");
  await visit.finish();
});

test("names of 80 letters without a space are read to their end in the dialog of a dish", async () => {
  const name = "Donaudampfschifffahrtselektrizität".repeat(3).slice(0, 80);
  const price = { amount: { amountMinor: 100, currency: "EUR" } };
  const options = [{ externalId: "option", name, price }];
  const variations = [
    { externalId: "one", name, price },
    { externalId: "two", name: "Two", price },
  ];
  const item = { externalId: "dish", name: "Dish", variations, modifierGroups: [{ groupId: "group" }] };
  const { locationId } = await createOrderingLocation(
    service,
    {},
    {
      currency: "EUR",
      modifierGroups: [{ externalId: "group", name, minSelections: 0, maxSelections: 2, options }],
      categories: [{ externalId: "all", name: "All", items: [item] }],
    },
  );
  const visit = await browser.newPage();
  await visit.open(`/store/${locationId}`);
  await visit.page.getByRole("button", { name: "Add Dish" }).click();
  await visit.page.locator("#dish fieldset").nth(1).waitFor();
  const hidden = await visit.page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".dish-body"))`,
  );
  assert.ok(hidden <= 0, `${hidden} pixels of the names are cut`);
  await visit.finish();
});
