/** The focus at the stand of somebody who has keys alone: it stays with the party, and is never at the top of the page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import { openHouse, statusIs, type StandHouse } from "./stand-tablet.fixture.ts";

let house: StandHouse;
before(async () => {
  house = await openHouse();
});
after(() => house.end());

const isFocused = (page: Page, id: string): Promise<string> =>
  waitUntil(
    () => page.evaluate<string>("document.activeElement.id || document.activeElement.tagName"),
    (now) => now === id,
  );

test("a walk-in, a seat, a move and Undo by keys: the focus stays at the table, and goes with the party (rules/stand 1.7)", async () => {
  const { place, bookingId } = await house.openEvening();
  const visit = await house.openTablet(place);
  const { page } = visit;
  const answer = async (): Promise<void> => {
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
  };
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await isFocused(page, "table-t2");
  await page.keyboard.press("n");
  await page.getByRole("dialog").waitFor();
  await page.getByLabel("Name").focus();
  await answer();
  await page.locator('[id="table-t2"].look-occupied').waitFor();
  await isFocused(page, "table-t2");
  await visit.tabTo(`[id="${bookingId}"]`, 80);
  await page.keyboard.press("s");
  await answer();
  const { table } = await statusIs(place, bookingId, "in_service");
  const own = `table-${(table as { unit_ids: string[] }).unit_ids[0]}`;
  await isFocused(page, own);
  await visit.picture("stand-focus-seated");
  await page.keyboard.press("m");
  await answer();
  await page.locator('[id="table-t3"].look-occupied').waitFor();
  await isFocused(page, own);
  await page.keyboard.press("u");
  await page.locator(`[id="${own}"].look-occupied`).waitFor();
  // The button that took something back is gone: the focus is at the table of the party.
  await page.keyboard.press("m");
  await answer();
  await page.locator('[id="table-t3"].look-occupied').waitFor();
  await page.locator(".bar.undo button").focus();
  await page.keyboard.press("Enter");
  await page.locator(`[id="${own}"].look-occupied`).waitFor();
  await page.locator(".bar.undo button").waitFor({ state: "detached" });
  await isFocused(page, own);
  assert.ok(await page.locator(`[id="${own}"]`).evaluate((one) => one.matches(":focus-visible")));
  await visit.finish();
});
