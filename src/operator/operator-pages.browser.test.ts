/** The pages of the operator in a real browser: axe, narrow and wide, light and dark. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../test/harness/browser.ts";
import { connect, createApp, createLocation } from "../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { operatorMenu } from "./shell/operator-menu.ts";

let service: TestService;
let browser: TestBrowser;
let ada: TestPerson;

before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  ada = await createPerson(service.database, [{ role: "operator_admin" }], { name: "Ada" });
  const app = await createApp(service.database);
  const at = await createLocation(service.database, {
    name: "The restaurant with quite a long name at the end of the street",
  });
  await connect(service.database, app, at);
  paths.push(`/operator/apps/${app.id}`, `/operator/locations/${at}`);
});
after(async () => {
  await browser.close();
  await service.stop();
});

const widths = [1440, 820, 390] as const;
const paths: string[] = [...operatorMenu.map(({ path }) => path), "/operator/apps/new"];

test(`every page holds at ${widths.join(", ")} pixels, light and dark`, async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: ada.token, url: service.url, httpOnly: true }]);
  for (const [index, path] of paths.entries()) {
    await visit.open(path);
    for (const [turn, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 900 });
      // Each page is looked at in one width and one scheme, the next page in others.
      const isLookedAt = turn === index % widths.length;
      await page.emulateMedia({ colorScheme: isLookedAt && index % 2 === 1 ? "dark" : "light" });
      if (isLookedAt) await visit.assertAccessible();
      await visit.picture(`${path.slice(1).replaceAll(/[^\w]+/g, "-")}-${width}`);
      const tooWide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(tooWide <= 0, `${path} scrolls sideways by ${tooWide} at ${width} pixels`);
    }
  }
  await visit.finish();
});
