/** Diners and guests whose browser translates the pages by itself: what is shown stays the present state, said once. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { translatePages } from "../../../test/harness/translator.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";

describe("a translated page", () => {
  let service: TestService;
  let browser: TestBrowser;
  let shop: OrderingLocation;
  before(async () => {
    service = await startService();
    shop = await createOrderingLocation(service);
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  test("has the number and the sum of the basket as it is now", async () => {
    const visit = await browser.newPage();
    const { page } = visit;
    await translatePages(page);
    await visit.open(`/store/${shop.locationId}`);
    await page.locator("h1 font font").waitFor();
    await page.locator('[data-dish="soup"]').click();
    await page.locator('#dish button[type="submit"]').click();
    await page.locator(".count", { hasText: "1" }).waitFor();
    const one = await page.locator("#to-checkout", { hasText: "·" }).textContent();
    await page.locator("#line-0-more").click();
    await page.locator(".count", { hasText: "2" }).waitFor();
    await waitUntilTrue(() =>
      page.evaluate<boolean>(`!document.querySelector("#to-checkout").textContent.includes(${JSON.stringify(one)})`),
    );
    assert.equal(await page.locator("#lines > li").count(), 1);
    await page.locator("#line-0-remove").click();
    await page.locator("#empty").filter({ visible: true }).waitFor();
    await visit.finish();
  });

  test("follows an order, and says a state once", async () => {
    const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
      body: {
        items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
        payment: "pay_in_store",
        customer: { name: "Dana Diner", phone: "+12175550142" },
      },
      headers: { "idempotency-key": "translated" },
    });
    assert.equal(placed.status, 201, placed.text);
    const { order, token } = placed.body;
    const visit = await browser.newPage();
    const { page } = visit;
    await translatePages(page);
    await page.addInitScript(`
      window.said = [];
      addEventListener("load", () => new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes)
          if (target.matches?.("p.unseen[role=status]"))
            for (const node of addedNodes) if (node.nodeType === Node.TEXT_NODE) window.said.push(node.data);
      }).observe(document.body, { childList: true, subtree: true }));
    `);
    await visit.open(`/order/${token}`);
    await page.locator("#order font").first().waitFor();
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/accept`, {})).status, 200);
    await page.locator("#order").getByText("We are preparing your order.").waitFor();
    // The same page read again says nothing again.
    const again = page.waitForResponse((answer) => answer.url().endsWith(`/order/${token}`));
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await (await again).finished();
    assert.equal((await shop.call("POST", `/v1/orders/${order.id}/ready`, {})).status, 200);
    await page.locator("#order").getByText("Your order is ready").first().waitFor();
    const said = await page.evaluate<string[]>("window.said");
    assert.deepEqual(said, [...new Set(said)]);
    assert.equal(said.length, 2, said.join(" | "));
    await visit.finish();
  });

  test("counts down the time of a held table, and is not written anew each second", async () => {
    const own = await createBookableLocation(service.database, tablesOfFour(1));
    const visit = await browser.newPage();
    const { page } = visit;
    await translatePages(page);
    await page.addInitScript(`
      window.ticks = 0;
      const every = setInterval;
      window.setInterval = (work) => every(() => { work(); window.ticks += 1; }, 50);
    `);
    await visit.open(`/book/${own}?party=2`);
    await page.locator("button[name=slot]").first().click();
    await page.locator("[data-left] font font").waitFor();
    const before = await page.evaluate<number>(`
      window.written = 0;
      new MutationObserver(() => { window.written += 1; }).observe(document.querySelector("[data-left]"), { childList: true });
      window.ticks;
    `);
    await waitUntilTrue(() => page.evaluate<boolean>(`window.ticks > ${before + 2}`));
    assert.equal(await page.evaluate("window.written"), 0);
    await visit.finish();
  });
});
