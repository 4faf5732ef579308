/** Back from the payment in a browser: what was typed is there, with the tip and the promo code (rules/ordering 14.3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { formatBasket } from "../shared/basket-field.ts";

let service: TestService;
let browser: TestBrowser;
let venue: OrderingLocation;

const usd = (amountMinor: number) => ({ amountMinor, currency: "USD" });
const menu = {
  currency: "USD",
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "soup",
          name: "Soup",
          variations: [{ externalId: "soup-bowl", name: "Bowl", price: { amount: usd(900) } }],
        },
      ],
    },
  ],
  productSets: [{ externalId: "all", allProducts: true }],
  discounts: [
    {
      externalId: "one-off",
      name: "One off",
      benefitType: "amount",
      amount: usd(100),
      benefitTargetProductSetId: "all",
    },
  ],
  promotions: [{ externalId: "welcome", name: "Welcome", discountId: "one-off", applicationMode: "coupon" }],
  coupons: [{ externalId: "welcome-coupon", code: "WELCOME", promotionId: "welcome" }],
};

before(async () => {
  service = await startService();
  venue = await createOrderingLocation(service, { name: "Bistro Maple" }, menu);
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("Back has the name, the tip and the promo code, and leads to the payment; a new order takes the place of the first", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  const basket = formatBasket([{ menu_entity_id: "soup-bowl", quantity: 2 }]);
  await visit.open(`/store/${venue.locationId}/checkout?b=${basket ?? ""}`);
  await page.getByLabel("Name", { exact: true }).fill("Dana Diner");
  await page.getByLabel("Phone", { exact: true }).fill("+12175550142");
  await page.getByLabel(/^Only on the page/).check();
  await page.getByLabel(/^Promo code/).fill("WELCOME");
  await page.getByLabel("10%").check();
  await page.getByRole("button", { name: "Place the order · $18.80" }).click();
  await page.waitForURL(/\/pay\//);
  const first = page.url();
  await page.goBack();
  await page.getByText("is not paid yet. A new order takes its place: you pay only once.").waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Dana Diner");
  assert.ok(await page.getByLabel("10%").isChecked());
  const again = page.getByRole("button", { name: "Place the order · $18.80" });
  await again.waitFor();
  assert.equal(await page.getByLabel(/^Promo code/).inputValue(), "WELCOME");
  const pay = page.getByRole("link", { name: "Pay $18.80" });
  assert.equal(await pay.getAttribute("href"), new URL(first).pathname);
  await visit.assertAccessible();
  await again.click();
  await page.waitForURL((url) => url.pathname.startsWith("/pay/") && url.href !== first);
  await page.goto(first);
  await page.getByText("You ordered again in its place.").first().waitFor();
  await visit.finish();
});
