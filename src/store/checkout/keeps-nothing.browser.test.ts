/** A diner whose browser keeps nothing: storage is denied, and there is no service worker and no second window. */
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;
let shop: OrderingLocation;
before(async () => {
  service = await startService({ workers: true });
  shop = await createOrderingLocation(service);
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("orders from the menu to the page of the order", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await page.addInitScript(`
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
    window.open = () => null;
  `);
  await visit.open(`/store/${shop.locationId}`);
  await page.locator('[data-dish="soup"]').click();
  await page.locator('#dish button[type="submit"]').click();
  await page.locator("#to-checkout", { hasText: "·" }).click();
  await page.locator("#place", { hasText: "·" }).waitFor();
  // Back on the menu the soup is still in the order, and a second one comes to it.
  await page.getByRole("link", { name: "Back to the menu" }).click();
  await page.locator("#line-0-more").click();
  await page.locator(".count", { hasText: "2" }).waitFor();
  await page.locator("#to-checkout", { hasText: "·" }).click();
  await page.locator("#name").fill("Dana Diner");
  await page.locator("#phone").fill("+12175550142");
  await page.getByLabel(/^Only on the page/).check();
  await page.locator("#place:enabled", { hasText: "·" }).click();
  await page.waitForURL(/\/(pay|order)\//);
  // The order is never paid: ordered again, its soups are on the menu.
  await page.getByRole("link", { name: "Back to your order" }).click();
  await page.getByRole("link", { name: "Cancel the order" }).click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await page.getByRole("link", { name: "Order again" }).click();
  await page.locator(".count", { hasText: "2" }).waitFor();
  await page.locator("#to-checkout", { hasText: "·" }).waitFor();
  await visit.open("/mine");
  await page.locator("h1").waitFor();
  await visit.finish();
});
