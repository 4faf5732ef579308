import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type Screen, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createOrderingLocation, readBistroMenu, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { sizeOf, startPictures, type Pictures } from "./pictures.fixture.ts";

let service: TestService;
let browser: TestBrowser;
let venue: OrderingLocation;
let pictures: Pictures;

interface BistroMenu {
  readonly categories: { readonly items: { readonly externalId: string; imageUrl?: string }[] }[];
}

before(async () => {
  pictures = await startPictures();
  const menu = (await readBistroMenu()) as BistroMenu;
  const burger = menu.categories[0]?.items[0];
  assert.ok(burger !== undefined);
  burger.imageUrl = `${pictures.url}/burger.png`;
  service = await startService({ workers: true });
  venue = await createOrderingLocation(service, { name: "Bistro Maple", preparation_minutes: 20 }, menu);
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
  pictures.stop();
});

const path = (): string => `/store/${venue.locationId}`;

/** Puts the burger into the order: a size, how it is done, a side. */
async function addBurger({ page }: WatchedPage, look: () => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole("button", { name: "Add Bistro burger" }).click();
  const dialog = page.getByRole("dialog", { name: "Bistro burger" });
  await dialog.getByRole("radio", { name: "Double" }).check();
  await look();
  const submit = dialog.getByRole("button", { name: /^Add/ });
  await submit.click();
  // A side must be chosen; the mistake says so and the focus is there.
  await dialog.getByText("Choose at least 1.").or(dialog.getByText("Choose one.")).first().waitFor();
  const side = dialog.getByRole("group", { name: /side/i });
  const first = side.locator("input:enabled:not([value=''])").first();
  if ((await first.getAttribute("type")) === "number") await first.fill("1");
  else await first.check();
  await submit.click();
}

for (const screen of ["phone", "desktop"] as const satisfies readonly Screen[]) {
  test(`from an empty basket to a fulfilled order, at ${screen} width, with a partner deciding in between`, async () => {
    const visit = await browser.newPage({ screen, dark: screen === "desktop" });
    const { page } = visit;
    await visit.open(path());
    await visit.assertAccessible();
    await page.getByText("Nothing chosen yet").waitFor();
    await visit.picture(`store-${screen}-empty`);
    await addBurger(visit, async () => {
      await visit.assertAccessible();
      await visit.assertReflows();
      await visit.assertLargeLetters();
      await visit.picture(`store-${screen}-dish`);
    });
    await page.getByText("Bistro burger is in your order.").waitFor();
    await page.getByRole("button", { name: "One Bistro burger more" }).click();
    await page.locator(".count", { hasText: "2" }).waitFor();
    await visit.assertAccessible();
    await visit.picture(`store-${screen}-order-of-menu`);
    await page.getByRole("link", { name: /^Check out · / }).click();
    await page.getByRole("button", { name: /Place the order · / }).waitFor();
    await page.getByText("Why these amounts?").click();
    await page.getByText(/^2 × Bistro burger \(Double\): /).waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture(`checkout-${screen}`);
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: /Place the order · / }).click();
    // The summary of what is missing has the focus, and leads to the fields.
    await page.locator("#mistakes:focus").waitFor();
    await visit.assertAccessible();
    await visit.picture(`checkout-${screen}-mistakes`);
    await page.getByRole("link", { name: "Enter your name." }).click();
    await page.keyboard.type("Dana Diner");
    await page.getByLabel("Phone", { exact: true }).fill("+33655550123");
    await page.getByLabel(/^Only on the page/).check();
    await page.getByText("15%").click();
    await page.getByRole("row", { name: /Tip/ }).waitFor();
    // The amount on the button is the total, with the tip.
    const total = await page
      .getByRole("row", { name: /^Total/ })
      .getByRole("cell")
      .textContent();
    await page.getByRole("button", { name: `Place the order · ${total ?? "?"}` }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole("link", { name: "Back to your order" }).waitFor();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/order\//);
    await page.getByText("We have your order and confirm it within minutes.").first().waitFor();
    const { id } = await service.database.read.one<{ id: string }>(
      "SELECT id FROM orders WHERE location_id = $1 ORDER BY id DESC LIMIT 1",
      [venue.locationId],
    );
    const partner = async (step: string) =>
      assert.equal((await venue.call("POST", `/v1/orders/${id}/${step}`, {})).status, 200);
    await partner("accept");
    await page.getByText("We are preparing your order.").first().waitFor();
    await visit.assertAccessible();
    await visit.picture(`store-${screen}-order`);
    await partner("ready");
    await page.getByText("Your order is ready: come and collect it.").first().waitFor();
    await partner("complete");
    await page.getByText("Collected. Enjoy your meal!").first().waitFor();
    await visit.finish();
  });
}

