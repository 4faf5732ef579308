/** The board and the stand in a browser that lacks what the oldest lack (`src/screens/browsers/oldest-browsers.ts`). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { rushHour } from "../../../test/harness/example-stands.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { startStandServer } from "../../../test/harness/stand-server.ts";
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

/** Takes from the browser what Safari 15 does not have. */
function makeOld({ page }: WatchedPage): Promise<unknown> {
  return page.addInitScript(`
    for (const name of ["findLast", "toReversed", "toSorted", "toSpliced", "with"]) delete Array.prototype[name];
    for (const each of [Map, Object]) delete each.groupBy;
    for (const name of ["any", "timeout"]) delete AbortSignal[name];
    for (const name of ["withResolvers", "try"]) delete Promise[name];
    for (const name of ["map", "filter", "take", "drop", "toArray"]) delete Iterator.prototype[name];
    delete HTMLFormElement.prototype.requestSubmit;
    delete Element.prototype.moveBefore;
    delete Navigator.prototype.wakeLock;
  `);
}

/** Takes the storage from a browser, as "Block all cookies" does. */
function denyStorage({ page }: WatchedPage): Promise<unknown> {
  return page.addInitScript(`
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });
  `);
}

test("an order is accepted on an old tablet that keeps nothing", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await makeOld(visit);
  await denyStorage(visit);
  await page.context().addCookies([{ name: "maple_session", value: place.staff.token, url: service.url }]);
  const id = await place.place();
  await visit.open(`/board/${place.locationId}`);
  await page.locator(`[id="${id}"]`).getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: /^30 min/ }).click();
  await page.locator(`.column-preparing [id="${id}"]`).waitFor();
  await visit.finish();
});

test("the stand shows its tables on an old tablet, and what it adds to the browser is not in the way", async () => {
  const server = await startStandServer({ full: rushHour() });
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await makeOld(visit);
  await denyStorage(visit);
  await page.goto(`${server.url}/stand/full`);
  await page.locator(".floor .table").first().waitFor();
  const read = await page.evaluate<unknown>(`({
    own: Object.keys(Array.prototype),
    sorted: [3, 1, 2].toSorted((a, b) => a - b),
    reversed: [1, 2, 3].toReversed(),
    spliced: [1, 2, 3].toSpliced(1, 1, 9, 8),
    cut: [1, 2, 3].toSpliced(1),
    last: [1, 2, 3].findLast((each) => each < 3),
    none: [].findLast(() => true),
    put: [1, 2, 3].with(-1, 9),
    groups: [...Map.groupBy([1, 2, 3], (each) => each % 2)],
  })`);
  assert.deepEqual(read, {
    own: [],
    sorted: [1, 2, 3],
    reversed: [3, 2, 1],
    spliced: [1, 9, 8, 3],
    cut: [1],
    last: 2,
    none: undefined,
    put: [1, 2, 9],
    groups: [
      [1, [1, 3]],
      [0, [2]],
    ],
  });
  const why = await page.evaluate<string>(`new Promise((done) => {
    const signal = AbortSignal.timeout(1);
    signal.addEventListener("abort", () => done(signal.reason.name));
  })`);
  assert.equal(why, "TimeoutError");
  const sent = await page.evaluate<boolean>(`new Promise((done) => {
    const form = document.body.appendChild(document.createElement("form"));
    form.addEventListener("submit", (event) => { event.preventDefault(); done(form.children.length < 2); });
    form.requestSubmit();
  })`);
  assert.equal(sent, true);
  await page.context().close();
  server.close();
});
