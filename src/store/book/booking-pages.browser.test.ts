/** A guest in a real browser: from nothing to a booked table, moved, noted, cancelled; at phone and desktop width. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import {
  startBrowser,
  screens,
  type Screen,
  type TestBrowser,
  type WatchedPage,
} from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";

const restaurant = {
  name: "Bistro Maple",
  phone: "+33142600142",
  address: {
    line1: "12 Rue des Érables",
    line2: null,
    city: "Paris",
    region: null,
    postal_code: "75003",
    country: "FR",
  },
};

const inDays = (days: number): string => localDate("Europe/Paris", Date.now() + days * 24 * 3_600_000);

describe("booking a table in a browser", () => {
  let service: TestService;
  let browser: TestBrowser;
  let locationId: Id<"str">;

  before(async () => {
    service = await startService({
      settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
    });
    locationId = await createBookableLocation(service.database, smallConfiguration, restaurant);
    browser = await startBrowser(service.url);
  });
  after(async () => {
    await browser.close();
    await service.stop();
  });

  const bookingOf = (lastName: string) =>
    service.database.read.one<{ status: string; party_size: number; source: string; version: number; notes: string }>(
      "SELECT status, party_size, source, version, notes FROM bookings WHERE guest_last_name = $1",
      [lastName],
    );

  /** The phone's pages are looked at one by one; on the desktop they are the same documents in another width. */
  async function look(visit: WatchedPage, screen: Screen, step: string): Promise<void> {
    if (screen === "phone" || step === "1-finder" || step === "4-booked") await visit.assertAccessible();
    if (screen === "phone") await visit.assertReflows();
    if (screen === "phone") await visit.assertLargeLetters();
    await visit.picture(`book-${step}-${screen}`);
  }

  for (const screen of Object.keys(screens) as Screen[]) {
    test(`from nothing to booked, moved, noted, cancelled: ${screen}`, async () => {
      const visit = await browser.newPage({ screen, dark: screen === "desktop" });
      const { page } = visit;
      const last = `Byron ${screen}`;
      await visit.open(`/book/${locationId}`);
      await look(visit, screen, "1-finder");

      await page.getByRole("radio", { name: "4 people" }).check();
      await page.getByRole("heading", { name: /4 people/ }).waitFor();
      await page.locator(`.day-grid a[href*="date=${inDays(3)}"]`).click();
      await page.waitForURL(new RegExp(`date=${inDays(3)}`));
      await page.getByRole("button", { name: "20:00", exact: true }).click();

      await page.getByRole("heading", { name: "Almost yours" }).waitFor();
      await page.getByText(/[45] minutes left/).waitFor();
      await look(visit, screen, "2-hold");
      visit.expectComplaint(/422/);
      await page.getByRole("button", { name: "Book this table" }).click();
      await page.getByText("Enter your first name.").waitFor();
      assert.equal(await page.evaluate("document.activeElement.id"), "first");
      await look(visit, screen, "3-mistakes");
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill(last);
      await page.getByLabel("Phone").fill(screen === "phone" ? "01 42 60 01 43" : "01 42 60 01 44");
      await page.getByLabel("Anything we should know?").fill("A quiet corner");
      await page.getByRole("button", { name: "Book this table" }).click();

      await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
      await look(visit, screen, "4-booked");
      assert.deepEqual(await bookingOf(last), {
        status: "confirmed",
        party_size: 4,
        source: "online",
        version: 1,
        notes: "A quiet corner",
      });
      // Back does not lead to the answer of a form, which browsers do not show again: the hold leads on to its booking.
      await page.goBack();
      await page.waitForURL(/\/booking\/[\w-]+$/);

      await page.getByRole("link", { name: "Change" }).click();
      await page.getByRole("radio", { name: "2 people" }).check();
      await page.getByRole("heading", { name: /2 people/ }).waitFor();
      await look(visit, screen, "5-change");
      await page.getByRole("button", { name: "20:30", exact: true }).click();
      await page.getByRole("heading", { name: "Change to this?" }).waitFor();
      await look(visit, screen, "6-confirm-change");
      // A refusal is shown in place, and Back leads past it.
      assert.equal(await page.locator("form[data-in-place]", { hasText: "Change my booking" }).count(), 1);
      await page.getByRole("button", { name: "Change my booking" }).click();
      await page.getByText("Your booking has been moved.").waitFor();
      await page.getByText("20:30").waitFor();

      await page.getByLabel("Note for us").fill("A high chair");
      await page.getByRole("button", { name: "Save note" }).click();
      await page.getByText("We have your note.").waitFor();

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Add to calendar" }).click(),
      ]);
      assert.equal(file.suggestedFilename(), "booking.ics");

      await page.getByRole("link", { name: "Cancel booking" }).click();
      await look(visit, screen, "7-cancel");
      await page.getByRole("button", { name: "Yes, cancel it" }).click();
      await page.getByRole("heading", { name: "Your booking is cancelled" }).waitFor();
      await look(visit, screen, "8-cancelled");
      assert.equal((await bookingOf(last)).status, "cancelled_by_guest");
      await visit.finish();
    });
  }

  test("without script, by keyboard alone, in half a minute of typing", async () => {
    const visit = await browser.newPage({ script: false });
    const { page } = visit;
    await visit.open(`/book/${locationId}?party=2`);
    await visit.tabTo(".skip", 1);
    await visit.tabTo(`.day-grid a[href*="date=${inDays(4)}"]`);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`date=${inDays(4)}`));
    await visit.tabTo("button[aria-label='19:00']", 80);
    await page.keyboard.press("Enter");
    await page.getByText("This table is yours until").waitFor();
    await visit.tabTo("#first");
    await page.keyboard.type("Grace");
    await visit.tabTo("#last", 1);
    await page.keyboard.type("Hopper");
    await visit.tabTo("#phone", 1);
    await page.keyboard.type("not a number");
    visit.expectComplaint(/422/);
    await page.keyboard.press("Enter");
    await page.getByText("Enter a phone number that can be called").waitFor();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.tabTo("#phone");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("+33 1 42 60 01 50");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
    assert.equal((await bookingOf("Hopper")).party_size, 2);
    await visit.finish();
  });

  test("a full day says which others have a table; a large party whom to call; a place without bookings what to do", async () => {
    const dinner = smallConfiguration.services.filter(({ serviceId }) => serviceId === "dinner");
    const oneTable = {
      ...tablesOfFour(1),
      services: dinner.map(({ pacing: _pacing, ...service }) => ({ ...service, lastSeating: "18:00" })),
      exceptions: [{ date: inDays(3), closed: true as const }],
      tableAlerts: { enabled: true },
    };
    const small = await createBookableLocation(service.database, oneTable, { ...restaurant, messaging: true });
    const { body } = await service.call(
      "GET",
      `/store/v1/locations/${small}/booking_availability?start=${inDays(2)}T00:00&end=${inDays(3)}T00:00&party_size=2`,
    );
    const visit = await browser.newPage();
    const { page } = visit;
    await visit.open(`/book/${small}?party=2&date=${inDays(2)}`);
    // Somebody else is faster.
    const taken = await service.call("POST", "/store/v1/booking_holds", {
      body: { slot_token: body.data[0].slot_token },
    });
    assert.equal(taken.status, 201, taken.text);
    visit.expectComplaint(/409/);
    await page.getByRole("button", { name: "18:00" }).click();
    await page.getByText("Somebody was a moment faster").waitFor();
    await page.getByText("Every table for 2 people is taken").waitFor();
    await visit.assertAccessible();
    await visit.picture("book-9-full");
    await waitsForATable(visit);
    assert.equal(await page.locator(".day-grid [aria-disabled=true]").filter({ hasText: "closed" }).count(), 1);
    await page.locator(".notice a[data-go]").first().click();
    await page.getByRole("button", { name: "18:00" }).waitFor();
    await page.getByRole("radio", { name: "9 or more people" }).check();
    await page.getByRole("heading", { name: "We arrange parties of more than 8" }).waitFor();
    await visit.picture("book-10-large");
    await page.getByRole("link", { name: "Ask us for a table" }).click();
    await page.getByRole("heading", { name: "Ask for a large group" }).waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("group-1-form");
    const off = await createBookableLocation(service.database, oneTable, { ...restaurant, bookings_enabled: false });
    await visit.open(`/book/${off}`);
    await page.getByRole("main").getByRole("link", { name: "+33 1 42 60 01 42" }).waitFor();
    await visit.assertAccessible();
    await visit.finish();
  });

  /** From the finder of a full day to an alert and back. */
  async function waitsForATable(visit: WatchedPage): Promise<void> {
    const { page } = visit;
    await page.getByRole("link", { name: "Tell me when a table becomes free" }).click();
    await page.getByRole("heading", { name: "Hear of a table that becomes free" }).waitFor();
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: "Tell me", exact: true }).click();
    await page.getByText("Not kept yet. Look at the marked fields.").waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("alert-1-mistakes");
    // Of phone and e-mail, the field of the way that is chosen.
    await page.getByLabel("By e-mail, about this table only.").check();
    await page.locator("#email").waitFor();
    await page.locator("#phone").waitFor({ state: "hidden" });
    await page.getByLabel("By text message, about this table only.").check();
    await page.locator("#email").waitFor({ state: "hidden" });
    await page.locator("#phone").fill("+33 6 55 55 01 43");
    await page.getByRole("button", { name: "Tell me", exact: true }).click();
    await page.getByRole("heading", { name: "We look out for a table" }).waitFor();
    await visit.assertAccessible();
    await visit.picture("alert-2-waiting");
    await page.getByRole("button", { name: "Stop waiting" }).click();
    await page.getByRole("heading", { name: "You no longer wait for a table" }).waitFor();
    await page.getByRole("link", { name: "Find a table" }).click();
    await page.getByText("Every table for 2 people is taken").waitFor();
  }

  test("a guest who changes their mind is not in their own way, with script and without", async () => {
    for (const script of [true, false]) {
      const own = await createBookableLocation(service.database, tablesOfFour(1), restaurant);
      const visit = await browser.newPage({ script });
      const { page } = visit;
      const finder = `/book/${own}?party=2&date=${inDays(2)}`;
      await visit.open(finder);
      await page.getByRole("button", { name: "20:00" }).click();
      await page.getByText("This table is yours until").waitFor();
      await page.goBack();
      // The page as it was; what it shows as free is held by this very guest.
      await page.getByRole("button", { name: "20:30" }).click();
      await page.getByText("This table is yours until").waitFor();
      await page.getByText("20:30").first().waitFor();
      await page.getByRole("button", { name: "Choose another time" }).click();
      await page.getByRole("button", { name: "20:00" }).waitFor();
      await visit.finish();
    }
  });

  test("a hold that runs out is said to, and its form still books while the table is free", async () => {
    const own = await createBookableLocation(service.database, tablesOfFour(1), restaurant);
    const visit = await browser.newPage();
    const { page } = visit;
    await page.clock.install();
    await visit.open(`/book/${own}?party=2&date=${inDays(2)}`);
    await page.getByRole("button", { name: "20:00" }).click();
    await page.getByText("This table is yours until").waitFor();
    await page.clock.runFor(245_000);
    await page.getByText("One minute left.").waitFor({ state: "attached" });
    await page.clock.runFor(60_000);
    await page.getByText("The time for this table is over.").first().waitFor();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 400 WHERE id = $1", [own]),
    );
    await page.getByLabel("First name").fill("Late");
    await page.getByLabel("Last name").fill("Comer");
    await page.getByRole("button", { name: "Book this table" }).click();
    await page.getByRole("heading", { name: "Your table is booked" }).waitFor();
    assert.equal((await bookingOf("Comer")).status, "confirmed");
    await visit.finish();
  });

  test("addresses that lead nowhere say so", async () => {
    const hold = `/book/${locationId}/hold/x`;
    for (const path of ["/book/x", "/book/str_01k0w3gzq4w1d8n5v7j2m6t9ke", "/booking/x", hold]) {
      const answer = await service.call("GET", path);
      assert.equal(answer.status, 404, path);
      assert.match(answer.text, /<h1>/);
    }
  });
});
