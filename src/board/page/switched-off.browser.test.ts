import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { operatorToken, startService, type TestService } from "../../../test/harness/service.ts";
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

test("a board whose restaurant is switched off while it is open says why no order comes", async () => {
  const { locationId, staff } = await openBoard(service);
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: staff.token, url: service.url }]);
  await visit.open(`/board/${locationId}`);
  const why = page.getByText("The restaurant is switched off and takes no orders.");
  assert.equal(await why.count(), 0);
  const set = (status: string) =>
    service.call("PATCH", `/operator/v1/test/locations/${locationId}`, {
      key: operatorToken,
      body: { status },
    });
  assert.equal((await set("inactive")).status, 200);
  await why.waitFor();
  await visit.assertAccessible();
  await set("active");
  await why.waitFor({ state: "detached" });
  await visit.finish();
});
