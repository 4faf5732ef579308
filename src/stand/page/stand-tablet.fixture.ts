/** Tablets with the host stand open, for tests in a real browser. */
import assert from "node:assert/strict";
import type { CDPSession, Locator, Page } from "playwright-core";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { startBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";

export interface StandHouse {
  readonly partner: BookingPartner;
  /** A tablet with the stand open: of the host, or with other cookies. */
  openTablet(place: Stand, cookies?: Readonly<Record<string, string>>): Promise<WatchedPage>;
  /** A stand at the start of its booking, and the booking. */
  openEvening(): Promise<{ readonly place: Stand; readonly bookingId: string }>;
  end(): Promise<void>;
}

/** Starts a service and takes the browser of the run. */
export async function openHouse(): Promise<StandHouse> {
  const partner = await startBookingPartner();
  const browser = await startBrowser(partner.service.url);
  return {
    partner,
    async openTablet(place, cookies = { maple_session: place.host.token }) {
      const visit = await browser.newPage({ screen: "desktop" });
      const sent = Object.entries(cookies).map(([name, value]) => ({ name, value, url: partner.service.url }));
      await visit.page.context().addCookies(sent);
      await visit.open(`/stand/${place.locationId}`);
      await visit.page.locator(".floor .table").first().waitFor();
      return visit;
    },
    async openEvening() {
      const place = await openStand(partner);
      const booking = await place.book(2);
      await place.goTo(booking.starts_at);
      return { place, bookingId: booking.id };
    },
    async end() {
      await browser.close();
      await partner.service.stop();
    },
  };
}

/** The booking as staff read it. */
export async function readBooking(place: Stand, id: string): Promise<Record<string, unknown>> {
  return (await place.call("GET", `/bookings/${id}`)).body;
}

/** Waits until the booking has a status, and answers the booking. */
export function statusIs(place: Stand, id: string, wanted: string): Promise<Record<string, unknown>> {
  return waitUntil(
    () => readBooking(place, id),
    ({ status }) => status === wanted,
  );
}

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger that presses, waits until the thing is taken up, moves and lets go. */
export async function dragByTouch(page: Page, from: Locator, to: Locator): Promise<void> {
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

/** A table of the plan. */
export const tableOf = (page: Page, unitId: string): Locator => page.locator(`[id="table-${unitId}"]`);
