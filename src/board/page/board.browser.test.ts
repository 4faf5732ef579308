import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { startBrowser, type PageOptions, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openBoard, type Board } from "../../console/board/board.fixture.ts";

/** A tablet with the board open, signed in, and started. */
async function openTablet(
  place: Board,
  options: PageOptions = {},
  cookies: Readonly<Record<string, string>> = { maple_session: place.staff.token },
): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "desktop", ...options });
  const sent = Object.entries(cookies).map(([name, value]) => ({ name, value, url: service.url }));
  await visit.page.context().addCookies(sent);
  await visit.open(`/board/${place.locationId}`);
  await visit.page.getByRole("button", { name: "Start", exact: true }).click();
  return visit;
}

const cardOf = (page: Page, id: string) => page.locator(`[id="${id}"]`);

/** The browser hides a dialog before the screen knows of it: the next key means something only when it is gone. */
async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
}

async function statusOf(place: Board, id: string): Promise<unknown> {
  return (await place.call("GET", `/orders/${id}`)).body["status"];
}

let service: TestService;
let browser: TestBrowser;
let place: Board;

before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  place = await openBoard(service);
});
after(async () => {
  await browser.close();
  await service.stop();
});

describe("the order board", () => {
  test("strangers are led to the sign-in, and a location of others is not found", async () => {
    const answer = await fetch(`${service.url}/board/${place.locationId}`, { redirect: "manual" });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `/sign-in?to=%2Fboard%2F${place.locationId}`);
    const other = await openBoard(service);
    const headers = { cookie: `maple_session=${other.staff.token}` };
    assert.equal((await fetch(`${service.url}/board/${place.locationId}`, { headers })).status, 404);
    const tablet = await fetch(`${service.url}/board/${place.locationId}`, { headers: place.tablet.headers });
    assert.equal(tablet.status, 200, "a tablet paired with the location shows its board");
    const policy = (await fetch(`${service.url}/board/${other.locationId}`, { headers })).headers;
    const directives = policy.get("content-security-policy")?.split("; ") ?? [];
    for (const wanted of ["frame-ancestors 'none'", "worker-src 'self'", "manifest-src 'self'"])
      assert.ok(directives.includes(wanted), `${wanted} is not in ${directives.join("; ")}`);
  });

  test("an order goes from new to handed over, with Undo, and its second ticket is a copy", async () => {
    const visit = await openTablet(place);
    const { page } = visit;
    const id = await place.place();
    const card = cardOf(page, id);
    await card.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("button", { name: /^30 min/ }).click();
    await page.locator(`.column-preparing [id="${id}"]`).waitFor();
    assert.equal(await statusOf(place, id), "ACCEPTED");
    // The steady clock of the page stands until the act is undone: the Undo bar passes by it.
    await page.evaluate("(now => { performance.now = () => now; })(performance.now())");
    await card.getByRole("button", { name: "Ready", exact: true }).click();
    await page.locator(`.column-ready [id="${id}"]`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(`.column-preparing [id="${id}"]`).waitFor();
    assert.equal(await statusOf(place, id), "ACCEPTED", "undone, and never sent");
    // What waits under the Undo bar is sent when the page closes.
    await card.getByRole("button", { name: "Ready", exact: true }).click();
    await visit.open(`/board/${place.locationId}/tickets/${id}`);
    await waitUntil(
      () => statusOf(place, id),
      (status) => status === "READY",
    );
    assert.equal(await page.getByText("Copy 2").count(), 0);
    await visit.assertAccessible();
    assert.equal((await place.call("POST", `/orders/${id}/printed`, {})).status, 200);
    await page.reload();
    assert.equal(await page.getByText("Copy 2").count(), 1);
    await visit.open(`/board/${place.locationId}`);
    await page.locator(`.column-ready [id="${id}"]`).waitFor();
    const kept = await waitUntil(
      () =>
        page.evaluate<string[]>(
          `caches.open("files-1").then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))`,
        ),
      (urls) => urls.length > 0,
    );
    assert.deepEqual(
      kept.filter((url) => !url.startsWith(`${service.url}/screens/`)),
      [],
      "the service worker keeps files only",
    );
    await visit.finish();
  });

  test("a shared tablet asks who taps, wants the PIN, and then goes on", async () => {
    const pin = await service.call("PUT", `/console/v1/me/pins/${place.locationId}`, {
      key: place.staff.token,
      body: { pin: "4711" },
    });
    assert.equal(pin.status, 200);
    const id = await place.place();
    const visit = await openTablet(place, {}, { maple_device: place.tablet.token });
    const { page } = visit;
    visit.expectComplaint(/401/);
    await cardOf(page, id).getByRole("button", { name: "Accept" }).click();
    await page.getByRole("button", { name: /^15 min/ }).click();
    await page.getByRole("button", { name: "Sam Staff" }).click();
    for (const digit of "4712") await page.getByRole("button", { name: digit, exact: true }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This PIN is wrong.").waitFor();
    await visit.assertAccessible();
    await page.keyboard.type("4711");
    await page.keyboard.press("Enter");
    await page.locator(`.column-preparing [id="${id}"]`).waitFor();
    const order = (await place.call("GET", `/orders/${id}`)).body;
    assert.equal((order["updated_by"] as { name: string }).name, "Sam Staff");
    await visit.finish();
  });

  test("two tablets accept and deny at once: one wins, the other says who", async () => {
    const [one, two] = await Promise.all([
      openTablet(place),
      openTablet(place, {}, { maple_session: place.manager.token }),
    ]);
    const id = await place.place();
    await cardOf(one.page, id).getByRole("button", { name: "Accept" }).click();
    await cardOf(two.page, id).getByRole("button", { name: "Deny" }).click();
    await two.page.getByRole("button", { name: "Too busy" }).click();
    // The slower call is refused, or its dialog is closed because the news came first.
    one.expectComplaint(/409/);
    two.expectComplaint(/409/);
    const accept = one.page.getByRole("button", { name: /^10 min/ });
    const deny = two.page.getByRole("button", { name: /^Deny and refund/ });
    // The sentence passes: it is waited for before the acts, as an act whose dialog was closed waits for its own end.
    const hears = (page: Page, text: RegExp) => page.getByText(text).waitFor();
    const told = Promise.any([
      hears(two.page, /Sam Staff accepted order .* first/).then(() => "ACCEPTED"),
      hears(one.page, /Mia Manager denied order .* first/).then(() => "REJECTED"),
    ]);
    await Promise.all([
      accept.click({ timeout: 10_000 }).catch(() => {}),
      deny.click({ timeout: 10_000 }).catch(() => {}),
      told,
    ]);
    const status = await waitUntil(
      () => statusOf(place, id),
      (now) => now !== "PENDING",
    );
    assert.equal(await told, status);
    await Promise.all([one.finish(), two.finish()]);
  });

  test("a cut network for 20 s while an order rings: the bar, decisions off, and nothing missed", async () => {
    const visit = await openTablet(place);
    const { page } = visit;
    const id = await place.place();
    const accept = cardOf(page, id).getByRole("button", { name: "Accept" });
    await accept.waitFor();
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
    assert.equal(await accept.isDisabled(), true);
    const missed = await place.place();
    assert.equal((await place.call("POST", `/orders/${id}/deny`, { reason: "CAPACITY" })).status, 200);
    await page.clock.fastForward(14_500);
    assert.equal(await cardOf(page, missed).count(), 0);
    await page.context().setOffline(false);
    await page.clock.fastForward(5_000);
    await cardOf(page, missed).waitFor();
    await cardOf(page, id).waitFor({ state: "detached" });
    await page.getByText(/^No connection since/).waitFor({ state: "detached" });
    assert.equal(await cardOf(page, missed).getByRole("button", { name: "Accept" }).isEnabled(), true);
    await visit.finish();
  });

  test("sold out, extra time, pause, a new time and a missing dish take effect on every tablet", async () => {
    const own = await openBoard(service);
    const id = await own.place({ payment: "paid", items: [{ menu_entity_id: "soup-bowl", quantity: 2 }] });
    const visit = await openTablet(own, {}, { maple_session: own.staff.token });
    const { page } = visit;
    const tap = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
    await tap("Sold out");
    await page.getByRole("dialog").getByText("Bread", { exact: true }).waitFor();
    await page.getByLabel("Search a dish").fill("soup");
    await tap("Until tomorrow");
    await page.getByText(/^Sold out until /).waitFor();
    await tap("Back in stock");
    await page.getByText(/^Sold out until /).waitFor({ state: "detached" });
    await leaveDialog(page);

    await tap("Extra time");
    await tap("+15 min");
    await page.locator(".head").getByRole("button", { name: "+15 min" }).waitFor();
    await tap("Pause");
    await tap(/^For 30 minutes/);
    await page.getByText(/^No new orders until /).waitFor();
    await tap("Take orders again");
    await page.getByText(/^No new orders until /).waitFor({ state: "detached" });

    await cardOf(page, id).getByRole("button", { name: "Accept" }).click();
    await tap(/^10 min/);
    await page.locator(`.column-preparing [id="${id}"]`).waitFor();
    await cardOf(page, id).getByRole("button", { name: /^More/ }).click();
    await tap("Change time");
    await page.getByLabel(/^Minutes from now/).fill("75");
    await tap(/^Set /);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await cardOf(page, id)
      .getByText(/^7[45] min left/)
      .waitFor();
    await cardOf(page, id).getByRole("button", { name: /^More/ }).click();
    await tap("Something is missing");
    await tap("−1");
    await tap("−1");
    await page.getByText("Nothing would be left.").waitFor();
    await tap("+1");
    await tap("Ask the guest");
    await cardOf(page, id)
      .getByText(/^Waiting for the guest’s answer: [45]:/)
      .waitFor();
    await visit.finish();
  });

  test("by keyboard alone an order is accepted, made ready and found; the keys can be switched off", async () => {
    const visit = await openTablet(place);
    const { page } = visit;
    const id = await place.place();
    // The keys decide from when the button does.
    await cardOf(page, id).locator("button.go:enabled").waitFor();
    const number = (await cardOf(page, id).locator(".number").textContent()) ?? "";
    for (let pressed = 0; pressed < 20; pressed++) {
      await page.keyboard.press("ArrowDown");
      if (await page.evaluate<boolean>(`document.activeElement.id === "${id}"`)) break;
    }
    await page.keyboard.press("a");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(`.column-preparing [id="${id}"]`).waitFor();
    await cardOf(page, id).focus();
    await page.keyboard.press("r");
    await page.locator(`.column-ready [id="${id}"]`).waitFor();
    await page.keyboard.press("/");
    await page.getByLabel("Number or name").waitFor();
    await page.keyboard.type(number);
    await page.locator(".rows button").waitFor();
    await leaveDialog(page);
    await page.keyboard.press("?");
    await page.getByLabel("Use keys").focus();
    await page.keyboard.press("Space");
    await leaveDialog(page);
    await page.keyboard.press("/");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await visit.finish();
  });

  test("axe finds nothing, and nothing scrolls sideways, at every size, light and dark", async () => {
    await place.place({ payment: "paid", notes: "No onions" });
    const visit = await openTablet(place);
    // Colours do not depend on the width: one width is looked at in the dark.
    for (const width of [1024, 820, 390]) {
      await visit.page.setViewportSize({ width, height: 800 });
      for (const colorScheme of width === 390 ? (["light", "dark"] as const) : (["light"] as const)) {
        await visit.page.emulateMedia({ colorScheme });
        await visit.assertAccessible();
        const small = await visit.page.evaluate<string[]>(`[...document.querySelectorAll("button, input, a")]
          .filter((each) => each.getClientRects().length > 0)
          .filter((each) => each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44)
          .map((each) => each.outerHTML)`);
        assert.deepEqual(small, [], `targets under 44 pixels at ${width}`);
        assert.equal(await visit.page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
      }
    }
    await visit.page.getByRole("button", { name: "Deny" }).first().click();
    await visit.assertAccessible();
    await visit.finish();
  });
});
