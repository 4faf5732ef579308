/** A diner who watches an order in a real browser while the restaurant decides; nothing is reloaded by hand. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

describe("the order page in a browser", () => {
  let service: TestService;
  let browser: TestBrowser;
  let shop: OrderingLocation;
  let keys = 0;

  before(async () => {
    service = await startService({
      settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
    });
    shop = await createOrderingLocation(service);
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  const items = [
    { menu_entity_id: "soup-bowl", quantity: 2 },
    { menu_entity_id: "bread-loaf", quantity: 1 },
  ];

  async function place(): Promise<{ readonly token: string; readonly id: string; readonly lines: readonly string[] }> {
    const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
      body: { items, customer: { name: "Dana Diner", phone: "+12175550142" } },
      headers: { "idempotency-key": `order-page-${++keys}` },
    });
    assert.equal(placed.status, 201, placed.text);
    const { order, token } = placed.body;
    return { token, id: order.id, lines: order.line_items.map(({ id }: { id: string }) => id) };
  }

  const decide = async (id: string, what: string, body?: unknown) => {
    const answer = await shop.call("POST", `/v1/orders/${id}/${what}`, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };

  test("every page of guests reads from the right, and nothing is scrolled sideways (rules/languages 1.7)", async () => {
    const { token } = await place();
    const at = shop.locationId;
    const table = await createBookableLocation(service.database, tablesOfFour(2));
    const visit = await browser.newPage();
    visit.expectComplaint(/404/);
    const paths = [
      "/",
      `/r/${at}`,
      `/store/${at}`,
      `/store/${at}/address`,
      `/order/${token}`,
      `/order/${token}/cancel`,
    ];
    paths.push(
      `/find?at=${at}`,
      "/find/lost",
      "/mine",
      `/book/${table}?party=2`,
      `/book/${table}/group`,
      `/join/${table}`,
    );
    for (const path of paths) {
      await visit.open(`${path}${path.includes("?") ? "&" : "?"}lang=ar-XB`);
      assert.equal(await visit.page.evaluate("document.documentElement.dir"), "rtl", path);
      await visit.assertReflows();
      await visit.assertLargeLetters();
    }
    await visit.picture("from-the-right");
    await visit.finish();
  });

  test("pays, follows each step without reload, takes an order without what has run out, until it is collected (rules/ordering 14.4)", async () => {
    const { token, id, lines } = await place();
    const visit = await browser.newPage();
    const { page } = visit;
    await visit.open(`/order/${token}`);
    await page.getByText("Your order waits for its payment.").waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("order-1-unpaid");
    await page.getByRole("link", { name: /^Pay / }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole("button", { name: /^Pay / }).click();
    await page
      .getByText(/Paid|Thank you/)
      .first()
      .waitFor();

    await visit.open(`/order/${token}`);
    await page.getByText("We have your order").first().waitFor();
    await decide(id, "accept");
    await page.locator("#order").getByText("We are preparing your order.").waitFor();
    await page.locator("[role=status]").getByText("are preparing your order").waitFor({ state: "attached" });
    const change = await decide(id, "unavailable_items", {
      line_items: [{ id: lines[1] }],
      reason: "The oven is cold",
    });
    await page.getByText("The oven is cold").waitFor();
    await visit.assertAccessible();
    await visit.picture("order-2-offer");
    await page.getByRole("button", { name: "Go on without it" }).click();
    await page.getByText("Taken off the order:").waitFor();
    assert.equal((await shop.call("GET", `/v1/orders/${id}`)).body.changes[0].id, change.id);

    await decide(id, "ready");
    await page.getByText("Your order is ready: come and collect it.").first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Cancel the order" }).count(), 0);
    await decide(id, "complete");
    await page.getByText("Collected. Enjoy your meal!").first().waitFor();
    await visit.assertAccessible();
    await visit.picture("order-3-done");

    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByRole("heading", { name: "Receipt", exact: true }).waitFor();
    await page.getByRole("button", { name: "Print or save as PDF" }).waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("order-6-receipt");
    // Paper is light, also of a device that shows pages dark.
    const colors = "[getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.body).color]";
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    const light = await page.evaluate<string[]>(colors);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.deepEqual(await page.evaluate(colors), light);
    assert.equal(light[0], "light");
    assert.equal(await page.getByRole("button", { name: "Print or save as PDF" }).isVisible(), false);
    // On a roll of 80 mm the choices of a dish are no larger than the dish.
    const screen = page.viewportSize();
    await page.setViewportSize({ width: 302, height: 800 });
    const sizes = await page.evaluate<number[]>(`(() => {
      const dish = document.querySelector(".receipt tr th");
      const choices = Object.assign(document.createElement("span"), { className: "soft small" });
      dish.append(choices);
      return [dish, choices].map((each) => Number.parseFloat(getComputedStyle(each).fontSize));
    })()`);
    assert.ok((sizes[1] ?? 99) <= (sizes[0] ?? 0), sizes.join(" "));
    await page.setViewportSize(screen ?? { width: 390, height: 844 });
    await page.emulateMedia({ media: "screen" });

    await visit.open("/mine");
    await page.getByRole("link", { name: /^Order \d+$/ }).waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("mine-1-list");
    await page.getByRole("button", { name: "Order again at today’s prices" }).click();
    await page.waitForURL(`**/store/${shop.locationId}`);
    assert.deepEqual(
      await page.evaluate(
        (key) =>
          JSON.parse(localStorage.getItem(key) ?? "[]").map((line: { menu_entity_id: string }) => line.menu_entity_id),
        `maple.basket.${shop.locationId}`,
      ),
      ["soup-bowl"],
    );
    await visit.open("/mine?lang=fr");
    await page.getByRole("button", { name: /^Oublier : Order \d+$/ }).waitFor();
    const kept = page.getByRole("link", { name: /^Order \d+$/ });
    assert.equal(await kept.getAttribute("lang"), "en", "what was kept in another language says which");
    await visit.open("/mine?lang=en");
    assert.equal(await kept.getAttribute("lang"), null);
    await page.getByRole("button", { name: /^Forget: / }).click();
    await page.getByText("Nothing is kept here yet.").waitFor();
    await visit.open(`/find?at=${shop.locationId}`);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("find-1-form");
    await visit.open(`/r/${shop.locationId}`);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("front-1");
    await visit.open("/");
    await visit.assertAccessible();
    await visit.picture("home-1");
    await visit.finish();
  });

  test("cancels while that is allowed, by keyboard, without script; and is told when it no longer is", async () => {
    const { token, id } = await place();
    const visit = await browser.newPage({ screen: "desktop", dark: true, script: false });
    await visit.open(`/order/${token}`);
    assert.equal(await visit.page.locator("noscript meta[http-equiv=refresh]").count(), 1);
    await visit.tabTo("#cancel");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("heading", { name: /^Cancel order/ }).waitFor();
    await visit.picture("order-4-cancel");
    await visit.tabTo("button.danger");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByText("You cancelled this order.").waitFor();
    await visit.picture("order-5-cancelled");
    assert.equal((await shop.call("GET", `/v1/orders/${id}`)).body.status, "CUSTOMER_CANCELLED");
    await visit.finish();
  });

  test("a link that is not an order's says so", async () => {
    for (const token of ["x", "q3Zr8dT1x5Vn0yKm7uWb2sLcEf9hGj4P", "%00", "a/b"]) {
      const answer = await service.call("GET", `/order/${token}`);
      assert.equal(answer.status, 404, token);
      assert.match(answer.text, /<h1>(Order|Page) not found<\/h1>/);
    }
  });
});
