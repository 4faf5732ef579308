/** The focus at the board of somebody who has keys alone: it goes on to the next order, and never to the top of the page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openBoard } from "../../console/board/board.fixture.ts";

let service: TestService;
let browser: TestBrowser;
before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>("document.activeElement.id || document.activeElement.tagName");
const isFocused = (page: Page, id: string): Promise<string> =>
  waitUntil(
    () => focused(page),
    (now) => now === id,
  );

test("after accept, deny, ready and handed over by key the next order has the focus (rules/board 1.11)", async () => {
  const place = await openBoard(service);
  const first = await place.place();
  const second = await place.place();
  const third = await place.place();
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  await page.getByRole("button", { name: "Start", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(`.column-new [id="${third}"] button.go:enabled`).waitFor();
  await page.keyboard.press("ArrowDown");
  await isFocused(page, first);
  await page.keyboard.press("a");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.column-preparing [id="${first}"]`).waitFor();
  await isFocused(page, second);
  assert.ok(await page.locator(`[id="${second}"]`).evaluate((card) => card.matches(":focus-visible")));
  await visit.picture("board-focus-accepted");
  await page.keyboard.press("d");
  await page.getByRole("button", { name: "Too busy" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Deny and refund/ }).focus();
  await page.keyboard.press("Enter");
  await page.locator(`.column-new [id="${second}"]`).waitFor({ state: "detached" });
  await isFocused(page, third);
  // The last one of its column is followed where it goes.
  await page.keyboard.press("a");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.column-preparing [id="${third}"]`).waitFor();
  await isFocused(page, third);
  await page.keyboard.press("r");
  await page.locator(`.column-ready [id="${third}"]`).waitFor();
  await isFocused(page, first);
  await visit.assertAccessible();
  // Whoever is elsewhere stays there.
  const search = page.locator(".head button").first();
  await search.focus();
  assert.equal((await place.call("POST", `/orders/${first}/ready`, {})).status, 200);
  await page.locator(`.column-ready [id="${first}"]`).waitFor();
  assert.equal(await search.evaluate((one) => one.matches(":focus")), true);
  await visit.finish();
});

test("a key that comes just after somebody elsewhere took the chosen order acts on no other (rules/board 1.11)", async () => {
  const place = await openBoard(service);
  const [taken, next] = [await place.place(), await place.place()];
  assert.equal((await place.call("POST", `/orders/${next}/accept`, { minutes: 20 })).status, 200);
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  await page.getByRole("button", { name: "Start", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(`.column-preparing [id="${next}"]`).waitFor();
  await page.keyboard.press("ArrowDown");
  await isFocused(page, taken);
  // What was done here stands for one move: the next one is that of somebody else.
  await page.keyboard.press("a");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.column-preparing [id="${taken}"]`).waitFor();
  await isFocused(page, taken);
  // As fast as a key can be: in the moment in which the focus comes to the next one.
  await page.evaluate(`document.addEventListener("focusin", ({ target }) => {
    window.pressedAt = target.id;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
  }, { once: true })`);
  assert.equal((await place.call("POST", `/orders/${taken}/ready`, {})).status, 200);
  await page.locator(`.column-ready [id="${taken}"]`).waitFor();
  await waitUntil(
    () => page.evaluate<string | undefined>("window.pressedAt"),
    (id) => id === next,
  );
  assert.equal(await page.locator(`.column-preparing [id="${next}"]`).count(), 1);
  assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
  await visit.finish();
});
