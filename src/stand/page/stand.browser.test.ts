import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createDevice } from "../../../test/harness/people.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand } from "../../console/bookings/stand.fixture.ts";
import { dragByTouch, openHouse, readBooking, statusIs, tableOf, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

describe("the host stand", () => {
  test("strangers are led to the sign-in, others' stands are not found, a tablet of the stand looks without a person", async () => {
    const place = await openStand(house.partner);
    const path = `${house.partner.service.url}/stand/${place.locationId}`;
    const stranger = await fetch(path, { redirect: "manual" });
    assert.equal(stranger.headers.get("location"), `/sign-in?to=%2Fstand%2F${place.locationId}`);
    const other = await openStand(house.partner);
    assert.equal((await fetch(path, { headers: { cookie: `maple_session=${other.host.token}` } })).status, 404);
    const [stand, board] = await Promise.all([
      createDevice(house.partner.service.database, place.locationId, { screen: "stand" }),
      createDevice(house.partner.service.database, place.locationId, { screen: "board" }),
    ]);
    assert.equal((await fetch(path, { headers: stand.headers })).status, 200);
    assert.equal((await fetch(path, { headers: board.headers })).status, 404);
  });

  test("a booked party sits down by a finger's drag, leaves by a button and comes back by Undo", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
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
    const place = await openStand(house.partner);
    const visit = await house.openTablet(place);
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

  test("a shared tablet asks who taps, wants the PIN, and then goes on", async () => {
    const { place, bookingId } = await house.openEvening();
    const pin = { key: place.host.token, body: { pin: "4711" } };
    assert.equal((await house.partner.service.call("PUT", `/console/v1/me/pins/${place.locationId}`, pin)).status, 200);
    const tablet = await createDevice(house.partner.service.database, place.locationId, { screen: "stand" });
    const visit = await house.openTablet(place, { maple_device: tablet.token });
    const { page } = visit;
    visit.expectComplaint(/401/);
    await page.locator(".thing").getByRole("button", { name: "Seat" }).click();
    await page.getByRole("button", { name: "Hana Host" }).click();
    await page.locator(".pin input").fill("4711");
    await page.keyboard.press("Enter");
    const seated = await statusIs(place, bookingId, "in_service");
    assert.equal((seated["updated_by"] as { name: string }).name, "Hana Host");
    await visit.finish();
  });

  test("by keys alone: arrows to a table, find, seat, move and undo", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
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
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
    const { page } = visit;
    await page.locator(`[id="${bookingId}"]`).click();
    await page.getByRole("button", { name: "Notes" }).click();
    await page.getByLabel(/^Our notes/).fill("Window");
    const { version } = await readBooking(place, bookingId);
    const body = { minutes: 15, expected_version: version };
    const late = await place.call("POST", `/bookings/${bookingId}/late`, body, place.manager.token);
    assert.equal(late.status, 200, late.text);
    visit.expectComplaint(/409/);
    await page.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("dialog", { name: /^Mia Manager changed / });
    const saved = await waitUntil(
      async () => ({ notes: (await readBooking(place, bookingId))["venue_notes"], asked: await conflict.count() }),
      ({ notes, asked }) => notes === "Window" || asked === 1,
    );
    // The news may have come before the save: then nothing is asked, as the newest version was sent.
    if (saved.asked === 1) {
      await conflict.getByText("Comes at").waitFor();
      await visit.assertAccessible();
      await conflict.getByRole("button", { name: "Do mine again" }).click();
    }
    const now = await waitUntil(
      () => readBooking(place, bookingId),
      ({ venue_notes: notes }) => notes === "Window",
    );
    assert.notEqual(now["late_until"], null, "what the other host did stays");
    await visit.finish();
  });

  test("a cut network: the bar, nothing can be done, and nothing is missed afterwards", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
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
    const { version } = await readBooking(place, bookingId);
    assert.equal((await place.act(bookingId, "seat", { expected_version: version })).status, 200);
    await page.context().setOffline(false);
    await page.clock.fastForward(5_000);
    await page.locator(".table.look-occupied").waitFor();
    await page.getByText(/^No connection since/).waitFor({ state: "detached" });
    await visit.finish();
  });
});
