/** A guest in line in a real browser: joins at the door, sees the position change, is on the way, is called, leaves. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { alwaysOpen, openLine, type Line } from "../../../test/harness/waitlist-line.ts";

describe("the waitlist in a browser", () => {
  let partner: BookingPartner;
  let browser: TestBrowser;
  let line: Line;

  before(async () => {
    partner = await startBookingPartner({
      settings: { addressLimits: { diner_reads: 10_000, diner_writes: 10_000, photos: 10_000 } },
    });
    line = await openLine(partner, alwaysOpen(1), { name: "Bistro Maple", messaging: true });
    browser = await startBrowser(partner.service.url);
  });
  after(async () => {
    await browser.close();
    await partner.service.stop();
  });

  const entryOf = (name: string) =>
    partner.service.database.read.one<{
      id: string;
      guest_token: string;
      channel: string;
      on_my_way_at: number | null;
    }>("SELECT id, guest_token, channel, on_my_way_at FROM waitlist_entries WHERE guest_first_name = $1", [name]);

  test("closed, then from the door to the table, live and without a reload", async () => {
    const visit = await browser.newPage({ screen: "phone" });
    const { page } = visit;
    await visit.open(`/join/${line.location}`);
    await page.getByRole("heading", { name: "The waitlist is closed" }).waitFor();
    await visit.assertAccessible();
    await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`);
    const first = await line.join();

    await visit.open(`/join/${line.location}`);
    await page.getByText("1 party is in line now").waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("join-1-form");
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Mobile number").fill("12");
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: "Join the line" }).click();
    await page.getByText("We could not read this number").waitFor();
    await visit.assertAccessible();
    assert.equal(await page.getByLabel("Your name").inputValue(), "Grace");
    await page.getByLabel("Mobile number").fill("+33 6 12 34 56 78");
    await page.getByLabel("How many people?").selectOption("3");
    await page.getByRole("button", { name: "Join the line" }).click();

    await page.waitForURL(/\/wait\/[\w-]{22}$/);
    // Back does not lead to the answer with the mistake, which browsers do not show again.
    await page.goBack();
    await page.getByRole("button", { name: "Join the line" }).waitFor();
    await page.goForward();
    await page.getByText("1 party before you").waitFor();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("wait-1-waiting");
    const grace = await entryOf("Grace");
    assert.deepEqual([grace.channel, page.url().endsWith(grace.guest_token)], ["online", true]);

    await line.act(first.id, "remove");
    await page.getByText("You are next.").waitFor();
    await visit.tabTo("form button");
    await page.keyboard.press("Enter");
    await page.getByText("We know that you are on your way").waitFor();
    assert.ok((await entryOf("Grace")).on_my_way_at !== null);

    await line.act(grace.id, "notify");
    await page.locator("#wait").getByText("Your table is ready.").waitFor();
    await visit.assertAccessible();
    await visit.picture("wait-2-called");
    await line.act(grace.id, "seat");
    await page.locator("#wait").getByText("You have your table.").waitFor();
    await visit.picture("wait-3-seated");
    await visit.finish();
  });

  test("a phone in line opens nobody's place; leaving asks first; all of it without script, on a dark desktop", async () => {
    const visit = await browser.newPage({ screen: "desktop", dark: true, script: false });
    const { page } = visit;
    await line.join({ guest: { first_name: "Alan", phone: "+33698765432" } });
    await visit.open(`/join/${line.location}`);
    await page.getByLabel("Your name").fill("Mallory");
    await page.getByLabel("Mobile number").fill("+33698765432");
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: "Join the line" }).click();
    await page.getByText("This number is in line already").waitFor();
    assert.match(page.url(), /\/join\//);
    await page.getByLabel("Mobile number").fill("");
    await page.getByRole("button", { name: "Join the line" }).click();
    await page.waitForURL(/\/wait\/[\w-]{22}$/);
    await page
      .getByText(/About|A table should be free/)
      .first()
      .waitFor();
    await visit.picture("wait-4-desktop-dark");
    await page.getByRole("link", { name: "Leave the line" }).click();
    await visit.picture("wait-5-leave");
    await page.getByRole("button", { name: "Leave the line" }).click();
    await page.getByText("You left the line.").first().waitFor();
    const { id } = await entryOf("Mallory");
    assert.equal((await partner.call("GET", `/v1/waitlist_entries/${id}`)).body.status, "cancelled");
    visit.expectComplaint(/404/);
    await visit.open(`/wait/${"x".repeat(22)}`);
    await page.getByRole("heading", { name: "Place in line not found" }).waitFor();
    await visit.finish();
  });
});
