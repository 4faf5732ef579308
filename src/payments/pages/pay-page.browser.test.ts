/** The payment link in a real browser: the test processor's form by keyboard, and the way to Stripe. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { startStripeShop, type StripeShop } from "../../../test/stand-ins/stripe/stripe-shop.ts";

describe("the page of the test processor", () => {
  let service: TestService;
  let browser: TestBrowser;
  let path: string;

  before(async () => {
    service = await startService();
    const shop = await createOrderingLocation(service);
    const order = await shop.place({ payment: "unpaid" });
    path = new URL(order.payment.payment_link_url).pathname;
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  test("a card that is declined, then one that pays: by keyboard, on a phone", async () => {
    const visit = await browser.newPage({ screen: "phone" });
    const { page } = visit;
    await visit.open(path);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("pay-1-open-phone");
    visit.expectComplaint(/422/);
    await visit.tabTo("#card_number");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("4000 0000 0000 0002");
    await page.keyboard.press("Enter");
    await page.getByText("The card was declined. Try another one.").waitFor();
    assert.equal(await page.locator("#card_number").inputValue(), "4000 0000 0000 0002");
    await visit.assertAccessible();
    await visit.picture("pay-2-declined-phone");
    await page.locator("#card_number").fill("4242 4242 4242 4242");
    await visit.tabTo("button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Paid $9.90" }).waitFor();
    await visit.assertAccessible();
    await visit.picture("pay-3-paid-phone");
    await visit.finish();
  });
});

describe("the page before Stripe", () => {
  let at: StripeShop;
  let browser: TestBrowser;

  before(async () => {
    at = await startStripeShop();
    browser = await startBrowser(at.service.url);
  });
  after(async () => {
    await browser.close();
    await at.stop();
  });

  test("leads to Stripe's page, and says what went wrong when it cannot", async () => {
    const { url } = await at.place();
    const visit = await browser.newPage({ screen: "desktop", dark: true });
    await visit.open(new URL(url).pathname);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("pay-4-stripe-desktop");
    at.stripe.fault = () => "rate_limited";
    visit.expectComplaint(/502/);
    await visit.page.getByRole("link", { name: "Pay $9.90" }).click();
    await visit.page.getByText("does not answer right now").waitFor();
    await visit.assertAccessible();
    await visit.picture("pay-5-stripe-away-desktop");
    await visit.finish();
  });
});
