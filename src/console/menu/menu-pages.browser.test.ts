/** The page of a location's menu in a real browser: sold out, a photo, a menu tried, published and taken back. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

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

const dish = (externalId: string, name: string, amountMinor: number) => ({
  externalId,
  name,
  variations: [{ externalId: `${externalId}-one`, name: "One", price: { amount: { amountMinor, currency: "EUR" } } }],
});
const menuOf = (...items: readonly object[]) => ({
  currency: "EUR",
  categories: [{ externalId: "all", name: "All", items }],
});
const fileOf = (menu: object) => ({
  name: "menu.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(menu)),
});
/** The smallest picture. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

async function openMenu(at: Id<"str">, script = true): Promise<WatchedPage> {
  const boss = await createPerson(service.database, [{ role: "manager", at }], { name: "Mia Manager" });
  const visit = await browser.newPage({ screen: "phone", script });
  const cookie = { name: "maple_session", value: boss.token, url: service.url, httpOnly: true };
  await visit.page.context().addCookies([cookie]);
  await visit.open(`/console/${at}/menu`);
  return visit;
}

describe("the menu of a location", () => {
  test("without an app: a file is tried, published, and an earlier menu made live again, without script", async () => {
    const own = await createLocation(service.database, { name: "Corner", timezone: "Europe/Paris" });
    const visit = await openMenu(own, false);
    const { page } = visit;
    await page.getByText("There is no menu yet.").waitFor();
    visit.expectComplaint(/422/);
    await page.getByLabel("Menu file").setInputFiles({ ...fileOf({}), buffer: Buffer.from("a letter") });
    await page.getByRole("button", { name: "Show what would change" }).click();
    await page.getByText("This file is no menu in JSON. Nothing was published.").waitFor();
    await page.getByLabel("Menu file").setInputFiles(fileOf({ currency: "EUR" }));
    await page.getByRole("button", { name: "Show what would change" }).click();
    await page.getByText("This menu has mistakes. Nothing was published.").waitFor();
    for (const soup of ["Soup", "Onion soup"]) {
      await page
        .getByLabel("Menu file")
        .setInputFiles(fileOf(menuOf(dish("soup", soup, 900), dish("tea", "Tea", 300))));
      await page.getByRole("button", { name: "Show what would change" }).click();
      await page.getByRole("heading", { name: "What would change" }).waitFor();
      await page.getByRole("button", { name: "Publish this menu" }).click();
      await page.getByText("The menu is published.").waitFor();
      await page.getByText(soup, { exact: true }).first().waitFor();
    }
    // A size has a name of its own here, which a typed menu has not.
    assert.equal(await page.getByLabel("Sections and dishes").count(), 0);
    await page.getByRole("link", { name: "Change: Onion soup" }).waitFor();
    await page.getByText("Sizes and extras").click();
    assert.deepEqual(await page.locator("details .menu-rows b").allTextContents(), ["Onion soup (One)", "Tea (One)"]);
    await visit.picture("console-menu-published");
    await page
      .getByRole("link", { name: /^What is different/ })
      .nth(1)
      .click();
    await page
      .getByText(/^Changed/)
      .first()
      .waitFor();
    await page.getByText("dish: name").waitFor();
    await page.getByRole("button", { name: "Make this menu live" }).click();
    await page.getByText("This menu is live now.").waitFor();
    assert.equal(await page.getByText("Onion soup", { exact: true }).count(), 0);
    await visit.finish();
  });

  test("without an app: a menu is typed, put right where a line is wrong, published and changed (rules/menus 4.13)", async () => {
    const own = await createLocation(service.database, { name: "Corner", timezone: "Europe/Paris" });
    const visit = await openMenu(own);
    const { page } = visit;
    visit.expectComplaint(/422/);
    const text = page.getByLabel("Sections and dishes");
    const look = () => page.getByRole("button", { name: "Look at the changes" }).click();
    await text.fill("Starters\nTomato soup 6.5O\nGreen salad 5.00");
    await look();
    await page.getByText("Line 2: “6.5O” is no price in USD.").waitFor();
    assert.match(await text.inputValue(), /6\.5O/);
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("console-menu-typed");
    await page.getByLabel("Currency").fill("€");
    await text.fill("Starters\nTomato soup 6.50\nGreen salad 5.00");
    await look();
    await page.getByText("Write the three letters of a currency, such as EUR.").waitFor();
    await page.getByLabel("Currency").fill("eur");
    await look();
    await page.getByRole("heading", { name: "What would change" }).waitFor();
    await page.getByRole("button", { name: "Publish this menu" }).click();
    await page.getByText("The menu is published.").waitFor();
    assert.deepEqual(await page.locator(".menu-rows .menu-dish b").allTextContents(), ["Tomato soup", "Green salad"]);
    assert.equal(await text.inputValue(), "Starters\nTomato soup 6.50\nGreen salad 5.00");
    await text.fill("Starters\nTomato soup 7.00\nGreen salad 5.00");
    await look();
    await page.getByText("dish: price", { exact: false }).or(page.getByText("size: price")).first().waitFor();
    await page.getByRole("button", { name: "Publish this menu" }).click();
    await page.getByText("The menu is published.").waitFor();
    assert.match(await text.inputValue(), /soup 7\.00/);
    await visit.open(`/store/${own}`);
    await page.getByText("Tomato soup").first().waitFor();
    await page.getByText("€7.00").first().waitFor();
    await visit.finish();
  });

  test("a publish whose network is cut says so, and the same press again publishes once (rules/menus 4.12)", async () => {
    const own = await createLocation(service.database, { name: "Corner", timezone: "Europe/Paris" });
    const visit = await openMenu(own);
    const { page } = visit;
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const cut = async (isCut: boolean): Promise<void> => page.context().setOffline(isCut);
    const unanswered = page.getByText("No answer came. Check your connection, then press again.");
    const press = (name: string) => page.getByRole("button", { name }).click();
    const published = async (): Promise<number> => {
      const text = "SELECT id FROM audit_log WHERE subject = $1 AND action = 'menu.published'";
      return (await service.database.read.rows<{ readonly id: string }>(text, [own])).length;
    };
    // Before the file is sent.
    await page.getByLabel("Menu file").setInputFiles(fileOf(menuOf(dish("soup", "Soup", 900))));
    await cut(true);
    await press("Show what would change");
    await unanswered.waitFor();
    await visit.picture("console-menu-unanswered");
    await cut(false);
    // By keys alone: what comes in place has the focus, and the next Tab is in there.
    await page.getByRole("button", { name: "Show what would change" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What would change" }).waitFor();
    await page.locator("main:focus").waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.closest('main') !== null"), true);
    await visit.tabTo("form[action$='/publish'] button", 3);
    // Before the publish is sent.
    await cut(true);
    await press("Publish this menu");
    await unanswered.waitFor();
    await visit.assertAccessible();
    await cut(false);
    assert.equal(await published(), 0);
    // After the service took it: the answer is lost.
    await page.route(/\/publish$/, async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await press("Publish this menu");
    await unanswered.waitFor();
    assert.equal(await published(), 1);
    await page.unroute(/\/publish$/);
    await press("Publish this menu");
    await page.getByText("This menu is live already.").waitFor();
    assert.equal(await page.getByText("Another menu went live").count(), 0);
    assert.equal(await published(), 1);
    await visit.finish();
  });

  test("with an app: sold out until tomorrow, a photo that guests see, and the menu stays the app's", async () => {
    const app = await createApp(service.database);
    const kept = await createLocation(service.database, { name: "Bistro", timezone: "Europe/Paris" });
    await connect(service.database, app, kept);
    const soup = { ...dish("soup", "Soup", 900), translations: { fr: { name: "Soupe" } } };
    const body = { ...menuOf(soup, dish("bread", "Bread", 300)), language: "en" };
    assert.equal((await service.call("POST", `/v1/locations/${kept}/menu`, { key: app.key, body })).status, 200);
    const visit = await openMenu(kept);
    const { page } = visit;
    assert.equal(await page.getByRole("link", { name: /^Change|^New dish/ }).count(), 0);
    await page.getByText("The connected app publishes this menu.", { exact: false }).waitFor();
    await page.getByLabel("Find a dish").fill("sou");
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("link", { name: "All dishes" }).waitFor();
    await page.getByRole("button", { name: "Until tomorrow: Soup", exact: true }).click();
    await page.getByText("Saved. Guests see it at once.").waitFor();
    await page.getByText(/^Sold out until \w/).waitFor();
    await page.getByRole("button", { name: "Back in stock: Soup" }).click();
    await page.getByText("In stock").first().waitFor();

    const choose = async (buffer: Buffer): Promise<void> => {
      await page.locator("summary").filter({ hasText: "Photo" }).first().click();
      await page.getByLabel("Photo of Soup").setInputFiles({ name: "soup.png", mimeType: "image/png", buffer });
      await page.getByRole("button", { name: "Save photo" }).first().click();
    };
    // What no browser can make smaller is said before it is sent.
    await choose(Buffer.alloc(3_000_001, "no picture"));
    await page.getByText("We could not use this file. Choose a JPEG, PNG or WebP of at most 3 MB.").waitFor();
    await page.locator("summary").filter({ hasText: "Photo" }).first().click();
    visit.expectComplaint(/422/);
    await choose(Buffer.from("no picture"));
    await page.getByText("This file is no JPEG, PNG or WebP picture.").waitFor();
    await visit.open(`/console/${kept}/menu`);
    await choose(png);
    await page.getByText("The photo is saved.").waitFor();
    const shown = await page.getByRole("img", { name: "Photo of Soup" }).getAttribute("src");
    assert.equal((await service.call("GET", shown ?? "")).headers.get("content-type"), "image/png");
    await visit.assertAccessible();
    await visit.picture("console-menu");
    await visit.open(`/console/${kept}/menu`);
    // A picture of a telephone: every point has a colour of its own.
    const large = await page.evaluate<string>(`(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 2000, height: 1500 });
      const drawing = canvas.getContext("2d");
      const points = drawing.createImageData(2000, 1500);
      for (let at = 0; at < points.data.length; at++) points.data[at] = (at * 2654435761) >>> 24;
      drawing.putImageData(points, 0, 0);
      return canvas.toDataURL("image/png").split(",")[1];
    })()`);
    const bytes = Buffer.from(large, "base64");
    assert.ok(bytes.length > 3_000_000, String(bytes.length));
    await choose(bytes);
    await page.getByText("The photo is saved.").waitFor();
    const made = await page.getByRole("img", { name: "Photo of Soup" }).getAttribute("src");
    const answer = await fetch(service.url + (made ?? ""));
    assert.ok((await answer.arrayBuffer()).byteLength <= 400_000, "guests see it in the list too");
    await page.locator("summary").filter({ hasText: "Photo" }).first().click();
    await page.getByRole("button", { name: "Remove photo" }).click();
    await page.getByText("The photo is removed.").waitFor();
    assert.equal((await service.call("GET", made ?? "")).status, 404);

    await page.getByRole("link", { name: "See which texts are missing" }).click();
    await page.getByText("A text that is missing there is shown in English.", { exact: false }).waitFor();
    await page.getByText("Missing texts: French").click();
    const texts = (await page.locator(".menu-missing li").allTextContents()).map((text) => text.trim());
    assert.deepEqual(
      texts.map((text) => text.replaceAll(/\s+/g, " ")),
      ["All (section, name)", "Bread (dish, name)"],
    );
    assert.equal(await page.getByText("No text yet").count(), 5);
    await visit.assertAccessible();
    await visit.picture("console-menu-languages");
    await visit.finish();
  });
});
