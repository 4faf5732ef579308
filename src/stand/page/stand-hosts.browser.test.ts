import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openHouse, readBooking, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

describe("two hosts at one stand", () => {
  test("who is too late for an act sees what another host did, and nothing is offered that cannot be done (rules/stand 1.5)", async () => {
    const { place, bookingId } = await house.openEvening();
    const line = `/locations/${place.locationId}/waitlist_entries`;
    const entry = (await place.call("POST", line, { party_size: 2, guest: { first_name: "Bo" } })).body;
    const hana = await house.openTablet(place);
    hana.expectComplaint(/409/);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    const conflict = page.getByRole("dialog", { name: /^Mia Manager changed / });
    /** Lets the other host be first: what is sent next arrives after that. */
    const beFirst = (path: RegExp, other: () => Promise<unknown>) =>
      page.route(path, async (route) => (await other(), await route.continue()), { times: 1 });
    const mia = (path: string, body: object) => place.call("POST", path, body, place.manager.token);

    await page.locator(`[id="${bookingId}"]`).click();
    await beFirst(/\/no_show$/, () => mia(`/bookings/${bookingId}/seat`, { expected_version: 1 }));
    await dialog.getByRole("button", { name: "Did not come" }).click();
    await conflict.getByText("Seated").waitFor();
    assert.equal(await conflict.getByRole("button", { name: "Do mine again" }).count(), 0);
    await hana.assertAccessible();
    await conflict.getByRole("button", { name: "Keep" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await readBooking(place, bookingId))["status"], "in_service");

    await page.getByRole("tab", { name: /^Queue/ }).click();
    await page.locator(`[id="${entry.id}"]`).click();
    await dialog.getByRole("button", { name: "Take off the queue" }).click();
    await beFirst(/\/remove$/, () => mia(`/waitlist_entries/${entry.id}/seat`, { expected_version: 1 }));
    await dialog.getByRole("button", { name: "Take off the queue" }).click();
    await conflict.getByText("Seated").waitFor();
    assert.equal(await conflict.getByRole("button", { name: "Do mine again" }).count(), 0);
    await conflict.getByRole("button", { name: "Keep" }).click();
    await dialog.waitFor({ state: "detached" });
    await hana.finish();
  });

  test("of two who seat the same party of the queue, the second reads where the party really sits", async () => {
    const { place } = await house.openEvening();
    const line = `/locations/${place.locationId}/waitlist_entries`;
    const entry = (await place.call("POST", line, { party_size: 2, guest: { first_name: "Bo" } })).body;
    const hana = await house.openTablet(place);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    await page.getByRole("tab", { name: /^Queue/ }).click();
    await page.locator(`[id="${entry.id}"]`).click();
    await dialog.getByRole("button", { name: "Other table" }).click();
    await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
    await dialog.locator(".hand button").nth(2).click();
    await page.route(
      /\/seat$/,
      async (route) => {
        const first = { expected_version: 1, unit_ids: ["t2"] };
        await place.call("POST", `/waitlist_entries/${entry.id}/seat`, first, place.manager.token);
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole("button", { name: /^Seat at / }).click();
    await page.getByText("Bo sits at Table 2.").waitFor();
    await hana.finish();
  });

  test("a table that a manager took away while a host chose it is told as such, and the choice stays open", async () => {
    const { place } = await house.openEvening();
    const hana = await house.openTablet(place);
    hana.expectComplaint(/400/);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("n");
    await page.getByLabel(/^Name/).fill("Zoe");
    await dialog.getByRole("button", { name: "Choose tables by hand" }).click();
    await dialog.locator(".hand button").nth(2).click();
    await page.route(
      /\/walk_ins$/,
      async (route) => {
        const path = `/v1/locations/${place.locationId}/booking_configuration`;
        const taken = await house.partner.call("PUT", path, { configuration: tablesOfFour(2) });
        assert.equal(taken.status, 200, taken.text);
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole("button", { name: /^Seat at / }).click();
    await dialog.getByText("One of these tables is not there any more. Choose again.").waitFor();
    assert.equal(await page.getByLabel(/^Name/).inputValue(), "Zoe");
    await hana.finish();
  });

  test("who is signed out signs in beside the stand, and the open dialog keeps what was typed", async () => {
    const { place, bookingId } = await house.openEvening();
    const hana = await house.openTablet(place);
    hana.expectComplaint(/401/);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    await page.locator(`[id="${bookingId}"]`).click();
    await dialog.getByRole("button", { name: "Notes" }).click();
    await page.getByLabel(/^Our notes/).fill("Window");
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Save" }).click();
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in" }).click();
    const beside = await opened;
    await beside.waitForURL(/\/sign-in/);
    await page.context().addCookies(cookies);
    await beside.close();
    assert.equal(await page.getByLabel(/^Our notes/).inputValue(), "Window");
    await dialog.getByRole("button", { name: "Save" }).click();
    await waitUntil(
      () => readBooking(place, bookingId),
      ({ venue_notes: notes }) => notes === "Window",
    );
    await dialog.waitFor({ state: "detached" });
    await hana.finish();
  });

  test("a choice of tables ends once the party sits, also where the answer to the own act was lost", async () => {
    const { place, bookingId } = await house.openEvening();
    const line = `/locations/${place.locationId}/waitlist_entries`;
    const entry = (await place.call("POST", line, { party_size: 2, guest: { first_name: "Bo" } })).body;
    const hana = await house.openTablet(place);
    hana.expectComplaint(/ERR_FAILED/);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    let calls = 0;
    await page.route(/\/seat$/, async (route) => {
      calls += 1;
      await route.fetch();
      await route.abort();
    });
    await page.locator(`[id="${bookingId}"]`).click();
    await dialog.getByRole("button", { name: "Other table" }).click();
    await dialog.getByRole("button", { name: /^Seat at Table 2/ }).click();
    await page.getByText("Ada Byron sits at Table 2").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: /^Queue/ }).click();
    await page.locator(`[id="${entry.id}"]`).click();
    await dialog
      .getByRole("button", { name: "Other table" })
      .or(dialog.getByRole("button", { name: "Seat" }))
      .last()
      .click();
    await dialog.getByRole("heading", { name: /^Where does Bo sit/ }).waitFor();
    const first = { expected_version: 1, unit_ids: ["t3"] };
    const seated = await place.call("POST", `/waitlist_entries/${entry.id}/seat`, first, place.manager.token);
    assert.equal(seated.status, 200, seated.text);
    await page.getByText("Bo sits at Table 3").waitFor();
    await dialog.waitFor({ state: "detached" });
    assert.equal(calls, 1);
    await hana.finish();
  });

  test("an act whose answer is lost says so, and the same act again is done once", async () => {
    const { place } = await house.openEvening();
    const hana = await house.openTablet(place);
    hana.expectComplaint(/ERR_FAILED/);
    const { page } = hana;
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("w");
    await page.getByLabel(/^Name/).fill("Zoe");
    const lost = Promise.withResolvers<void>();
    await page.route(
      /\/waitlist_entries$/,
      async (route) => {
        await route.fetch();
        await lost.promise;
        await route.abort();
      },
      { times: 1 },
    );
    const add = dialog.locator("button.go");
    await add.click();
    await dialog.getByText("Sending…").waitFor();
    await hana.assertAccessible();
    lost.resolve();
    await dialog.getByText("No answer came.", { exact: false }).waitFor();
    assert.equal(await page.getByLabel(/^Name/).inputValue(), "Zoe");
    await add.click();
    await dialog.waitFor({ state: "detached" });
    const line = await place.call("GET", `/locations/${place.locationId}/waitlist`);
    assert.equal(line.body.entries.length, 1, line.text);
    await hana.finish();
  });
});
