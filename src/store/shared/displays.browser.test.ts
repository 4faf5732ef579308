/** Pages of guests with letters twice as large, with colours of the reader's own, in a low window, and on paper. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { assertPrints, assertToldWithoutColour, assertWordsWhole } from "../../../test/harness/displays.ts";
import { createOrderingLocation, readBistroMenu, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;
let shop: OrderingLocation;
let order: string;
before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, {}, await readBistroMenu());
  const items = [
    { menu_entity_id: "lemonade-33", quantity: 2 },
    { menu_entity_id: "quiche-slice", quantity: 1 },
  ];
  const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    body: { items, customer: { name: "Dana Diner", phone: "+12175550142" } },
    headers: { "idempotency-key": "displays" },
  });
  assert.equal(placed.status, 201, placed.text);
  order = `/order/${placed.body.token}`;
  await shop.call("POST", `/v1/orders/${placed.body.order.id}/accept`, {});
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("letters twice as large break no word, colours of the reader hide no state, and paper has no controls", async () => {
  const table = await createBookableLocation(service.database, tablesOfFour(2));
  const visit = await browser.newPage();
  for (const path of [
    `/store/${shop.locationId}`,
    `/store/${shop.locationId}/dish?dish=burger`,
    order,
    `${order}/receipt`,
    `/book/${table}?party=2`,
    `/join/${table}`,
    "/find",
  ]) {
    await visit.open(`${path}${path.includes("?") ? "&" : "?"}lang=en`);
    await assertWordsWhole(visit.page);
    await assertToldWithoutColour(visit.page);
    await assertPrints(visit.page);
  }
  await visit.finish();
});

test("at 400 % no bar of the menu stays over the dishes", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await page.setViewportSize({ width: 320, height: 256 });
  await visit.open(`/store/${shop.locationId}`);
  await page.locator('[data-dish="quiche"]').first().click();
  await page.locator('#dish button[type="submit"]').click();
  await page.locator("#order-bar").waitFor();
  const staying = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility() && /sticky|fixed/.test(getComputedStyle(each).position))
    .map((each) => each.className)`);
  assert.deepEqual(staying, []);
  await visit.finish();
});
