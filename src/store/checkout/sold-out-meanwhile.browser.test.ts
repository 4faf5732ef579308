/** A dish that sells out while the checkout is open: the diner is told first, and the focus stays with what was pressed. */
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { formatBasket } from "../shared/basket-field.ts";

let service: TestService;
let browser: TestBrowser;
let venue: OrderingLocation;

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(service, { name: "Bistro Maple" });
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("the summary says that a dish is gone and has the focus; the button that takes it out keeps the focus", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/409/);
  const { page } = visit;
  const basket = formatBasket([
    { menu_entity_id: "soup-bowl", quantity: 2 },
    { menu_entity_id: "bread-loaf", quantity: 1 },
  ]);
  await visit.open(`/store/${venue.locationId}/checkout?b=${basket ?? ""}`);
  await page.getByLabel("Name", { exact: true }).fill("Dana Diner");
  await page.getByLabel("Phone", { exact: true }).fill("+12175550142");
  await page.getByLabel(/^Only on the page/).check();
  const { data } = (await venue.call("GET", `/v1/locations/${venue.locationId}/stock_status`)).body;
  const bread = data.find((row: { readonly externalId: string }) => row.externalId === "bread");
  await venue.call("PATCH", `/v1/locations/${venue.locationId}/stock_status`, [
    { id: bread.id, stockStatus: "out_of_stock" },
  ]);
  await page.getByRole("button", { name: /^Place the order · / }).click();
  await page.locator("#mistakes:focus").filter({ hasText: "Some dishes are no longer available." }).waitFor();
  await visit.assertAccessible();
  await page.getByRole("button", { name: "Remove 1 sold-out dish" }).click();
  await page.locator("#place:focus").filter({ hasText: "Place the order · $19.80" }).waitFor();
  await visit.finish();
});
