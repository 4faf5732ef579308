import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openStand } from "../../console/bookings/stand.fixture.ts";
import { dragByTouch, openHouse, readBooking, statusIs, tableOf, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

describe("the acts of the host stand", () => {
  test("late, size, notes, another table, another time, not come and its Undo, each by its button (rules/stand 1.7)", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    const open = async (act: string): Promise<void> => {
      await page.locator(`[id="${bookingId}"]`).click();
      await dialog.getByRole("button", { name: act, exact: true }).click();
    };
    const becomes = (isSo: (booking: Record<string, unknown>) => boolean) =>
      waitUntil(() => readBooking(place, bookingId), isSo);

    await open("Comes late");
    await dialog.getByRole("button", { name: /^15 min/ }).click();
    await becomes(({ late_until: until }) => until !== null);
    await dialog.waitFor({ state: "detached" });
    await open("Number of guests");
    await dialog.getByRole("button", { name: "4 guests" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await becomes(({ party_size: size }) => size === 4);
    await dialog.waitFor({ state: "detached" });
    await open("Notes");
    await page.getByLabel(/^Our notes/).fill("Window");
    await dialog.getByRole("button", { name: "Save" }).click();
    await becomes(({ venue_notes: notes }) => notes === "Window");
    await dialog.waitFor({ state: "detached" });
    await open("Move");
    await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
    await dialog.locator(".hand button").nth(2).click();
    await dialog.getByRole("button", { name: /^Move to / }).click();
    await becomes(({ table }) => (table as { unit_ids: string[] }).unit_ids[0] === "t3");
    await dialog.waitFor({ state: "detached" });
    await open("The guest");
    await dialog.getByRole("button", { name: "Regular" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const before = await readBooking(place, bookingId);
    await open("Other time");
    await dialog.locator(".starts-grid button").last().click();
    await becomes(({ starts_at: at }) => at !== before["starts_at"]);
    await dialog.waitFor({ state: "detached" });
    await open("Cancel booking");
    await dialog.getByText(/^Cancel the booking of /).waitFor();
    await dialog.getByRole("button", { name: "Cancel booking" }).click();
    await statusIs(place, bookingId, "cancelled_by_venue");
    await page.locator(".bar.undo").getByRole("button", { name: "Undo" }).click();
    await statusIs(place, bookingId, "confirmed");
    await visit.finish();
  });

  test("two parties that sit change tables; a table is kept free and given free; a guest books by telephone", async () => {
    const { place, bookingId } = await house.openEvening();
    const walkIn = await place.call("POST", `/locations/${place.locationId}/walk_ins`, {
      party_size: 2,
      unit_ids: ["t2"],
    });
    assert.equal(walkIn.status, 201, walkIn.text);
    const { version } = await readBooking(place, bookingId);
    assert.equal((await place.act(bookingId, "seat", { expected_version: version, unit_ids: ["t1"] })).status, 200);
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await dragByTouch(page, tableOf(page, "t1"), tableOf(page, "t2"));
    await waitUntil(
      () => readBooking(place, bookingId),
      ({ table }) => (table as { unit_ids: string[] }).unit_ids[0] === "t2",
    );
    await tableOf(page, "t3").click();
    await dialog.getByRole("button", { name: "Keep free" }).click();
    await dialog.getByText("Other tables too, or later").click();
    await dialog.locator(".hand button").nth(1).click();
    await dialog.getByRole("heading", { name: "Keep Table 3 + Table 2 free" }).waitFor();
    await dialog.locator(".hand button").nth(1).click();
    await dialog.getByRole("button", { name: /^30 min/ }).click();
    await page.locator(".table.look-blocked").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^Kept free until /).waitFor();
    await tableOf(page, "t3").click();
    await dialog.getByRole("button", { name: "Give free" }).click();
    await page.locator(".table.look-blocked").waitFor({ state: "detached" });
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await dialog.locator(".starts-grid button").last().click();
    await page.getByLabel("Name").fill("Tess Telephone");
    await page.getByLabel(/^Phone/).fill("+33 1 42 68 53 00");
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await page.locator(".card").getByText("Tess Telephone").waitFor();
    await visit.finish();
  });

  test("Undo after a move goes back to the former table; `u` without a bar names the party and asks (rules/stand 1.8)", async () => {
    const place = await openStand(house.partner);
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    const bar = page.locator(".bar.undo");
    const walkIn = { party_size: 2, unit_ids: ["t1"], guest: { first_name: "Zoe" } };
    const seated = await place.call("POST", `/locations/${place.locationId}/walk_ins`, walkIn);
    assert.equal(seated.status, 201, seated.text);
    const isAt = (unitId: string) =>
      waitUntil(
        () => readBooking(place, String(seated.body["id"])),
        ({ table }) => (table as { unit_ids: string[] } | null)?.unit_ids[0] === unitId,
      );
    await tableOf(page, "t1").and(page.locator(".look-occupied")).click();
    await dialog.getByRole("button", { name: "Move" }).click();
    await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
    await dialog.locator(".hand button").nth(2).click();
    await dialog.getByRole("button", { name: /^Move to / }).click();
    await isAt("t3");
    await bar.getByText(/^Zoe moved to /).waitFor();
    await bar.getByRole("button", { name: "Undo" }).click();
    assert.equal((await isAt("t1"))["status"], "in_service");
    await bar.getByText(/^Undone: Zoe moved to /).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await dialog.getByText(/^Zoe sits at /).waitFor();
    await dialog.getByText("Zoe then has no table and is no longer listed.").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await statusIs(place, String(seated.body["id"]), "cancelled_by_venue");
    await bar.getByText(/^Undone: Zoe sits at /).waitFor();
    await visit.finish();
  });

  test("a party that did not come, and its Undo; seven guests at two tables; a booking by hand after closing time; the next day (rules/stand 1.2, 1.3)", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.locator(`[id="${bookingId}"]`).click();
    await dialog.getByRole("button", { name: "Did not come" }).click();
    await statusIs(place, bookingId, "no_show");
    await page.locator(".bar.undo").getByRole("button", { name: "Undo" }).click();
    await statusIs(place, bookingId, "confirmed");
    await page.keyboard.press("n");
    await dialog.getByRole("button", { name: "7 guests" }).click();
    await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
    for (const index of [1, 2]) await dialog.locator(".hand button").nth(index).click();
    await dialog.getByRole("button", { name: /^Seat at / }).click();
    await waitUntil(
      () => page.locator(".table.look-occupied").count(),
      (count) => count === 2,
    );
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("Byron");
    await dialog.getByRole("heading", { name: "Guests of other days" }).waitFor();
    await dialog.locator("section .row-button").first().click();
    await dialog.getByRole("button", { name: "Book a table" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "Ada Byron");
    await dialog.getByText("Another time by hand").click();
    await page.getByLabel("Time", { exact: true }).fill("23:50");
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await page.locator(".card").getByText("23:50").waitFor();
    await dialog.waitFor({ state: "detached" });
    // A stand that stays open shows the next day when that begins.
    const tomorrow = await place.book(2, { days: 1 });
    await place.goTo(Date.parse(tomorrow.starts_at) - 6 * 3_600_000);
    await page.locator(`[id="${tomorrow.id}"]`).waitFor();
    await page.locator(`[id="${bookingId}"]`).waitFor({ state: "detached" });
    await visit.finish();
  });

  test("a bar that is pulled along the timeline gets a new time; Escape lets go without doing anything (rules/stand 1.7)", async () => {
    const { place, bookingId } = await house.openEvening();
    const visit = await house.openTablet(place);
    const { page } = visit;
    const before = await readBooking(place, bookingId);
    const bar = await page.locator(".time-bar").first().boundingBox();
    assert.ok(bar !== null);
    const pull = async (): Promise<void> => {
      await page.mouse.move(bar.x + 20, bar.y + 20);
      await page.mouse.down();
      await page.locator(".ghost").waitFor();
      // Two pixels a minute: an hour later.
      await page.mouse.move(bar.x + 140, bar.y + 20);
      await page.locator(".ghost-good").waitFor();
    };
    await pull();
    await page.keyboard.press("Escape");
    await page.locator(".ghost").waitFor({ state: "detached" });
    await page.mouse.up();
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.equal((await readBooking(place, bookingId))["version"], before["version"]);
    await pull();
    await page.mouse.up();
    const hourLater = Date.parse(String(before["starts_at"])) + 3_600_000;
    await waitUntil(
      () => readBooking(place, bookingId),
      ({ starts_at: at }) => Date.parse(String(at)) === hourLater,
    );
    await visit.finish();
  });

  test("the queue: a wait by hand, the order, the size, off the queue and back (rules/stand 1.7, 1.8)", async () => {
    const place = await openStand(house.partner);
    for (const name of ["Ada", "Bo"]) {
      const body = { party_size: 2, guest: { first_name: name } };
      const added = await place.call("POST", `/locations/${place.locationId}/waitlist_entries`, body);
      assert.equal(added.status, 201, added.text);
    }
    const visit = await house.openTablet(place);
    const { page } = visit;
    const dialog = page.getByRole("dialog");
    await page.getByRole("tab", { name: /^Queue/ }).click();
    const cards = page.locator(".card");
    const open = async (name: string, act: string): Promise<void> => {
      await cards.filter({ hasText: name }).click();
      await dialog.getByRole("button", { name: act, exact: true }).click();
    };
    const gone = async (): Promise<void> => {
      const seen = await waitUntil(
        async () => [await dialog.count(), ...(await page.locator(".bar.failed").allTextContents())],
        ([count, ...failures]) => count === 0 || failures.length > 0,
      );
      assert.deepEqual(seen, [0]);
    };
    const bo = await cards.filter({ hasText: "Bo" }).boundingBox();
    assert.ok(bo !== null);
    await page.mouse.move(bo.x + 40, bo.y + 20);
    await page.mouse.down();
    await page.locator(".ghost").waitFor();
    await page.mouse.up();
    await page.getByRole("dialog", { name: /^Bo/ }).waitFor();
    await page.keyboard.press("Escape");
    await gone();
    await open("Bo", "Move up");
    await page.keyboard.press("Escape");
    await cards.first().getByText("Bo").waitFor();
    await open("Bo", "Wait we tell");
    await dialog.getByRole("button", { name: "45–60 min" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await gone();
    await cards.first().getByText("told 45–60 min").waitFor();
    await open("Bo", "Number of guests");
    await dialog.getByRole("button", { name: "3 guests" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await gone();
    await cards.filter({ hasText: "Bo" }).click();
    assert.equal(await dialog.getByRole("button", { name: "Tell to come" }).count(), 0, "Bo has no phone");
    await page.keyboard.press("Escape");
    await gone();
    await open("Ada", "Take off the queue");
    await dialog.getByText("Take Ada off the queue?").waitFor();
    await dialog.getByRole("button", { name: "Take off the queue" }).click();
    await gone();
    await page.locator(".bar.undo").getByRole("button", { name: "Undo" }).click();
    await cards.filter({ hasText: "Ada" }).waitFor();
    await page.keyboard.press("w");
    await dialog.getByRole("button", { name: /^(Stop guests|Let guests)/ }).click();
    await dialog.getByText(/^(Only you can add|Guests can join)/).waitFor();
    await visit.finish();
  });

  test("a group that asks for a table is answered in words (rules/bookings 18.2)", async () => {
    const place = await openStand(house.partner);
    const fields = {
      date: new Date(Date.now() + 864_000_000).toISOString().slice(0, 10),
      from: "18:00",
      until: "20:00",
    };
    const sent = await fetch(`${house.partner.service.url}/book/${place.locationId}/group`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, size: "20", first: "Gina", last: "Gruppe", email: "gina@example.com" }),
      headers: { "sec-fetch-site": "same-origin" },
      redirect: "manual",
    });
    assert.equal(sent.status, 303);
    const visit = await house.openTablet(place);
    const { page } = visit;
    await page.getByRole("button", { name: "1 group asks for a table" }).click();
    const dialog = page.getByRole("dialog", { name: "Groups" });
    await dialog.getByText("gina@example.com").waitFor();
    await visit.assertAccessible();
    await visit.picture("stand-groups");
    await dialog.getByLabel("Your answer").fill("Gladly, at seven.");
    await dialog.getByRole("button", { name: "Send the answer" }).click();
    await dialog.getByText("Answered", { exact: false }).waitFor();
    const { data } = (await place.call("GET", `/locations/${place.locationId}/group_requests`)).body;
    assert.equal(data[0].answer, "Gladly, at seven.");
    await visit.finish();
  });
});
