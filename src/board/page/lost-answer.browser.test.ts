/** The board when the network goes in the middle of an act. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { openBoard, type Board } from "../../console/board/board.fixture.ts";

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

test("an accept whose answer is lost is done once, and nobody is told that they were second to themselves", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  visit.expectComplaint(/ERR_FAILED/);
  const id = await place.place();
  const number = String((await place.call("GET", `/orders/${id}`)).body["display_number"]);
  let calls = 0;
  await page.route("**/accept", async (route) => {
    calls += 1;
    // The stream says what was done only after the answer is lost.
    const failed = page.getByText("No answer came.").waitFor();
    await route.abort();
    await failed;
    await route.fetch();
  });
  await page.locator(`[id="${id}"]`).getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: /^30 min/ }).click();
  await page.getByText(`Order ${number} is accepted.`).waitFor();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator(`.column-preparing [id="${id}"]`).waitFor();
  assert.deepEqual([calls, await page.getByText(/accepted order .* first|No answer came/).count()], [1, 0]);
  await visit.finish();
});

test("two orders whose acts had no answer are both named", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  visit.expectComplaint(/ERR_FAILED/);
  await page.route("**/ready", (route) => route.abort());
  const ids = [await place.place(), await place.place()];
  const numbers: string[] = [];
  for (const id of ids) {
    assert.equal((await place.call("POST", `/orders/${id}/accept`, { minutes: 20 })).status, 200);
    numbers.push(String((await place.call("GET", `/orders/${id}`)).body["display_number"]));
    await page.locator(`.column-preparing [id="${id}"]`).getByRole("button", { name: "Ready" }).click();
  }
  for (const number of numbers) await page.getByText(`Order ${number}. No answer came.`).waitFor();
  await visit.finish();
});
