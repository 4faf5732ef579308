/** Two managers at the opening hours in a browser: the later one is asked, and chooses (rules/console 1.4 and 1.7). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

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

test("one opened always while the other typed hours: the later one sees who saved, and keeps the hours", async () => {
  const here = await createBookableLocation(service.database);
  const open = async (name: string): Promise<WatchedPage> => {
    const { token } = await createPerson(service.database, [{ role: "manager", at: here }], { name });
    const visit = await browser.newPage({ screen: "desktop" });
    visit.expectComplaint(/409|422/);
    await visit.page.context().addCookies([{ name: "maple_session", value: token, url: service.url }]);
    await visit.open(`/console/${here}/calendar`);
    return visit;
  };
  const save = async ({ page }: WatchedPage): Promise<void> => {
    await page.locator("form[action$='/hours'] button[type=submit]").click();
    await page.waitForLoadState();
  };
  const type = async ({ page }: WatchedPage, row: string, texts: readonly [string, string, string]): Promise<void> => {
    await page.locator(`[name="${row}.0"]`).selectOption(texts[0]);
    await page.locator(`[name="${row}.1"]`).fill(texts[1]);
    await page.locator(`[name="${row}.2"]`).fill(texts[2]);
  };
  const tom = await open("Tom");
  const always = tom.page.getByLabel("Always open");
  await always.uncheck();
  await type(tom, "week.new1", ["1", "11:00", "22:00"]);
  await save(tom);
  await tom.page.getByText("Saved.").first().waitFor();
  const mia = await open("Mia");
  await always.check();
  await save(tom);
  await type(mia, "week.new1", ["2", "17:00", "23:00"]);
  await save(mia);
  const { page } = mia;
  await page.getByText("Somebody else saved at the same time").waitFor();
  await page.getByText(/^Tom, /).waitFor();
  for (const [width, colorScheme] of [
    [390, "light"],
    [820, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await mia.assertAccessible();
    await mia.picture(`hours-clash-${width}`);
  }
  await mia.assertReflows();
  await page.getByText("Use yours: No").click();
  await save(mia);
  await page.getByText("Saved.").first().waitFor();
  assert.equal(await page.getByLabel("Always open").isChecked(), false);
  const ends = page.locator('form[action$="/hours"] [name^="week."][name$=".2"]');
  assert.deepEqual((await ends.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).slice(0, 2), [
    "22:00",
    "23:00",
  ]);
  await Promise.all([mia.finish(), tom.finish()]);
});
