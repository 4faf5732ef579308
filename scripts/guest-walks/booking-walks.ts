/** Guests of tables: a deposit that goes back in part, an alert that becomes a booking, the waitlist, a lost link. */
import { lookAtMail } from "./order-walks.ts";
import type { Person, Stage } from "./stage.ts";

const deposit = {
  paymentId: "deposit",
  kind: "deposit",
  amount: { amount: 1_000, currency: "EUR" },
  per: "person",
  minPartySize: 2,
  refundUntilMinutes: 24 * 60,
  refundPercentAfter: 30,
} as const;

/** A booking with a deposit, changed to a smaller party, cancelled late. */
export async function payDeposit(stage: Stage): Promise<void> {
  const { locationId } = stage.place;
  const path = `/v1/locations/${locationId}/booking_configuration`;
  const before = await stage.partner("GET", path);
  await stage.partner("PUT", path, { configuration: { ...before.configuration, payments: [deposit] } });
  const guest = await stage.person({ locale: "nl-NL" });
  const { page } = guest;
  await page.goto(`/book/${locationId}?party=4&date=${inDays(3)}`);
  await guest.look("deposit-01-finder");
  await page.locator('button[name="slot"]').first().click();
  await page.locator("#first").waitFor();
  await guest.look("deposit-02-hold");
  await sayWho(guest, "+31612345601", "joost@example.nl");
  await page.locator("main form button.full").first().click();
  await page.waitForURL(/\/booking\//);
  const booking = new URL(page.url()).pathname;
  await guest.look("deposit-03-pending");
  await page.locator('a[href*="/pay/"]').first().click();
  await page.locator("#card_number").waitFor();
  await guest.look("deposit-04-pay");
  await page.locator("form button").last().click();
  await page.locator("#card_number").waitFor({ state: "detached" });
  await guest.look("deposit-05-paid");
  await page.goto(booking);
  await guest.look("deposit-06-booked");
  await page.goto(`${booking}/change`);
  await page.locator('input[name="party"][value="2"]').check({ force: true });
  await page.waitForURL(/party=2/);
  await guest.look("deposit-07-smaller");
  await page.locator('button[name="slot"]').first().click();
  await page.locator('input[name="version"]').waitFor({ state: "attached" });
  await guest.look("deposit-08-confirm");
  await page.locator("main form button").first().click();
  await page.waitForURL(new RegExp(`${booking}(\\?|$)`));
  await guest.look("deposit-09-changed");
  await stage.partner("POST", `/v1/sandbox/locations/${locationId}/clock`, { advance_seconds: 2 * 86_400 + 43_200 });
  await page.goto(`${booking}/cancel`);
  await guest.look("deposit-10-late-cancel");
  await page.locator("main form button.danger, main form button").first().click();
  await page.waitForURL(new RegExp(`${booking}(\\?|$)`));
  await guest.look("deposit-11-cancelled");
  await lookAtMail(guest, await stage.messageTo(guest, "j***@example.nl"), "deposit-12-mail");
  await stage.partner("PUT", path, { configuration: before.configuration });
  await guest.leave();
}

/** The link of a booking lost, and found again by its code and by an e-mail. */
export async function findAgain(stage: Stage): Promise<void> {
  const { locationId } = stage.place;
  const guest = await stage.person({ locale: "pt-PT" });
  const { page } = guest;
  await page.goto(`/book/${locationId}?party=2&date=${inDays(9)}`);
  await page.locator('button[name="slot"]').first().click();
  await page.locator("#first").waitFor();
  await sayWho(guest, "+351912345601", "ines@example.pt");
  await page.locator("main form button.full").first().click();
  await page.waitForURL(/\/booking\//);
  await guest.look("find-01-booked");
  const code = (await page.locator("main").innerText()).match(/\b[2-9A-HJKMNP-TW-Z]{8}\b/)?.[0] ?? "";
  await guest.leave();
  const later = await stage.person({ locale: "pt-PT" });
  await later.page.goto("/find");
  await later.page.locator("#code").fill("AAAA2222");
  await later.page.locator("#contact").fill("ines@example.pt");
  await later.page.locator("main form button").first().click();
  await later.page.locator("[role=alert]").waitFor();
  await later.look("find-02-nothing");
  await later.page.locator("#code").fill(code.toLowerCase());
  await later.page.locator("main form button").first().click();
  await later.page.waitForURL(/\/booking\//);
  await later.look("find-03-found-by-code");
  await later.page.goto("/find/links");
  await later.look("find-04-no-code");
  await later.page.locator("#contact").fill("ines@example.pt");
  await later.page.locator("main form button").first().click();
  await later.page.locator("#contact").waitFor({ state: "detached" });
  await later.look("find-05-sent");
  const mail = await stage.messageTo(later, "i***@example.pt");
  await lookAtMail(later, mail, "find-06-mail");
  await later.page.locator('a[href*="/g/"]').first().click();
  await later.page.waitForURL(/\/booking\//);
  await later.look("find-07-found-by-mail");
  await later.leave();
}

/** A full day, an alert, a table that becomes free, a booking. */
export async function waitForTable(stage: Stage): Promise<void> {
  const { locationId } = stage.place;
  const path = `/v1/locations/${locationId}/booking_configuration`;
  const before = await stage.partner("GET", path);
  const [area] = before.configuration.areas;
  const one = { ...area, units: area.units.slice(0, 1), combinations: [] };
  await moveTo(stage, 10);
  const date = await dayAfter(stage, 12);
  const [lunch] = before.configuration.services;
  const dinner = { ...lunch, pacing: null, opens: "19:00", closes: "23:00", lastSeating: "19:00" };
  const small = { areas: [one], experiences: [], contactRequired: "none", services: [dinner], exceptions: [] };
  await stage.partner("PUT", path, { configuration: { ...before.configuration, ...small } });
  const day = `start=${date}T18:00&end=${date}T23:00&party_size=2`;
  const { data } = await stage.partner("GET", `/v1/locations/${locationId}/booking_availability?${day}`);
  const taken = await stage.partner("POST", "/v1/bookings", {
    slot_token: data[0].slot_token,
    guest: { first_name: "Ada", last_name: "Byron" },
  });
  const guest = await stage.person({ locale: "es-ES" });
  const { page } = guest;
  await page.goto(`/book/${locationId}?party=2&date=${date}`);
  await guest.look("alert-01-full");
  await page.locator('a[href*="/alert"]').first().click();
  await page.locator("#email").waitFor({ state: "attached" });
  await guest.look("alert-02-form");
  await page.locator('[name="told_by"][value="email"]').check();
  await page.locator("#email").fill("lucia@example.es");
  await page.locator("main form button").first().click();
  await page.waitForURL(/\/alert\//);
  const alert = new URL(page.url()).pathname;
  await guest.look("alert-03-waiting");
  await stage.partner("POST", `/v1/bookings/${taken.id}/venue_cancel`, { expected_version: 1 });
  const mail = await stage.messageTo(guest, "l***@example.es");
  await lookAtMail(guest, mail, "alert-04-mail");
  await page.goto(alert);
  await guest.look("alert-05-offer");
  await page.locator('a.button[href*="/hold/"]').click();
  await page.locator("#first").waitFor();
  await guest.look("alert-06-hold");
  await sayWho(guest, "+34612345601", "lucia@example.es");
  await page.locator("main form button.full").first().click();
  await page.waitForURL(/\/booking\//);
  await guest.look("alert-07-booked");
  await page.goto(alert);
  await guest.look("alert-08-done");
  await stage.partner("PUT", path, { configuration: before.configuration });
  await guest.leave();
}

/** Joins the line, is told that the table is ready, is seated. */
export async function waitInLine(stage: Stage): Promise<void> {
  const { locationId } = stage.place;
  const guest = await stage.person({ locale: "de-DE" });
  const { page } = guest;
  await page.goto(`/join/${locationId}`);
  await guest.look("line-00-closed");
  await stage.partner("POST", `/v1/locations/${locationId}/waitlist/open`);
  await page.goto(`/join/${locationId}`);
  await guest.look("line-01-join");
  await page.locator("#name").fill("Grete");
  await page.locator("#phone").fill("+4915112345601");
  await page.locator("#party").selectOption("2");
  await page.locator("main form button").first().click();
  await page.waitForURL(/\/wait\//);
  await guest.look("line-02-waiting");
  const { entries } = await stage.partner("GET", `/v1/locations/${locationId}/waitlist`);
  const entry = entries.find(
    (one: { readonly guest: { readonly first_name: string } }) => one.guest.first_name === "Grete",
  );
  await stage.partner("POST", `/v1/waitlist_entries/${entry.id}/notify`, {});
  await page.locator("#wait .notice").first().waitFor();
  await guest.look("line-03-called");
  await stage.partner("POST", `/v1/waitlist_entries/${entry.id}/seat`, {});
  await page.locator("#wait form").first().waitFor({ state: "detached" });
  await guest.look("line-04-seated");
  await guest.leave();
}

async function sayWho({ page }: Person, phone: string, email: string): Promise<void> {
  await page.locator("#first").fill("Maximiliane");
  await page.locator("#last").fill("von Hohenstein-Wetterau");
  await page.locator("#phone").fill(phone);
  await page.locator("#email").fill(email);
  await page.locator('[name="told_by"][value="email"]').check();
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function dayAfter(stage: Stage, days: number): Promise<string> {
  const { now } = await stage.partner("GET", `/v1/sandbox/locations/${stage.place.locationId}/clock`);
  return new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Moves the restaurant's clock on to the next such hour in UTC. */
async function moveTo(stage: Stage, hour: number): Promise<void> {
  const path = `/v1/sandbox/locations/${stage.place.locationId}/clock`;
  const { now } = await stage.partner("GET", path);
  const at = new Date(now);
  const seconds = ((hour - at.getUTCHours() + 24) % 24) * 3_600;
  if (seconds > 0) await stage.partner("POST", path, { advance_seconds: seconds });
}
