/** A shared tablet at the stand that does not know who taps. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { createDevice } from "../../../test/harness/people.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";
import { openHouse, readBooking, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

/** A tablet of the stand, on which Hana has a PIN. */
async function openTablet(place: Stand) {
  const { service } = house.partner;
  const pin = { key: place.host.token, body: { pin: "4711" } };
  const set = await service.call("PUT", `/console/v1/me/pins/${place.locationId}`, pin);
  assert.equal(set.status, 200, set.text);
  const tablet = await createDevice(service.database, place.locationId, { screen: "stand" });
  const visit = await house.openTablet(place, { maple_device: tablet.token });
  visit.expectComplaint(/401/);
  return visit;
}

async function typePin(page: Page, pin = "4711"): Promise<void> {
  await page.getByRole("button", { name: "Hana Host", exact: true }).click();
  await page.locator(".pin input").fill(pin);
  await page.keyboard.press("Enter");
}

describe("a tablet of the stand that does not know who taps", () => {
  test("keeps what was typed while it asks, whoever answers or does not", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    const notes = page.getByLabel(/^Our notes/);
    const asked = page.getByRole("dialog", { name: "Who are you?" });
    await page.locator(`[id="${bookingId}"]`).click();
    await page.getByRole("dialog").getByRole("button", { name: "Notes" }).click();
    await notes.fill("Window, and a cake at nine");
    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    await asked.waitFor();
    await visit.assertAccessible();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    assert.equal(await notes.inputValue(), "Window, and a cake at nine");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Save");
    await save.click();
    await typePin(page, "1111");
    await page.getByText(/wrong/i).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await notes.inputValue(), "Window, and a cake at nine");
    await save.click();
    await typePin(page);
    const saved = await waitUntil(
      () => readBooking(place, bookingId),
      ({ venue_notes: text }) => text !== null,
    );
    assert.equal(saved["venue_notes"], "Window, and a cake at nine");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await visit.finish();
  });

  test("goes on with what was looked for once it knows", async () => {
    const { place } = await house.openEvening();
    const visit = await openTablet(place);
    const { page } = visit;
    await page.keyboard.press("/");
    await page.keyboard.type("Byron");
    await typePin(page);
    await page.getByRole("heading", { name: "Guests of other days" }).waitFor();
    assert.equal(await page.getByRole("dialog").locator("input").inputValue(), "Byron");
    await visit.finish();
  });

  test("left alone with another day open, asks nobody when something happens there (rules/stand 1.9)", async () => {
    const place = await openStand(house.partner);
    const { local_start: start } = await place.book(2, { days: 3 });
    const [date = ""] = String(start).split("T");
    const visit = await openTablet(place);
    const { page } = visit;
    await page.keyboard.press("d");
    await typePin(page);
    await page.getByText("No bookings on this day.").waitFor();
    await page.getByLabel("Day", { exact: true }).fill(date);
    await page.getByText("1 booking, 2 guests").waitFor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.context().addCookies(cookies.filter(({ name }) => name === "maple_device"));
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await place.book(2, { date });
    await (await refused).finished();
    await page.getByText("1 booking, 2 guests").waitFor();
    assert.equal(await page.getByRole("dialog", { name: "Who are you?" }).count(), 0);
    await page.getByLabel("Day", { exact: true }).fill("2999-01-01");
    await page.getByRole("dialog", { name: "Who are you?" }).waitFor();
    await visit.finish();
  });
});
