/** Pages of managers, accountants, operators and developers with letters twice as large, with colours of their own, and on paper. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { assertPrints, assertToldWithoutColour, assertWordsWhole } from "../../../test/harness/displays.ts";
import { openDocumentation, waitForDocumentation } from "../../../test/harness/documentation.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;
let here: Id<"str">;
before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  here = await createBookableLocation(service.database, undefined, { name: "Bistro Nord" });
});
after(async () => {
  await browser.close();
  await service.stop();
});

async function visitAs(...roles: Parameters<typeof createPerson>[1]): Promise<WatchedPage> {
  const { token: value } = await createPerson(service.database, roles, { name: "Ada" });
  const visit = await browser.newPage();
  await visit.page.context().addCookies([{ name: "maple_session", value, url: service.url, httpOnly: true }]);
  return visit;
}

test("letters twice as large break no word, colours of the reader hide no state, and paper has no controls", async () => {
  const visit = await visitAs({ role: "manager", at: here }, { role: "operator_admin" });
  const ofLocation = ["today", "reports?report=sales", "money", "menu"].map((name) => `/console/${here}/${name}`);
  for (const path of [...ofLocation, "/me", "/operator", "/operator/people"]) {
    await visit.open(path);
    await assertWordsWhole(visit.page);
    await assertToldWithoutColour(visit.page);
    await assertPrints(visit.page);
  }
  await visit.finish();
});

test("a report on paper says of which restaurant and which days it is", async () => {
  const visit = await visitAs({ role: "accountant", at: here });
  const { page } = visit;
  for (const report of ["reports?report=sales&", "money?"]) {
    await visit.open(`/console/${here}/${report}from=2026-01-01&to=2026-01-31`);
    await page.emulateMedia({ media: "print" });
    const text = await page.locator("body").innerText();
    for (const said of ["Bistro Nord", /January.*2026/]) assert.match(text, new RegExp(said), report);
    await page.emulateMedia({ media: "screen" });
  }
  await visit.finish();
});

test("with letters twice as large the documentation can be searched and read, and its button lies on no text", async () => {
  await waitForDocumentation(service);
  const visit = await browser.newPage();
  const { page } = visit;
  for (const path of ["/docs", "/docs/certify", "/docs/payments"]) {
    await openDocumentation(visit, path);
    await assertToldWithoutColour(page);
    await assertPrints(page);
    const debuggee = await page.context().newCDPSession(page);
    await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    const { field, covered } = await page.evaluate<{ readonly field: number; readonly covered: readonly string[] }>(`({
      field: document.querySelector(".search input").getBoundingClientRect().width,
      covered: [...document.querySelectorAll(".copy")].flatMap((button) => {
        const box = button.getBoundingClientRect();
        const texts = [...button.parentElement.querySelectorAll("figcaption, code")].flatMap((around) => {
          const range = document.createRange();
          range.selectNodeContents(around);
          return [...range.getClientRects()];
        });
        const isUnder = (text) => text.right > box.left && text.left < box.right && text.top < box.bottom - 4 && text.bottom > box.top + 4;
        return box.width > 0 && texts.some(isUnder) ? [button.parentElement.textContent.slice(0, 60)] : [];
      }),
    })`);
    await debuggee.detach();
    assert.ok(field > 200, `the field of the search has ${field} pixels on ${path}`);
    assert.deepEqual(covered, [], path);
  }
  await visit.finish();
});
