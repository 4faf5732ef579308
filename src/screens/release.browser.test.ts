/** Screens that stay open while another release begins to answer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startBoardServer } from "../../test/harness/board-server.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../test/harness/browser.ts";
import { busyEvening } from "../../test/harness/example-boards.ts";
import { rushHour } from "../../test/harness/example-stands.ts";
import type { ScreenServer } from "../../test/harness/screen-server.ts";
import { startStandServer } from "../../test/harness/stand-server.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";

const bar = ".bar.release";
const busy = busyEvening();

let boards: ScreenServer;
let stands: ScreenServer;
let boardBrowser: TestBrowser;
let standBrowser: TestBrowser;
before(async () => {
  boards = await startBoardServer({ busy, under_way: busy.filter(({ status }) => status !== "PENDING") });
  stands = await startStandServer({ rush: rushHour() });
  boardBrowser = await startBrowser(boards.url);
  standBrowser = await startBrowser(stands.url);
});
after(async () => {
  await boardBrowser.close();
  await standBrowser.close();
  boards.close();
  stands.close();
});

/** Two streams of the page are answered by the release. */
async function answerTwice(page: Page, server: ScreenServer, release: string): Promise<void> {
  for (const _ of [1, 2]) {
    const answered = page.waitForResponse((answer) => answer.url().includes("/stream?"));
    server.answerAs(release);
    await answered;
  }
}

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
] as const;

/** The bar lies below the work, inside the page, and is well made. */
async function lookAtBar(visit: WatchedPage, work: string, name: string): Promise<void> {
  const { page } = visit;
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: width === 820 ? "dark" : "light" });
    await page.locator(bar).scrollIntoViewIfNeeded();
    const lies = await page.evaluate(`(() => {
      const { top, bottom, right } = document.querySelector("${bar}").getBoundingClientRect();
      const work = document.querySelector("${work}").getBoundingClientRect();
      return { below: work.bottom <= top + 1, inside: bottom <= innerHeight + 1 && right <= innerWidth };
    })()`);
    assert.deepEqual(lies, { below: true, inside: true }, `at ${width}`);
    await visit.assertAccessible();
    await visit.picture(`${name}-${width}`);
  }
}

test("a board says once that there is a new version, and loads it when somebody wants that (rules/board 1.10)", async () => {
  const visit = await boardBrowser.newPage({ screen: "desktop" });
  const { page } = visit;
  visit.expectComplaint(/500|404/);
  await visit.open("/board/under_way");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await answerTwice(page, boards, "board=new, stand=any");
  await page.locator(bar).getByText("There is a new version of this screen.").waitFor();
  await lookAtBar(visit, ".columns", "release-board");
  await page.locator(bar).getByRole("button", { name: "Later" }).click();
  await page.locator(bar).waitFor({ state: "detached" });
  await answerTwice(page, boards, "board=new, stand=any");
  assert.equal(await page.locator(bar).count(), 0, "dismissed for this release");
  await answerTwice(page, boards, "board=newer, stand=any");
  await page.evaluate("globalThis.isOld = true");
  await page.locator(bar).getByRole("button", { name: "Load" }).click();
  await waitUntilTrue(() => page.evaluate<boolean>("globalThis.isOld !== true").catch(() => false));
  await visit.finish();
});

test("while an order waits for a decision or a dialog is open no bar moves anything", async () => {
  const visit = await boardBrowser.newPage({ screen: "desktop" });
  const { page } = visit;
  visit.expectComplaint(/500|404/);
  await visit.open("/board/busy");
  await page.locator(".column-new .order-card").first().waitFor();
  await answerTwice(page, boards, "board=newest, stand=any");
  assert.equal(await page.locator(bar).count(), 0);
  await visit.open("/board/under_way");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await answerTwice(page, boards, "board=newest, stand=any");
  assert.equal(await page.locator(bar).count(), 0);
  await page.keyboard.press("Escape");
  await page.locator(bar).waitFor();
  await visit.finish();
});

test("a stand says so too, under the room", async () => {
  const visit = await standBrowser.newPage({ screen: "desktop" });
  visit.expectComplaint(/500|404/);
  await visit.open("/stand/rush");
  await visit.page.locator(".work").waitFor();
  await answerTwice(visit.page, stands, "board=any, stand=new");
  await visit.page.locator(bar).waitFor();
  await lookAtBar(visit, ".work", "release-stand");
  await visit.finish();
});
