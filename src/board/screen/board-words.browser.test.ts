import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBoardServer } from "../../../test/harness/board-server.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { foreignScreenTexts } from "../../../test/harness/foreign-screen-text.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { busyEvening } from "../../../test/harness/example-boards.ts";

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

/** Opens each thing that lies over the board, one after the other. */
const openers = [
  ...[1, 2, 3, 4, 5, 6, 7].map((place) => `.head-acts button:nth-child(${place})`),
  ".column-new .acts .go",
  ".column-new .acts button:nth-child(2)",
  ".column-preparing .acts .square",
];

test("every text of the board is one of its words: nothing is left when the words are accented", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  // The stand-in has no stock and takes no act.
  visit.expectComplaint(/500|404/);
  await visit.open("/board/busy?lang=en-XA");
  await visit.page.locator(".order-card").first().waitFor();
  assert.deepEqual(await foreignScreenTexts(visit.page), []);
  for (const opener of openers) {
    await visit.page.locator(opener).first().click();
    await visit.page.locator("dialog").waitFor();
    assert.deepEqual(await foreignScreenTexts(visit.page), [], opener);
    await visit.page.keyboard.press("Escape");
    await visit.page.locator("dialog").waitFor({ state: "detached" });
  }
  await visit.finish();
});

test("the board is read from the right, and nothing scrolls sideways there", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  visit.expectComplaint(/500|404/);
  await visit.open("/board/busy?lang=ar-XB");
  await visit.page.locator(".order-card").first().waitFor();
  const left = async (column: string): Promise<number> =>
    (await visit.page.locator(`.column-${column}`).boundingBox())?.x ?? 0;
  assert.ok((await left("new")) > (await left("ready")), "the first column stands at the right");
  await visit.assertReflows();
  await visit.finish();
});

test("with letters twice as large nothing of the board or what lies over it scrolls sideways on a telephone", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/500|404/);
  await visit.open("/board/busy");
  const { page } = visit;
  await page.locator(".order-card").first().waitFor();
  await visit.assertLargeLetters();
  for (const opener of openers) {
    await page.locator(opener).first().click();
    await page.locator("dialog").waitFor();
    await visit.assertLargeLetters();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await visit.finish();
});