describe("what the diner is told", () => {
  test("sold out, closed with the next possible time, and a way to take it", async () => {
    const closed = await createOrderingLocation(service, { preparation_minutes: 10 }, await readBistroMenu());
    const stock = (await closed.call("GET", `/v1/locations/${closed.locationId}/stock_status`)).body.data;
    const salad = stock.find((row: { externalId: string }) => row.externalId === "salad");
    await closed.call("PATCH", `/v1/locations/${closed.locationId}/stock_status`, [
      { id: salad.id, stockStatus: "out_of_stock" },
    ]);
    const visit = await browser.newPage();
    visit.expectComplaint(/422/);
    const { page } = visit;
    await visit.open(`/store/${closed.locationId}`);
    await page.getByText("Sold out").waitFor();
    assert.equal(await page.getByRole("button", { name: "Add Green salad" }).isDisabled(), true);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET ordering_paused_until = now() + interval '1 hour' WHERE id = $1", [
        closed.locationId,
      ]),
    );
    await addBurger(visit);
    await page.getByText(/Not taking orders until/).waitFor();
    const later = page.getByRole("link", { name: /^Order for / });
    await later.scrollIntoViewIfNeeded();
    await visit.assertAccessible();
    await visit.picture("store-phone-paused");
    // What sells out meanwhile is told, and the menu shows it.
    const [burger] = stock.filter((row: { externalId: string }) => row.externalId === "burger");
    const sell = (stockStatus: string) =>
      closed.call("PATCH", `/v1/locations/${closed.locationId}/stock_status`, [{ id: burger.id, stockStatus }]);
    await sell("out_of_stock");
    await page.getByRole("button", { name: "One Bistro burger more" }).click();
    await page.getByText("Bistro burger is out of stock.").waitFor();
    await page.getByRole("link", { name: "Remove 1 sold-out dish" }).waitFor();
    await page.locator('[data-dish="burger"]:disabled').waitFor();
    await sell("in_stock");
    // Who comes now is shown the menu of the first possible time at once.
    await visit.open(`/store/${closed.locationId}`);
    await page.getByText(/You can order ahead/).waitFor();
    await later.click();
    await page.waitForURL(/\/checkout/);
    await page
      .locator("#place")
      .filter({ hasText: /^\s*Order for / })
      .waitFor();
    await sell("out_of_stock");
    await page.getByRole("button", { name: "One Bistro burger more" }).click();
    const remove = page.getByRole("button", { name: "Remove 1 sold-out dish" });
    await remove.waitFor();
    await visit.assertAccessible();
    await visit.picture("checkout-phone-sold-out");
    await remove.click();
    await page.waitForURL(`${service.url}/store/${closed.locationId}`);
    await page.getByText("Nothing chosen yet").waitFor();
    await visit.finish();
  });
});

