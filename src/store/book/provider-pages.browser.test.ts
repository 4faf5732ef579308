/** A guest in a real browser at a restaurant whose book a provider keeps: answers at once, late answers, and refusals. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createProviderLocation, dateThere } from "../../../test/harness/provider-location.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

describe("booking in a browser where a provider keeps the book", () => {
  let service: TestService;
  let browser: TestBrowser;
  let locationId: Id<"str">;

  before(async () => {
    service = await startService({
      workers: true,
      settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
    });
    const restaurant = { name: "Bistro Elsewhere", phone: "+33142600142" };
    locationId = await createProviderLocation(service, { adapter: "simulated" }, restaurant);
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  /** Finds and holds a time, and fills in who is coming. */
  async function holdTable(visit: WatchedPage, days: number, lastName: string): Promise<void> {
    const { page } = visit;
    await visit.open(`/book/${locationId}?party=2&date=${dateThere(days)}`);
    await page.getByRole("button", { name: "7:00 PM" }).click();
    await page.getByRole("heading", { name: "Almost yours" }).waitFor();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill(lastName);
  }

  test("pending, then confirmed: the page shows the answer by itself (rules/providers 1.5)", async () => {
    const visit = await browser.newPage();
    const { page } = visit;
    await holdTable(visit, 2, "Pending");
    await visit.assertAccessible();
    await page.getByRole("button", { name: "Book this table" }).click();
    await page.getByRole("heading", { name: "Your request is with us" }).waitFor();
    await page.getByText("We are confirming. This page shows the answer as soon as we know it.").waitFor();
    await visit.assertAccessible();
    await visit.picture("book-provider-pending");
    await service.database.transaction(async (tx) => {
      await tx.rows("UPDATE simulated_reservations SET until = clock_timestamp() WHERE status = 'pending'");
      await tx.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp()");
    });
    await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
    await visit.finish();
  });

  test("no answer within two seconds: a page that waits and leads on to the booking (rules/providers 1.11)", async () => {
    const visit = await browser.newPage();
    const { page } = visit;
    await holdTable(visit, 3, "Lost");
    // The page asks again after two seconds: it gets no answer until it was looked at.
    const looked = Promise.withResolvers<void>();
    await page.route("**/*", async (route) => {
      const request = route.request();
      if (request.resourceType() === "fetch" && request.method() === "GET") await looked.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Book this table" }).click();
    await page.getByRole("heading", { name: "We are confirming" }).waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("book-provider-waiting");
    looked.resolve();
    await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
    assert.match(page.url(), /\/booking\/[\w-]{43}\?done=booked$/);
    await visit.finish();
  });

  test("without script: a no is said, what was typed is kept, and the next try books (rules/providers 3.1)", async () => {
    const visit = await browser.newPage({ script: false });
    const { page } = visit;
    await holdTable(visit, 4, "Refuse");
    visit.expectComplaint(/409/);
    await page.getByRole("button", { name: "Book this table" }).click();
    await page.getByText("Our booking system said no").waitFor();
    assert.equal(await page.getByLabel("Last name").inputValue(), "Refuse");
    await page.getByLabel("Last name").fill("Byron");
    await page.getByRole("button", { name: "Book this table" }).click();
    await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
    await page.getByRole("link", { name: "Cancel booking" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await page.getByRole("heading", { name: "Your booking is cancelled" }).waitFor();
    await visit.finish();
  });
});
