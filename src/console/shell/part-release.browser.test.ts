/** The floor plan and the map of zones while another release begins to answer (rules/board 1.10). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { openEditor, openPlace, saved, second, table, tap, unitOf, type Place } from "../floor/floor-editor.fixture.ts";

let service: TestService;
let browser: TestBrowser;
let place: Place;
before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  place = await openPlace(service);
  await place.save({ expected_revision: 0, units: [table, second] });
});
after(async () => {
  await browser.close();
  await service.stop();
});

/** The calls of the page are answered by the release; undefined: by the own one. */
async function answerAs(page: Page, release: string | undefined): Promise<void> {
  await page.unroute("**/console/v1/**");
  if (release === undefined) return;
  await page.route("**/console/v1/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "maple-screens": release } });
  });
}

const notice = (page: Page) => page.locator("section.notice").filter({ hasText: "There is a new version" });

async function lookAtNotice(visit: WatchedPage, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [390, "light"],
    [820, "dark"],
    [1280, "light"],
  ] as const) {
    await visit.page.setViewportSize({ width, height: 800 });
    await visit.page.emulateMedia({ colorScheme });
    await visit.assertAccessible();
    await visit.picture(`${name}-${width}`);
  }
}

test("the editor of the plan says that there is a new version once two saves were answered by one, and nothing is unsaved", async () => {
  const visit = await openEditor(service, browser, place);
  const { page } = visit;
  const move = async (): Promise<void> => {
    await unitOf(page, "t1").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("Not saved yet.").waitFor();
  };
  const save = async (): Promise<void> => {
    await tap(page, "Save the plan");
    await saved(page);
  };
  await move();
  await save();
  await answerAs(page, "board=any, floor=new");
  await move();
  await save();
  assert.equal(await notice(page).count(), 0, "processes of both releases may answer");
  await move();
  await save();
  await notice(page).waitFor();
  await lookAtNotice(visit, "release-floor");
  await move();
  assert.equal(await notice(page).count(), 0, "what is not saved would be lost");
  await save();
  await notice(page).getByRole("button", { name: "Later" }).click();
  await notice(page).waitFor({ state: "detached" });
  await move();
  await save();
  assert.equal(await notice(page).count(), 0, "dismissed for this release");
  await answerAs(page, "floor=newer");
  for (const _ of [1, 2]) {
    await move();
    await save();
  }
  await page.evaluate("globalThis.isOld = true");
  await notice(page).getByRole("button", { name: "Load" }).click();
  await waitUntilTrue(() => page.evaluate<boolean>("globalThis.isOld !== true").catch(() => false));
  await visit.finish();
});

test("the map of zones says so too, while no zone is drawn", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: place.boss.token, url: service.url }]);
  await visit.open(`/console/${place.id}/zones`);
  const check = page.getByRole("button", { name: "Check the middle of the map" });
  await page.getByRole("button", { name: "Choose on the map" }).click();
  await check.waitFor();
  await answerAs(page, "zones=new");
  for (const _ of [1, 2]) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/check"));
    await check.click();
    await answered;
  }
  await notice(page).waitFor();
  await lookAtNotice(visit, "release-zones");
  await visit.finish();
});