describe("the page itself", () => {
  test("is ordered from without a script, and is under 40 KB with all that it loads; its checkout is under 30 KB", async () => {
    const visit = await browser.newPage({ script: false });
    visit.expectComplaint(/422/);
    const { page } = visit;
    await visit.open(path());
    assert.ok(await page.getByRole("heading", { name: "Bistro burger" }).isVisible());
    await page.getByRole("button", { name: "Add Bistro burger" }).click();
    await page.getByRole("heading", { name: "Bistro burger" }).waitFor();
    await visit.assertReflows();
    await visit.picture("dish-phone-plain");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("link", { name: /^Side: Choose one/ }).waitFor();
    await page.getByLabel("Side salad").check();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Medium, Side salad").waitFor();
    await visit.picture("store-phone-plain");
    await page.getByRole("link", { name: /^Check out · / }).click();
    await page.getByText("10%").click();
    await page.getByRole("button", { name: "Show the price" }).last().click();
    await page.getByRole("row", { name: /Tip/ }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Dana Diner");
    await page.getByLabel("Phone", { exact: true }).fill("+33655550123");
    await page.getByLabel(/^Only on the page/).check();
    await visit.picture("checkout-phone-plain");
    await page.getByRole("button", { name: /^Place the order · / }).click();
    await page.getByRole("link", { name: "Back to your order" }).waitFor();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL(/\/order\//);
    await page.getByText("We have your order and confirm it within minutes.").first().waitFor();
    await visit.finish();
    const bytesOf = async (page: string) => {
      const html = await (await fetch(service.url + page)).text();
      const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? "");
      assert.ok(files.length >= 5);
      const sizes = await Promise.all([...new Set([page, ...files])].map((file) => sizeOf(service.url + file)));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const basket = formatBasket([{ menu_entity_id: "tart-slice", quantity: 2 }]) ?? "";
    for (const [page, most] of [
      [path(), 40_000],
      [`${path()}/checkout?b=${basket}`, 30_000],
    ] as const) {
      const bytes = await bytesOf(page);
      assert.ok(bytes < most, `${page}: ${bytes} bytes of ${most}`);
    }
  });

  test("pictures come from this service, fetched once, and only pictures (rules/ordering 14.5)", async () => {
    const soup = (externalId: string) => ({
      externalId,
      name: externalId,
      imageUrl: `${pictures.url}/${externalId}`,
      variations: [
        { externalId: `${externalId}-one`, name: "One", price: { amount: { amountMinor: 1, currency: "USD" } } },
      ],
    });
    const items = [soup("burger.png"), soup("drawing.svg")];
    const menu = { currency: "USD", categories: [{ externalId: "all", name: "All", items }] };
    const { locationId } = await createOrderingLocation(service, {}, menu);
    const html = await (await fetch(`${service.url}/store/${locationId}`)).text();
    const [burger, drawing] = [...html.matchAll(/src="(\/store\/photos\/[^"]+)"/g)].map(([, photo]) => photo ?? "");
    assert.ok(burger !== undefined && drawing !== undefined);
    const before = pictures.asks();
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(service.url + burger)));
    assert.ok(pictures.asks() - before <= 1);
    for (const answer of answers) {
      assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    }
    assert.equal((await fetch(service.url + drawing)).status, 404);
    const unknown = `${service.url}/store/photos/${locationId}/${"x".repeat(22)}`;
    assert.equal((await fetch(unknown)).status, 404);
  });

  test("everything is done with the keyboard alone, from the menu to the order", async () => {
    const visit = await browser.newPage({ screen: "desktop" });
    const { page } = visit;
    await visit.open(path());
    await visit.tabTo('[aria-label="Add Sparkling water"]');
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("dialog").count(), 0);
    const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');
    assert.equal(await focused(), "Add Sparkling water");
    await page.keyboard.press("Enter");
    await visit.tabTo('#dish button[type="submit"]');
    await page.keyboard.press("Enter");
    await page.getByText("Sparkling water is in your order.").waitFor();
    await visit.tabTo("#line-0-more");
    await page.keyboard.press("Enter");
    await page.getByText("2 × Sparkling water", { exact: true }).waitFor();
    assert.equal(await focused(), "One Sparkling water more");
    await visit.tabTo("#to-checkout");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/checkout/);
    await visit.tabTo("#name");
    await page.keyboard.type("Dana Diner");
    // The key that ends a line does not order.
    await page.keyboard.press("Enter");
    await visit.tabTo("#phone");
    await page.keyboard.type("+33655550123");
    await visit.tabTo('[name="told_by"]');
    await page.keyboard.press("ArrowDown");
    await visit.tabTo('[name="payment"]');
    await page.keyboard.press("ArrowDown");
    await visit.tabTo("#place");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/order\//);
    await page.getByText("We have your order and confirm it within minutes.").first().waitFor();
    await visit.finish();
  });

  test("there is nothing at a location that does not exist", async () => {
    const visit = await browser.newPage();
    visit.expectComplaint(/404/);
    assert.equal((await visit.open("/store/str_01m7zfkx8kf5w9nt3wq2fzs0d4")).status(), 404);
    await visit.assertAccessible();
    await visit.finish();
  });
});
