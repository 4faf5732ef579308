import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { WatchedPage } from "../../../test/harness/browser.ts";
import { createDevice } from "../../../test/harness/people.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";
import { dragByTouch, openHouse, readBooking, statusIs, tableOf, type StandHouse } from "./stand-tablet.fixture.ts";

const managerOf = ({ manager }: Stand) => ({ maple_session: manager.token });

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

describe("the host stand", () => {
  test("strangers are led to the sign-in, others' stands are not found, a tablet of the stand looks without a person (rules/stand 1.1)", async () => {
    const place = await openStand(house.partner);
    const path = `${house.partner.service.url}/stand/${place.locationId}`;
    const stranger = await fetch(path, { redirect: "manual" });
    assert.equal(stranger.headers.get("location"), `/sign-in?to=%2Fstand%2F${place.locationId}`);
    const other = await openStand(house.partner);
    const german = { key: other.host.token, body: { language: "de" } };
    assert.equal((await house.partner.service.call("PATCH", "/console/v1/me", german)).status, 200);
    const elsewhere = await fetch(path, { headers: { cookie: `maple_session=${other.host.token}` } });
    assert.equal(elsewhere.status, 404);
    assert.match(await elsewhere.text(), /<html lang="de"/);
    const [stand, board] = await Promise.all([
      createDevice(house.partner.service.database, place.locationId, { screen: "stand" }),
      createDevice(house.partner.service.database, place.locationId, { screen: "board" }),
    ]);
    assert.equal((await fetch(path, { headers: stand.headers })).status, 200);
    assert.equal((await fetch(path, { headers: board.headers })).status, 404);
  });

  test("a booked party sits down by a finger's drag, leaves by a button and comes back by Undo (rules/stand 1.7, 1.8)", async () => {
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
    const place = await openStand(house.partner, undefined, { messaging: true });
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
    const guest = { first_name: "Nakamura", phone: "+31612345678" };
    const line = `/locations/${place.locationId}/waitlist_entries`;
    const { body: entry } = await place.call("POST", line, { party_size: 2, guest });
    const told = await place.call("POST", `/waitlist_entries/${entry.id}/notify`, { expected_version: entry.version });
    assert.equal(told.status, 200, told.text);
    await tap("Walk-in");
    // A call keeps no table: whoever seats a walk-in sees who is on the way.
    await page
      .getByRole("dialog")
      .getByText(/Nakamura · 2 guests · told to come at/)
      .waitFor();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Seat at / })
      .first()
      .click();
    await waitUntil(
      () => page.locator(".table.look-occupied").count(),
      (count) => count === 2,
    );
    await visit.finish();
  });

  test("a shared tablet asks who taps, wants the PIN, and then goes on (rules/stand 1.1)", async () => {
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

  test("by keys alone: arrows to a table, find, seat, move and undo (rules/stand 1.7)", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
    const { page } = visit;
    await page.keyboard.press("ArrowRight");
    await page.locator(".table:focus").waitFor();
    await page.keyboard.press("/");
    await page.getByLabel("Name, phone, code or table").waitFor();
    await page.keyboard.type("a");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator(`[id="${bookingId}"]`).focus();
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await statusIs(place, bookingId, "in_service");
    await page.locator("dialog").waitFor({ state: "detached" });
    // A key means what the screen shows: the service knows of an act before the screen does.
    const occupied = page.locator(".table.look-occupied").first();
    await occupied.waitFor();
    await page.keyboard.press("u");
    const { table: own } = await statusIs(place, bookingId, "confirmed");
    await occupied.waitFor({ state: "detached" });
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await statusIs(place, bookingId, "in_service");
    await page.locator("dialog").waitFor({ state: "detached" });
    await occupied.waitFor();
    await page.keyboard.press("m");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    const isElsewhere = (wanted: boolean) =>
      waitUntil(
        () => readBooking(place, bookingId),
        ({ table }) => isDeepStrictEqual(table, own) !== wanted,
      );
    await isElsewhere(true);
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await isElsewhere(false);
    await visit.finish();
  });

  test("two hosts seat two parties at the same table: one has it, the other is told so and takes another (rules/stand 1.5)", async () => {
    const place = await openStand(house.partner);
    const booked = [await place.book(2), await place.book(2)];
    await place.goTo(booked[0].starts_at);
    const visits = [await house.openTablet(place), await house.openTablet(place, managerOf(place))];
    const both = Promise.withResolvers<void>();
    let sent = 0;
    const press = async (visit: WatchedPage, { id }: { readonly id: string }): Promise<void> => {
      visit.expectComplaint(/409/);
      const { page } = visit;
      const dialog = page.getByRole("dialog");
      await page.locator(`[id="${id}"]`).click();
      await dialog.getByRole("button", { name: "Other table" }).click();
      await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
      await dialog.locator(".hand button").nth(2).click();
      // Neither arrives before both were sent.
      await page.route(/\/seat$/, async (route) => {
        if (++sent === 2) both.resolve();
        await both.promise;
        await route.continue();
      });
      await dialog.getByRole("button", { name: /^Seat at / }).click();
    };
    await Promise.all(visits.map((visit, index) => press(visit, booked[index])));
    const refused = visits.map(({ page }) => page.getByText("This table is not free then. Choose another."));
    const loser = await waitUntil(
      () => Promise.all(refused.map((text) => text.count())),
      (counts) => counts.some((count) => count === 1),
    ).then((counts) => visits[counts.indexOf(1)]);
    const dialog = loser?.page.getByRole("dialog") ?? assert.fail("one of them was refused");
    await dialog.locator(".hand button").nth(2).click();
    await dialog.locator(".hand button").nth(0).click();
    await dialog.getByRole("button", { name: /^Seat at / }).click();
    const seated = await Promise.all(booked.map(({ id }) => statusIs(place, id, "in_service")));
    const tables = seated.map(({ table }) => (table as { unit_ids: string[] }).unit_ids.join(" "));
    assert.deepEqual(new Set(tables), new Set(["t1", "t3"]));
    for (const visit of visits) await visit.finish();
  });

  test("two hosts change the same: the second sees what and by whom, and does the own again or keeps that (rules/stand 1.5)", async () => {
    const { place, bookingId } = await house.openEvening();
    const line = `/locations/${place.locationId}/waitlist_entries`;
    const entry = (await place.call("POST", line, { party_size: 2, guest: { first_name: "Bo" } })).body;
    const [hana, mia] = [await house.openTablet(place), await house.openTablet(place, managerOf(place))];
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    hana.expectComplaint(/409/);
    /** Lets the other host be first: what is sent next arrives after that. */
    const beFirst = (path: RegExp, other: () => Promise<unknown>) =>
      page.route(path, async (route) => (await other(), await route.continue()), { times: 1 });
    const conflict = page.getByRole("dialog", { name: /^Mia Manager changed / });

    await page.locator(`[id="${bookingId}"]`).click();
    await page.getByRole("button", { name: "Notes" }).click();
    await page.getByLabel(/^Our notes/).fill("Window");
    await beFirst(/\/bookings\/bkg_\w+$/, async () => {
      await mia.page.locator(`[id="${bookingId}"]`).click();
      await mia.page.getByRole("button", { name: "Comes late" }).click();
      await mia.page.getByRole("button", { name: /^15 min/ }).click();
      await mia.page.locator("dialog").waitFor({ state: "detached" });
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    await conflict.getByText("Comes at").waitFor();
    await hana.assertAccessible();
    await conflict.getByRole("button", { name: "Do mine again" }).click();
    const { late_until: late } = await waitUntil(
      () => readBooking(place, bookingId),
      ({ venue_notes: notes }) => notes === "Window",
    );
    assert.notEqual(late, null, "what the other host did stays");

    await page.locator(`[id="${bookingId}"]`).click();
    await page.getByRole("button", { name: "The guest" }).click();
    await dialog.getByRole("button", { name: "Regular" }).click();
    const guests = `/locations/${place.locationId}/guests`;
    await beFirst(/\/guests\/bkg_\w+$/, () =>
      place.call("PATCH", `${guests}/${bookingId}`, { expected_version: 0, note: "Quiet" }, place.manager.token),
    );
    await dialog.getByRole("button", { name: "Save" }).click();
    await conflict.getByText("Quiet").waitFor();
    await conflict.getByRole("button", { name: "Do mine again" }).click();
    const [guest] = await waitUntil(
      async () => (await place.call("GET", `${guests}?q=Ada`)).body.data,
      ([found]) => found.tags.length > 0,
    );
    assert.equal(guest.note, "Quiet", "what the other host noted stays");

    await page.getByRole("tab", { name: /^Queue/ }).click();
    await page.locator(`[id="${entry.id}"]`).click();
    await dialog.getByRole("button", { name: "Number of guests" }).click();
    await dialog.getByRole("button", { name: "3 guests" }).click();
    const noted = { expected_version: entry.version, notes: "Pram" };
    await beFirst(/\/waitlist_entries\/bkw_\w+$/, () =>
      place.call("PATCH", `/waitlist_entries/${entry.id}`, noted, place.manager.token),
    );
    await dialog.getByRole("button", { name: "Save" }).click();
    await conflict.getByText("Pram").waitFor();
    await conflict.getByRole("button", { name: "Keep" }).click();
    await dialog.waitFor({ state: "detached" });
    const { body } = await place.call("GET", `/locations/${place.locationId}/waitlist`);
    assert.deepEqual([body.entries[0].party_size, body.entries[0].notes], [2, "Pram"]);
    for (const visit of [hana, mia]) await visit.finish();
  });

  test("a cut network and a hidden tab: the bar, nothing can be done, and nothing is missed afterwards (rules/stand 1.6)", async () => {
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

    // The stream is open: the table has just changed. Hidden, the screen opens no other.
    const streams: string[] = [];
    page.on("request", (request) => void (request.url().includes("/stream?") && streams.push(request.url())));
    const turn = (to: "hidden" | "visible") =>
      page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${to}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    const closed = page.waitForEvent("requestfailed", { predicate: (request) => request.url().includes("/stream?") });
    await turn("hidden");
    await closed;
    const seated = await readBooking(place, bookingId);
    const left = await place.act(bookingId, "complete", { expected_version: seated["version"] });
    assert.equal(left.status, 200);
    await page.clock.fastForward(20_000);
    assert.deepEqual(streams, [], "a hidden screen follows nothing (rules/board 1.9)");
    await turn("visible");
    await page.locator(".table.look-occupied").waitFor({ state: "detached" });
    await visit.finish();
  });
});
