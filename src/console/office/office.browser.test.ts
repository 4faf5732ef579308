/** The pages of a location in a real browser: axe, the sizes, the keyboard. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { reportNames } from "../reports/reports.ts";
import { consolePages } from "../shell/console-pages.ts";

const sizes = [
  { width: 1024, height: 768, colorScheme: "light" },
  { width: 820, height: 1180, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1024, height: 768, colorScheme: "dark" },
  { width: 820, height: 1180, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

let service: TestService;
let browser: TestBrowser;
let here: Id<"str">;
let boss: TestPerson;

before(async () => {
  service = await startService();
  browser = await startBrowser(service.url);
  here = await createBookableLocation(service.database, undefined, { name: "Bistro Nord", bookings_enabled: false });
  const there = await createLocation(service.database, { name: "Bar Sud" });
  boss = await createPerson(service.database, [
    { role: "manager", at: here },
    { role: "manager", at: there },
  ]);
  // So that the page of changes has some.
  const enabled = { key: boss.token, body: { enabled: true } };
  await service.call("PUT", `/console/v1/locations/${here}/bookings_enabled`, enabled);
});
after(async () => {
  await browser.close();
  await service.stop();
});

async function signedIn(): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "phone" });
  await visit.page
    .context()
    .addCookies([{ name: "maple_session", value: boss.token, url: service.url, httpOnly: true }]);
  return visit;
}

describe("every page, at two sizes each in turn, light and dark", () => {
  test("axe finds nothing, and nothing scrolls sideways", async () => {
    const visit = await signedIn();
    for (const [index, { name }] of consolePages.entries()) {
      await visit.open(`/console/${here}/${name}`);
      for (const at of [index * 2, index * 2 + 1]) {
        const { colorScheme, ...size } = sizes[at % sizes.length] ?? sizes[0];
        await visit.page.setViewportSize(size);
        await visit.page.emulateMedia({ colorScheme });
        const hidden = await visit.page
          .locator(".rows-table, .console-menu ul:visible")
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className));
        assert.deepEqual(hidden, [], `${name} at ${size.width}: a part goes beyond its edge`);
        await visit.assertAccessible();
      }
      await visit.assertReflows();
    }
    const parts = ["area?id=room", "service?id=dinner", "rules", "exceptions"];
    for (const below of parts.map((part) => `bookings/part/${part}`)) {
      await visit.open(`/console/${here}/${below}`);
      await visit.assertAccessible();
      await visit.assertReflows();
    }
    await visit.finish();
  });
});

test("a page of today that is left open tells of the new day, and leads to the sign-in once the session has ended", async () => {
  const { token } = await createPerson(service.database, [{ role: "manager", at: here }]);
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: token, url: service.url, httpOnly: true }]);
  await page.clock.install();
  await visit.open(`/console/${here}/today`);
  const before = await page.locator(".lead").innerText();
  const button = page.getByRole("button", { name: "Stop taking bookings" });
  await button.focus();
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + 86400 WHERE id = $1", [here]),
  );
  await page.clock.runFor(61_000);
  await page.locator(".lead", { hasNotText: before }).waitFor();
  const focused = await page.evaluate<string>("document.activeElement.textContent");
  assert.match(focused, /Stop taking bookings/, "the focus stays");
  await service.call("POST", "/console/v1/sign_out", { key: token });
  await page.clock.runFor(61_000);
  await page.waitForURL(/sign-in/);
  await visit.finish();
});

test("a report shows all of its columns on every tablet, in the language with the longest words", async () => {
  await service.call("PATCH", "/console/v1/me", { key: boss.token, body: { language: "de" } });
  const visit = await signedIn();
  for (const report of reportNames) {
    await visit.open(`/console/${here}/reports?report=${report}`);
    for (const width of [1024, 820, 768]) {
      await visit.page.setViewportSize({ width, height: 1024 });
      const hidden = await visit.page
        .locator(".stacked-table")
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      assert.deepEqual(hidden, [0], `${report} at ${width}`);
    }
  }
  await visit.finish();
  await service.call("PATCH", "/console/v1/me", { key: boss.token, body: { language: "en" } });
});

test("the keyboard opens the head's lists, changes the location and skips to the content", async () => {
  const visit = await signedIn();
  const { page } = visit;
  await visit.open(`/console/${here}/devices`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate<string>("document.activeElement.id"), "content");
  await visit.open(`/console/${here}/devices`);
  await visit.tabTo(".console-head summary");
  await page.keyboard.press("Enter");
  await visit.assertAccessible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/console\/str_\w+\/\w+$/);
  assert.equal(await page.locator(".console-head b").textContent(), "Bar Sud");
  await visit.finish();
});

test("on a telephone one button names the page and opens the menu, by tap and by key", async () => {
  const visit = await signedIn();
  const { page } = visit;
  await visit.open(`/console/${here}/devices`);
  const button = page.getByRole("button", { name: "Pages of the restaurant: Tablets" });
  const menu = page.getByRole("navigation", { name: "Pages of the restaurant" });
  assert.equal(await menu.isVisible(), false);
  await button.tap();
  assert.equal(await menu.isVisible(), true);
  await visit.assertAccessible();
  await page.keyboard.press("Escape");
  assert.equal(await menu.isVisible(), false);
  await visit.tabTo(".console-menu button");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Calendar" }).tap();
  await page.waitForURL(/\/calendar$/);
  await page.setViewportSize({ width: 820, height: 1180 });
  assert.deepEqual([await menu.isVisible(), await page.locator(".console-menu button").isVisible()], [true, false]);
  await visit.finish();
});

describe("a form that leads to the sign-in (rules/console 1.10)", () => {
  async function signInAs({ page }: WatchedPage, person: TestPerson): Promise<void> {
    await page.context().addCookies([{ name: "maple_session", value: person.token, url: service.url, httpOnly: true }]);
    await page.goto(new URL(page.url()).searchParams.get("to") ?? "/");
  }

  test("comes back filled in, at its own page, once the person has signed in again; secrets are not kept", async () => {
    const visit = await signedIn();
    const { page } = visit;
    await visit.open(`/console/${here}/bookings/part/area?id=room`);
    await page.locator('[name="name"]').fill("Salle à manger");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/sign-in/);
    assert.doesNotMatch(await page.evaluate<string>("sessionStorage['maple.typed']"), /password/);
    await signInAs(visit, boss);
    await page.waitForURL(/part\/area/);
    await page.getByText("What you typed is here again.").waitFor();
    assert.equal(await page.locator('[name="name"]').inputValue(), "Salle à manger");
    await visit.assertAccessible();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
    await visit.finish();
  });

  test("comes back filled in by Back when no answer came, as without a network, and not after an answer", async () => {
    const visit = await signedIn();
    const { page } = visit;
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await visit.open(`/console/${here}/calendar`);
    const form = page.locator('form[action$="/blackouts"]');
    const day = form.locator('[name="blackout.new1.0"]');
    await day.fill("2030-01-01");
    await form.locator('[name="blackout.new1.1"]').fill("2030-01-02");
    await page.context().setOffline(true);
    await form.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/^chrome-error:/);
    await page.context().setOffline(false);
    await page.goBack();
    await page.getByText("No answer came").waitFor();
    assert.equal(await day.inputValue(), "2030-01-01");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.goBack();
    assert.equal(await page.getByText("No answer came").isVisible(), false);
    await visit.finish();
  });

  test("is not shown to another person who signs in there", async () => {
    const visit = await signedIn();
    const { page } = visit;
    await visit.open(`/console/${here}/bookings/part/rules`);
    await page.locator('input[type="number"]').first().fill("3");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/sign-in/);
    await signInAs(visit, await createPerson(service.database, [{ role: "manager", at: here }]));
    await page.waitForURL(/\/console\//);
    assert.equal(await page.getByText("What you typed is here again.").isVisible(), false);
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
    await visit.finish();
  });
});
