/** A guest on a slow line chooses before the script of the page is there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser } from "../../../test/harness/browser.ts";
import { startService } from "../../../test/harness/service.ts";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";

test("a party that is chosen before the script is there is shown once it is", async () => {
  const service = await startService();
  const browser = await startBrowser(service.url);
  try {
    const location = await createBookableLocation(service.database, tablesOfFour(2), { bookings_enabled: true });
    const visit = await browser.newPage();
    const { page } = visit;
    const script = Promise.withResolvers<void>();
    await page.route(/finder[^/]*\.js/, (route) => script.promise.then(() => route.continue()));
    await page.goto(`${service.url}/book/${location}`, { waitUntil: "commit" });
    await page.getByRole("radio", { name: "4 people" }).check();
    script.resolve();
    await page.getByRole("heading", { name: /4 people/ }).waitFor();
    await page.waitForURL(/party=4/);
    assert.equal(await page.getByRole("radio", { name: "4 people" }).isChecked(), true);
    await visit.finish();
  } finally {
    await browser.close();
    await service.stop();
  }
});
