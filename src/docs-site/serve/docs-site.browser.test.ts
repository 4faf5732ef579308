/** The documentation in a real browser: axe, narrow and wide, light and dark, without script, and the search by the keyboard. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDocumentation, waitForDocumentation } from "../../../test/harness/documentation.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let browser: TestBrowser;

before(async () => {
  service = await startService({ settings: { docsReader: async () => reader } });
  await waitForDocumentation(service);
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

const reader = { MAPLE_URL: "http://127.0.0.1:8080", MAPLE_API_KEY: "mpk_test_of_the_reader", LOCATION: "str_1" };

/** A page of each kind, with the width in pixels at which axe looks at its dark colours. */
const looked = [
  ["/docs", 1440],
  ["/docs/orders", 390],
  ["/docs/api/orders/acceptOrder", 1440],
  ["/docs/errors/basket_refused", 390],
  ["/docs/search?q=pos_ticket_id", 390],
] as const;

test("every kind of page holds at 390, 1024 and 1440 pixels, light and dark, and keeps its place while it loads", async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  for (const [path, darkAt] of looked) {
    await openDocumentation(visit, path);
    const moved = await page.evaluate<number>(
      `new Promise((resolve) => {
        let sum = 0;
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += entry.value;
        });
        watch.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      })`,
    );
    assert.ok(moved <= 0.02, `${path} moves by ${moved}`);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        if (colorScheme === "light" ? width === 390 : width === darkAt) await visit.assertAccessible();
        await visit.picture(`docs${path.replaceAll(/[/?=]/g, "-")}-${width}-${colorScheme}`);
      }
      const tooWide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(tooWide <= 0, `${path} scrolls sideways by ${tooWide} at ${width} pixels`);
    }
  }
  await visit.finish();
});

test("in the reader's own sandbox a button puts its key into the samples", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await openDocumentation(visit, "/docs/api/orders/listOrders");
  await page.locator(".tab.sh .own-key").click();
  assert.equal(await page.locator(".own-key").count(), 0);
  const samples = await page.locator(".tabs code").allTextContents();
  assert.equal(samples.length, 3);
  for (const sample of samples) assert.ok(sample.includes(reader.MAPLE_API_KEY), sample);
  await visit.picture("docs-own-key-1440-light");
  await visit.finish();
});

test("without script: the menu opens, samples are chosen, and the search answers", async () => {
  const visit = await browser.newPage({ script: false });
  const { page } = visit;
  await openDocumentation(visit, "/docs/api/orders/acceptOrder");
  await page.locator(".tabs label", { hasText: "Python" }).click();
  await page.locator(".tab.python").waitFor({ state: "visible" });
  assert.equal(await page.locator(".tab.sh").isVisible(), false);
  await page.getByRole("button", { name: "Menu" }).click();
  await visit.picture("docs-menu-390-light");
  await page.locator("#pages").getByRole("link", { name: "Webhooks", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  const field = page.getByRole("searchbox", { name: "Search the documentation" });
  await field.fill("basket_refused");
  await field.press("Enter");
  await page.locator(".found a").first().waitFor();
  assert.equal(await page.locator(".found a").first().textContent(), "basket_refused");
  await visit.finish();
});

test("the slash key leads into the search, and Enter to the page that is shown first", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await openDocumentation(visit, "/docs/orders");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.waitFor();
  await page.keyboard.press("/");
  await page.locator('input[name="q"]:focus').waitFor();
  await page.keyboard.type("acceptOrder");
  const first = page.getByRole("option", { selected: true });
  await first.getByText("Accept an order").waitFor();
  await visit.assertAccessible();
  await visit.picture("docs-hits-1280-light");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/api/orders/acceptOrder");
  await page.locator(".tabs .copy:visible").waitFor();
  await visit.finish();
});

test("over http from another machine, where a page may not copy, the code is selected", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.addInitScript(`
    Object.defineProperty(window, "isSecureContext", { value: false });
    delete Navigator.prototype.clipboard;
  `);
  await openDocumentation(visit, "/docs/api/orders/acceptOrder");
  const box = page.locator(".code-box:has(.copy:visible)").first();
  const code = await box.locator("code").innerText();
  await box.getByRole("button", { name: "Copy" }).click();
  await box.getByText("Selected: now copy").waitFor();
  const selected = await page.evaluate<string>("String(getSelection())");
  assert.equal(selected.trim(), code.trim());
  await visit.finish();
});
