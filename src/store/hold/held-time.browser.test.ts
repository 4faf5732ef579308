/** The page of a held table in a browser whose clocks stood. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { localDate } from "../../kernel/wall-time.ts";

/** Where a day has 24 hours. */
const address = { line1: null, line2: null, city: "Paris", region: null, postal_code: null, country: "FR" };
const inDays = (days: number): string => localDate("Europe/Paris", Date.now() + days * 24 * 3_600_000);

describe("the time of a hold", () => {
  let service: TestService;
  let browser: TestBrowser;

  before(async () => {
    service = await startService();
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  test("a telephone that slept through the time of a hold learns of it when it wakes", async () => {
    const own = await createBookableLocation(service.database, tablesOfFour(1), { address });
    const visit = await browser.newPage();
    const { page } = visit;
    await visit.open(`/book/${own}?party=2&date=${inDays(2)}`);
    await page.getByRole("button", { name: "20:00" }).click();
    await page.getByText("This table is yours until").waitFor();
    await page.getByLabel("First name").fill("Sleepy");
    // The clocks of a page stand while the telephone sleeps; that of the restaurant goes on.
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 400 WHERE id = $1", [own]),
    );
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
    await page.getByText("The time for this table is over.").first().waitFor();
    assert.equal(await page.getByLabel("First name").inputValue(), "Sleepy");
    await visit.finish();
  });

  test("what was typed outlives a broken connection and a busy service; the same button sends it again", async () => {
    const own = await createBookableLocation(service.database, tablesOfFour(1), { address });
    const visit = await browser.newPage();
    const { page } = visit;
    await visit.open(`/book/${own}?party=2&date=${inDays(2)}`);
    await page.getByRole("button", { name: "20:00" }).click();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByLabel("Phone").fill("+33655550142");
    await page.context().setOffline(true);
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const button = page.getByRole("button", { name: "Book this table" });
    await button.click();
    await page.getByText("No answer came. Check your connection, then press again.").waitFor();
    assert.equal(await page.getByLabel("First name").inputValue(), "Ada");
    await page.context().setOffline(false);
    // A proxy answers in place of the service.
    const proxy = { status: 503, contentType: "text/html", body: "<h1>503</h1>" };
    await page.route(/\/book\//, (route) => route.fulfill(proxy), { times: 1 });
    visit.expectComplaint(/503/);
    await button.click();
    await page.getByText("We could not take this now. Wait a moment, then press again.").waitFor();
    assert.equal(await page.getByLabel("First name").inputValue(), "Ada");
    await button.click();
    await page.waitForURL(/\/booking\//);
    await visit.finish();
  });
});
