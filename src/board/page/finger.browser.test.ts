/** A finger at the board while others act: the list moves under it, and the tap is for the order that it was put on. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { pressByFinger, tapsAt } from "../../../test/harness/finger.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { openBoard, type Board } from "../../console/board/board.fixture.ts";

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

/** Two frames and what the browser does after them. */
const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";

/** A board on a phone with orders that are prepared, due after so many minutes; its clock stands until `letPass`. */
async function openPreparing(minutes: readonly number[]): Promise<{ place: Board; visit: WatchedPage; ids: string[] }> {
  const place = await openBoard(service);
  const ids: string[] = [];
  for (const each of minutes) {
    const id = await place.place();
    assert.equal((await place.call("POST", `/orders/${id}/accept`, { minutes: each })).status, 200);
    ids.push(id);
  }
  const visit = await browser.newPage();
  await visit.page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  await visit.page.getByRole("button", { name: "Start", exact: true }).click();
  await visit.page.locator(`.column-preparing [id="${ids.at(-1)}"]`).waitFor();
  await visit.page.evaluate(`${drawn}.then(() => {
    let now = performance.now();
    window.letPass = () => { now += 301; };
    performance.now = () => now;
    letPass();
  })`);
  return { place, visit, ids };
}

const readyOf = ({ page }: WatchedPage, id: string) => page.locator(`.column-preparing [id="${id}"] button.go`);

/** Takes a card out of the list in the moment in which a finger comes down: no tap lasts until the server has spoken. */
const takenWhenPressed = (id: string): string =>
  `addEventListener("pointerdown", () => document.getElementById("${id}").parentElement.style.display = "none", { once: true });`;

test("a finger on an order that leaves makes nothing of the order that comes under it (rules/board 1.12)", async () => {
  const { visit, ids } = await openPreparing([10, 20, 30]);
  const [first = "", second = "", third = ""] = ids;
  await visit.page.evaluate(takenWhenPressed(first));
  const lift = await pressByFinger(visit.page, readyOf(visit, first));
  await visit.page.evaluate(drawn);
  await lift();
  // A tap after it is one of its own.
  await visit.page.evaluate("letPass()");
  await readyOf(visit, third).tap();
  await visit.page.locator(`.column-ready [id="${third}"]`).waitFor();
  assert.equal(await visit.page.locator(`.column-preparing [id="${second}"]`).count(), 1);
  await visit.finish();
});

test("a finger on an order that moves is for that order (rules/board 1.12)", async () => {
  const { visit, ids } = await openPreparing([10, 20, 30]);
  const { page } = visit;
  const [first = "", second = ""] = ids;
  // One that is due earlier comes in above.
  await page.evaluate(`addEventListener("pointerdown", () => {
    const row = document.getElementById("${first}").parentElement;
    row.before(Object.assign(document.createElement("li"), { style: "block-size: " + row.offsetHeight + "px" }));
  }, { once: true })`);
  const lift = await pressByFinger(page, readyOf(visit, first));
  await page.evaluate(drawn);
  await lift();
  await page.locator(`.column-ready [id="${first}"]`).waitFor();
  assert.equal(await page.locator(`.column-preparing [id="${second}"]`).count(), 1);
  await visit.finish();
});

test("the second tap of two in one place is not for the order that the first brought there (rules/board 1.12)", async () => {
  const { visit, ids } = await openPreparing([10, 20, 30]);
  const { page } = visit;
  const [first = "", second = ""] = ids;
  const tap = await tapsAt(page, readyOf(visit, first));
  await tap();
  await page.locator(`.column-ready [id="${first}"]`).waitFor();
  await tap();
  assert.equal(await page.locator(`.column-preparing [id="${second}"]`).count(), 1);
  await page.evaluate("letPass()");
  await tap();
  await page.locator(`.column-ready [id="${second}"]`).waitFor();
  await visit.finish();
});
