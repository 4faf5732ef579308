import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBoardServer } from "../../test/harness/board-server.ts";
import { startBrowser, type TestBrowser } from "../../test/harness/browser.ts";
import { busyEvening } from "../../test/harness/example-boards.ts";
import type { ScreenServer } from "../../test/harness/screen-server.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  server = await startBoardServer({ busy: busyEvening() });
  browser = await startBrowser(server.url);
});
after(async () => {
  await browser.close();
  server.close();
});

/** Whether the board is drawn, and looks like one. */
const isWhole = `document.querySelector(".column-new") !== null &&
  [...document.styleSheets].some(({ href, cssRules }) => href?.includes("board.screen") && cssRules.length > 0)`;

for (const kind of ["js", "css"])
  test(`a screen whose ${kind} file did not come is loaded again (rules/operating 3.3)`, async () => {
    const visit = await browser.newPage();
    const { page } = visit;
    let asked = 0;
    await page.route(`**/screens/board.screen-*.${kind}`, (route) => {
      asked += 1;
      return asked > 2 ? route.continue() : route.fulfill({ status: 404, body: "not found\n" });
    });
    visit.expectComplaint(/404/);
    // The server of the examples has no service worker.
    visit.expectComplaint(/fetching the script/);
    await visit.open("/board/busy");
    // While the page is loaded again nobody can look at it.
    await waitUntilTrue(() => page.evaluate<boolean>(isWhole).catch(() => false));
    assert.equal(asked, 3);
    await visit.finish();
  });
