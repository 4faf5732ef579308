import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CDPSession, Locator, Page } from "playwright-core";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createDevice } from "../../../test/harness/people.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";

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

/** A tablet with the stand open. */
async function openTablet(
  place: Stand,
  cookies: Readonly<Record<string, string>> = { maple_session: place.host.token },
): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "desktop" });
  const sent = Object.entries(cookies).map(([name, value]) => ({ name, value, url: partner.service.url }));
  await visit.page.context().addCookies(sent);
  await visit.open(`/stand/${place.locationId}`);
  await visit.page.locator(".floor .table").first().waitFor();
  return visit;
}

/** A stand at the start of its booking, and the booking. */
async function openEvening(): Promise<{ readonly place: Stand; readonly bookingId: string }> {
  const place = await openStand(partner);
  const booking = await place.book(2);
  await place.goTo(booking.starts_at);
  return { place, bookingId: booking.id };
}

async function read(place: Stand, id: string): Promise<Record<string, unknown>> {
  return (await place.call("GET", `/bookings/${id}`)).body;
}

function statusIs(place: Stand, id: string, wanted: string): Promise<Record<string, unknown>> {
  return waitUntil(
    () => read(place, id),
    ({ status }) => status === wanted,
  );
}

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger that presses, waits until the thing is taken up, moves and lets go. */
async function dragByTouch(page: Page, from: Locator, to: Locator): Promise<void> {
  const debug: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await touch("touchStart", [start]);
  await page.locator(".ghost").waitFor();
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch("touchMove", [{ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }]);
  await page.locator(".ghost-good").waitFor();
  await touch("touchEnd", []);
  await debug.detach();
}

const tableOf = (page: Page, unitId: string): Locator => page.locator(`[id="table-${unitId}"]`);

describe("the host stand", () => {
  test("strangers are led to the sign-in, others' stands are not found, a tablet of the stand looks without a person", async () => {
    const place = await openStand(partner);
    const path = `${partner.service.url}/stand/${place.locationId}`;
    const stranger = await fetch(path, { redirect: "manual" });
    assert.equal(stranger.headers.get("location"), `/sign-in?to=%2Fstand%2F${place.locationId}`);
    const other = await openStand(partner);
    assert.equal((await fetch(path, { headers: { cookie: `maple_session=${other.host.token}` } })).status, 404);
    const [stand, board] = await Promise.all([
      createDevice(partner.service.database, place.locationId, { screen: "stand" }),
      createDevice(partner.service.database, place.locationId, { screen: "board" }),
    ]);
    assert.equal((await fetch(path, { headers: stand.headers })).status, 200);
    assert.equal((await fetch(path, { headers: board.headers })).status, 404);
  });

  test("a booked party sits down by a finger's drag, leaves by a button and comes back by Undo", async () => {
    const { place, bookingId } = await openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    await dragByTouch(page, page.locator(`[id="${bookingId}"]`), tableOf(page, "t2"));
    const seated = await statusIs(place, bookingId, "in_service");
    assert.deepEqual((seated["table"] as { unit_ids: string[] }).unit_ids, ["t2"]);
    await page.locator(".table.look-occupied").waitFor();
    await tableOf(page, "t2").click();
    await page.getByRole("button", { name: "They have left" }).click();
    await statusIs(place, bookingId, "completed");
    await page.locator(".bar.undo").getByRole("button", { name: "Undo" }).click();
    await statusIs(place, bookingId, "in_service");
    await visit.finish();
  });

  test("a walk-in, the queue and a seat from it, by the buttons of the door", async () => {
    const place = await openStand(partner);
    const visit = await openTablet(place);
    const { page } = visit;
    const tap = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
    await page.getByRole("group", { name: "At the door" }).getByRole("button", { name: "Queue" }).click();
    await page.getByRole("button", { name: "3 guests" }).click();
    await page.getByLabel("Name").fill("Rossi");
    await tap("Add to the queue");
    const things = page.locator(".thing");
    await things.getByText("Rossi").waitFor();
    await things.getByRole("button", { name: /^Seat at / }).click();
    await page.locator(".table.look-occupied").first().waitFor();
    await things.first().waitFor({ state: "detached" });
    await tap("Walk-in");
    await tap(/^Seat at /);
    await waitUntil(
      () => page.locator(".table.look-occupied").count(),
      (count) => count === 2,
    );
    await visit.finish();
  });

  test("by keys alone: arrows to a table, find, seat, move and undo", async () => {
    const { place, bookingId } = await openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    await page.keyboard.press("ArrowRight");
    await page.locator(".table:focus").waitFor();
    await page.keyboard.press("/");
    await page.getByLabel("Name, phone, code or table").waitFor();
    await page.keyboard.type("a");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(`[id="${bookingId}"]`).focus();
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await statusIs(place, bookingId, "in_service");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await statusIs(place, bookingId, "confirmed");
    await visit.finish();
  });

  test("two hosts: the second sees what changed and who did it, keeps that or does the own again", async () => {
    const { place, bookingId } = await openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    await page.locator(`[id="${bookingId}"]`).click();
    await page.getByRole("button", { name: "Notes" }).click();
    await page.getByLabel(/^Our notes/).fill("Window");
    const { version } = await read(place, bookingId);
    const body = { minutes: 15, expected_version: version };
    const late = await place.call("POST", `/bookings/${bookingId}/late`, body, place.manager.token);
    assert.equal(late.status, 200, late.text);
    visit.expectComplaint(/409/);
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("dialog", { name: /^Mia Manager changed / });
    const saved = await waitUntil(
      async () => ({ notes: (await read(place, bookingId))["venue_notes"], asked: await conflict.count() }),
      ({ notes, asked }) => notes === "Window" || asked === 1,
    );
    // The news may have come before the save: then nothing is asked, as the newest version was sent.
    if (saved.asked === 1) {
      await conflict.getByText("Comes at").waitFor();
      await visit.assertAccessible();
      await conflict.getByRole("button", { name: "Do mine again" }).click();
    }
    const now = await waitUntil(
      () => read(place, bookingId),
      ({ venue_notes: notes }) => notes === "Window",
    );
    assert.notEqual(now["late_until"], null, "what the other host did stays");
    await visit.finish();
  });

  test("a cut network: the bar, nothing can be done, and nothing is missed afterwards", async () => {
    const { place, bookingId } = await openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    await page.clock.install();
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
    await page.context().setOffline(true);
    // Chromium keeps what is open already: without this a heartbeat could still arrive.
    await page.evaluate("window.stop()");
    await page.clock.fastForward(5_500);
    await page
      .getByRole("alert")
      .getByText(/^No connection since \d/)
      .waitFor();
    const seat = page.locator(".thing").getByRole("button", { name: /^Seat/ });
    assert.equal(await seat.first().isDisabled(), true);
    const { version } = await read(place, bookingId);
    assert.equal((await place.act(bookingId, "seat", { expected_version: version })).status, 200);
    await page.context().setOffline(false);
    await page.clock.fastForward(5_000);
    await page.locator(".table.look-occupied").waitFor();
    await page.getByText(/^No connection since/).waitFor({ state: "detached" });
    await visit.finish();
  });
});
