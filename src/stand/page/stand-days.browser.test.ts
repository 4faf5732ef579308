/** Bookings of other days at the stand: who calls about Friday, and who did not come yesterday. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";
import { dayBeside } from "../state/other-days.ts";
import { openHouse, readBooking, statusIs, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

const dayMs = 86_400_000;

describe("another day at the stand (rules/stand 1.9)", () => {
  test("is looked at, changed and taken back as today is, and shows what others do there", async () => {
    const place = await openStand(house.partner);
    const booking = await place.book(2, { days: 3 });
    const [date = ""] = String(booking.local_start).split("T");
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("d");
    await dialog.getByText("No bookings on this day.").waitFor();
    await page.getByLabel("Day", { exact: true }).fill(date);
    await dialog.getByText("1 booking, 2 guests").waitFor();
    await visit.assertAccessible();
    await dialog.locator(".day-row").click();
    // Nobody is at the door on another day.
    assert.equal(await dialog.getByRole("button", { name: /^(Seat|Comes late)$/ }).count(), 0);
    await dialog.getByRole("button", { name: "Number of guests" }).click();
    await dialog.getByRole("button", { name: "4 guests" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("1 booking, 4 guests").waitFor();
    await dialog.locator(".day-row").click();
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await dialog
      .getByRole("button", { name: /^Move to / })
      .first()
      .click();
    await waitUntil(
      () => readBooking(place, booking.id),
      ({ table }) => String((table as { unit_ids: string[] }).unit_ids) !== String(booking.table.unit_ids),
    );
    await dialog.locator(".day-row").click();
    await dialog.getByRole("button", { name: "Other time" }).click();
    assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), date);
    await dialog.locator(".starts-grid button").last().click();
    await waitUntil(
      () => readBooking(place, booking.id),
      ({ starts_at: at }) => at !== booking.starts_at,
    );
    await dialog.getByText("1 booking, 4 guests").waitFor();
    await place.book(2, { date });
    await dialog.getByText("2 bookings, 6 guests").waitFor();
    await dialog.getByRole("button", { name: "Book a table" }).click();
    await dialog.getByText("How many guests?").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("2 bookings, 6 guests").waitFor();
    await dialog.locator(".day-row").last().click();
    await dialog.getByRole("button", { name: "Cancel booking" }).click();
    await dialog.getByText(/^Cancel the booking of /).waitFor();
    await dialog.getByRole("button", { name: "Cancel booking" }).click();
    await statusIs(place, booking.id, "cancelled_by_venue");
    await dialog.getByText("1 booking, 2 guests").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".bar.undo").getByRole("button", { name: "Undo" }).click();
    await statusIs(place, booking.id, "confirmed");
    await visit.finish();
  });

  test("is found by the guest; one of whom nobody said whether they came is put right the day after", async () => {
    const place = await openStand(house.partner);
    const booking = await place.book(2, { days: 2 });
    await place.goTo(Date.parse(booking.starts_at) + dayMs);
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("/");
    await page.getByLabel("Name, phone, code or table").fill(String(booking.guest.phone));
    await dialog.locator(".row-button").click();
    await dialog.getByRole("list", { name: "Bookings" }).getByRole("button").click();
    await dialog.getByText(`Code ${booking.confirmation_code}`).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Number of guests" }).count(), 0);
    await dialog.getByRole("button", { name: "Did not come" }).click();
    await statusIs(place, booking.id, "no_show");
    // Its day lies behind the sheet.
    const [date = ""] = String(booking.local_start).split("T");
    await dialog.getByText("0 bookings, 0 guests").waitFor();
    await dialog.locator(".day-row").getByText("Did not come").waitFor();
    assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), date);
    await visit.finish();
  });

  test("stays open with what is typed while others go on today, and the list follows what comes and goes", async () => {
    const { place, bookingId } = await house.openEvening();
    const { version, starts_at: start } = await readBooking(place, bookingId);
    const today = String(start).slice(0, 10);
    const date = dayBeside(today, 3);
    const booking = await place.book(2, { date });
    await place.book(2, { date });
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("d");
    await page.getByLabel("Day", { exact: true }).fill(date);
    await dialog.getByText("2 bookings, 4 guests").waitFor();
    await dialog.locator(".day-row").last().click();
    await dialog.getByRole("button", { name: "Notes", exact: true }).click();
    await page.getByLabel("Our notes (guests never read them)").fill("By the window");
    const late = await place.act(bookingId, "late", { minutes: 15, expected_version: version });
    assert.equal(late.status, 200, late.text);
    await page.locator(`[id="${bookingId}"]`).getByText("Comes at").first().waitFor({ state: "attached" });
    assert.equal(await page.getByLabel("Our notes (guests never read them)").inputValue(), "By the window");
    await page.keyboard.press("Escape");
    // Back in the list, the keys go on where they were.
    await dialog.locator("li:last-child > .day-row:focus").waitFor();
    const changed = await place.call("POST", `/bookings/${booking.id}/change`, await slotOf(place, booking, today));
    assert.equal(changed.status, 200, changed.text);
    await dialog.getByText("1 booking, 2 guests").waitFor();
    const back = await readBooking(place, booking.id);
    await place.call("POST", `/bookings/${booking.id}/change`, await slotOf(place, back, date));
    await dialog.getByText("2 bookings, 4 guests").waitFor();
    // What was of today for a while is of the other day again.
    await dialog.locator(".day-row").first().click();
    await dialog.getByText(/^Code /).waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("2 bookings, 4 guests").waitFor();
    await dialog.locator(".day-row").last().click();
    await dialog.getByText(/^Code /).waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Day", { exact: true }).fill(today);
    await dialog.getByText("1 booking, 2 guests").waitFor();
    await place.book(2, { date: today });
    await dialog.getByText("2 bookings, 4 guests").waitFor();
    await visit.finish();
  });

  test("is there again after a change that met the change of another host", async () => {
    const place = await openStand(house.partner);
    const booking = await place.book(2, { days: 3 });
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    visit.expectComplaint(/Failed to load resource.*409/);
    await page.keyboard.press("d");
    await page.getByLabel("Day", { exact: true }).fill(String(booking.local_start).slice(0, 10));
    await dialog.locator(".day-row").click();
    await dialog.getByRole("button", { name: "Number of guests" }).click();
    await place.act(booking.id, "party_size", { party_size: 3, expected_version: booking.version });
    await dialog.getByRole("button", { name: "4 guests" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator(".changes").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("1 booking, 3 guests").waitFor();
    await visit.finish();
  });

  test("keeps a day that is half typed while the bookings arrive", async () => {
    const place = await openStand(house.partner);
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    const answer = Promise.withResolvers<void>();
    await page.route("**/bookings?date=**", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.keyboard.press("d");
    await dialog.getByText("Looking for the bookings").waitFor();
    await page.getByLabel("Day", { exact: true }).focus();
    await page.keyboard.press("Backspace");
    assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), "");
    answer.resolve();
    await dialog.getByText("No bookings on this day.").waitFor();
    assert.equal(await page.getByLabel("Day", { exact: true }).inputValue(), "");
    await visit.finish();
  });

  test("says so when the day cannot be read, and reads it on demand", async () => {
    const place = await openStand(house.partner);
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    visit.expectComplaint(/Failed to load|ERR_FAILED/);
    await page.route("**/bookings?date=**", (route) => route.abort());
    await page.getByRole("button", { name: "Other days" }).click();
    const again = dialog.getByRole("button", { name: "Look again" });
    await again.waitFor();
    await page.unroute("**/bookings?date=**");
    await again.click();
    await dialog.getByText("No bookings on this day.").waitFor();
    await visit.finish();
  });
});

/** What moves a booking to the last free start of a day. */
async function slotOf(place: Stand, booking: Record<string, unknown>, date: string): Promise<object> {
  const { id, version } = booking;
  const window = `start=${date}T18:00&end=${date}T23:00&party_size=2&booking_id=${String(id)}`;
  const { body } = await place.call("GET", `/locations/${place.locationId}/availability?${window}`);
  const slots = body["data"] as readonly { readonly slot_token: string }[];
  return { slot_token: slots.at(-1)?.slot_token, expected_version: version };
}
