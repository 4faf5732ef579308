/** The board in a browser that translates pages by itself: Chrome and its like replace text nodes that Preact knows. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { translatePages } from "../../../test/harness/translator.ts";
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

test("the board is left as it is, so that every figure and state is the present one", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await translatePages(page);
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open(`/board/${place.locationId}`);
  const count = page.locator(".column-new h2");
  const id = await place.place();
  await page.locator(`.column-new [id="${id}"]`).waitFor();
  assert.match((await count.textContent()) ?? "", /^New\s*11 order$/);
  await page.locator(`[id="${id}"]`).getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: /^30 min/ }).click();
  await page.locator(`.column-preparing [id="${id}"]`).waitFor();
  assert.match((await count.textContent()) ?? "", /^New\s*00 orders$/);
  assert.equal(await page.locator("font").count(), 0);
  await visit.finish();
});

test("a page of the console is translated, and names in it are not", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await translatePages(page);
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  await visit.open("/me");
  await page.locator("h1 font font").waitFor();
  const names = await page.locator("bdi").allTextContents();
  assert.ok(names.length > 1);
  assert.deepEqual(
    names.filter((name) => name.includes("\u2039")),
    [],
  );
  await visit.finish();
});
