/** The editor of the plan on a telephone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { openEditor, openPlace, tap } from "./floor-editor.fixture.ts";

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

test("on a telephone the buttons take three rows above the plan, each for a finger", async () => {
  const place = await openPlace(service, smallConfiguration);
  const visit = await openEditor(service, browser, place);
  const { page } = visit;
  await page.setViewportSize({ width: 390, height: 844 });
  const { rows, lowest } = await page.evaluate<{ readonly rows: number; readonly lowest: number }>(`(() => {
    const boxes = [...document.querySelectorAll(".floor-save button, .floor-tools button, .floor-zooms button")];
    const sizes = boxes.map((button) => button.getBoundingClientRect());
    const plan = document.querySelector(".floor-canvas").getBoundingClientRect().top;
    const above = sizes.filter(({ bottom }) => bottom <= plan).map(({ top }) => Math.round(top));
    return { rows: new Set(above).size, lowest: Math.min(...sizes.flatMap(({ width, height }) => [width, height])) };
  })()`);
  assert.equal(rows, 3);
  assert.ok(lowest >= 44, String(lowest));
  await tap(page, "Show all");
  await visit.finish();
});

test("whatever of the plan gets the focus by keys is shown, also a wall and a text beyond the edge", async () => {
  const place = await openPlace(service, smallConfiguration);
  const walls = [{ x1: 1_700, y1: 200, x2: 1_700, y2: 700 }];
  await place.save({
    expected_revision: (await place.plan()).revision,
    units: [],
    walls,
    labels: [{ x: 100, y: 1_700, text: "Bar" }],
  });
  const visit = await openEditor(service, browser, place);
  const { page } = visit;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const item of ["wall", "label"]) {
    await visit.tabTo(`[data-item^="${item}:"]`);
    const isSeen = await page.evaluate<boolean>(`(() => {
      const [item, plan] = [document.activeElement, document.querySelector(".floor-canvas")].map((each) => each.getBoundingClientRect());
      return item.left >= plan.left && item.right <= plan.right && item.top < plan.bottom && item.bottom > plan.top;
    })()`);
    assert.ok(isSeen, item);
  }
  await visit.finish();
});
