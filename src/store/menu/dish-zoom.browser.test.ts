/** A dish at 400 %: a window of 1280 by 1024 pixels is one of 320 by 256 then. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, readBistroMenu, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;
let shop: OrderingLocation;
before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, {}, await readBistroMenu());
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

test("the dialog of a dish is read as a whole where the window is low, and its mistake hides nothing", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await page.setViewportSize({ width: 320, height: 256 });
  await visit.open(`/store/${shop.locationId}`);
  await page.locator('[data-dish="burger"]').click();
  const add = page.locator('#dish button[type="submit"]');
  await add.click();
  await page.locator("#dish .mistake").filter({ visible: true }).first().waitFor();
  const read = await page.evaluate<unknown>(`[...document.querySelectorAll("#dish, #dish *")]
    .filter((part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY))
    .map((part) => ({ id: part.id, height: part.clientHeight }))`);
  assert.deepEqual(read, [{ id: "dish", height: 238 }]);
  await visit.assertLargeLetters();
  await visit.finish();
});
