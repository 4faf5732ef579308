/** The form of an alert by its own link, in a browser: what is true of the day stands first (rules/bookings 19.1). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { waitingGuests, waits } from "./alerts.fixture.ts";

let partner: BookingPartner;
let browser: TestBrowser;
before(async () => {
  partner = await startBookingPartner();
  browser = await startBrowser(partner.service.url);
});
after(async () => {
  await browser.close();
  await partner.service.stop();
});
const guests = waitingGuests(() => partner);

test("on a day with free tables the form says so and leads to them; another time can be waited for", async () => {
  const place = await guests.openFull();
  const visit = await browser.newPage();
  const { page } = visit;
  await visit.open(guests.formOf(place));
  await page.getByText("Tables are free on this day.", { exact: false }).waitFor();
  assert.equal(await page.getByText("Every table is taken").count(), 0);
  for (const [width, colorScheme] of [
    [390, "light"],
    [820, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await visit.assertAccessible();
    await visit.picture(`alert-free-${width}`);
  }
  await visit.assertReflows();
  await page.getByLabel("Earliest time").selectOption({ label: "7:00 PM" });
  await page.getByLabel("Latest time").selectOption({ label: "7:00 PM" });
  await page.getByLabel("Phone").fill(guests.nextPhone());
  await page.getByRole("button", { name: "Tell me" }).click();
  await page.getByText(waits).first().waitFor();
  await visit.open(guests.formOf(place));
  await page.getByRole("link", { name: "See the free times" }).click();
  await page.getByRole("heading", { name: "Book a table" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("date"), place.date);
  await page.locator("button[name=slot], .slots button, .times button").first().waitFor();
  await visit.finish();
});
