/** One dish of a live menu on its own page, as a manager at a telephone changes it. */
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

const eur = (amountMinor: number) => ({ amount: { amountMinor, currency: "EUR" } });
const menu = {
  currency: "EUR",
  language: "en",
  taxCategories: [{ externalId: "food", name: "Food" }],
  taxRates: [{ externalId: "low", name: "10 %", taxCategoryId: "food", percentage: "10" }],
  modifierGroups: [
    { externalId: "sauces", name: "Sauces", options: [{ externalId: "mayo", name: "Mayonnaise", price: eur(50) }] },
  ],
  productSets: [{ externalId: "pies", itemIdsAny: ["pie"] }],
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "pie",
          name: "Pie",
          translations: { fr: { name: "Tourte" } },
          taxCategoryId: "food",
          modifierGroups: [{ groupId: "sauces" }],
          variations: [
            { externalId: "pie-s", name: "Small", sku: "P1", price: eur(900) },
            { externalId: "pie-l", name: "Large", price: eur(1250) },
          ],
        },
        { externalId: "stew", name: "Stew", variations: [{ externalId: "stew-1", name: "One", price: eur(1400) }] },
      ],
    },
  ],
};

type Menu = typeof menu;

async function openAs(at: Id<"str">, token?: string): Promise<WatchedPage & { readonly token: string }> {
  const boss =
    token ?? (await createPerson(service.database, [{ role: "manager", at }], { name: "Mia Manager" })).token;
  const visit = await browser.newPage({ screen: "phone" });
  const cookie = { name: "maple_session", value: boss, url: service.url, httpOnly: true };
  await visit.page.context().addCookies([cookie]);
  return { ...visit, token: boss };
}

async function published(): Promise<{ readonly at: Id<"str">; readonly live: (token: string) => Promise<Menu> }> {
  const at = await createLocation(service.database, {
    name: "Corner",
    timezone: "Europe/Paris",
    address: { country: "FR" },
  });
  const boss = await createPerson(service.database, [{ role: "manager", at }]);
  const path = `/console/v1/locations/${at}/menu`;
  const headers = { "Idempotency-Key": "first" };
  assert.equal((await service.call("POST", path, { key: boss.token, body: menu, headers })).status, 200);
  return {
    at,
    live: async (token) => (await service.call("GET", path, { key: token })).body as Menu,
  };
}

describe("a dish of a live menu (rules/menus 4.14)", () => {
  test("gets another price and description, and keeps sizes, taxes and languages", async () => {
    const { at, live } = await published();
    const visit = await openAs(at);
    const { page } = visit;
    const before = await live(visit.token);
    await visit.open(`/console/${at}/menu`);
    await page.getByText("from €9.00").waitFor();
    await visit.picture("console-menu-prices");
    await page.getByRole("link", { name: "Change: Pie" }).click();
    await page.getByLabel("Description", { exact: true }).fill("With peas.");
    const small = page.getByLabel("Small: Price in EUR");
    await small.fill("9.555");
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“9.555” is no price in EUR.").waitFor();
    assert.equal(await page.getByLabel("Description", { exact: true }).inputValue(), "With peas.");
    await page.getByText("Choices: Sauces").click();
    await page.getByText("Allergens and labels").click();
    await page.getByText("In other languages").click();
    await visit.assertAccessible();
    await visit.assertReflows();
    await visit.assertLargeLetters();
    await visit.picture("console-dish");
    await small.fill("9,50");
    await page.getByLabel("Mayonnaise: Price in EUR").fill("0.70");
    await page.getByRole("checkbox", { name: "celery" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The dish is saved. Guests see it at once.").waitFor();
    await page.getByText("from €9.50").waitFor();
    const after = await live(visit.token);
    assert.equal(after.modifierGroups[0]?.options[0]?.price.amount.amountMinor, 70);
    const text = JSON.stringify({ ...after, versionId: "", publishedAt: "" })
      .replace('"description":"With peas.",', "")
      .replace(',"allergens":["celery"]', "")
      .replace('"amountMinor":950', '"amountMinor":900')
      .replace('"amountMinor":70', '"amountMinor":50');
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify({ ...before, versionId: "", publishedAt: "" })));
    await visit.finish();
  });

  test("is written anew, sold at once, and taken off again; what an offer names stays", async () => {
    const { at } = await published();
    const visit = await openAs(at);
    const { page } = visit;
    await visit.open(`/console/${at}/menu`);
    await page.getByRole("link", { name: "New dish", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("Tomato soup");
    visit.expectComplaint(/422/);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Write at least one price.").waitFor();
    await page.getByLabel("New size: Price in EUR").first().fill("6.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The dish is saved. Guests see it at once.").waitFor();
    await visit.open(`/store/${at}`);
    await page.getByText("Tomato soup").first().waitFor();
    await page.getByText("€6.50").first().waitFor();
    for (const [dish, answer] of [
      ["Tomato soup", "The dish is off the menu."],
      ["Pie", "Another part of the menu does not allow this. Nothing was saved."],
    ] as const) {
      await visit.open(`/console/${at}/menu`);
      await page.getByRole("link", { name: `Change: ${dish}` }).click();
      await page.locator("summary", { hasText: "Take this dish off the menu" }).click();
      await page.getByRole("button", { name: "Take this dish off the menu" }).click();
      await page.getByText(answer).waitFor();
    }
    await visit.open(`/console/${at}/menu/dish?dish=gone`);
    await page.getByText("This dish is no longer on the menu.").waitFor();
    await visit.finish();
  });

  test("is saved by two managers at once: joined where they differ, asked where both changed the same (rules/console 1.4)", async () => {
    const { at, live } = await published();
    const [mia, tom] = [await openAs(at), await openAs(at)];
    const fill = async ({ page }: WatchedPage, label: string, text: string) =>
      page.getByLabel(label, { exact: true }).fill(text);
    const save = async ({ page }: WatchedPage) => page.getByRole("button", { name: "Save" }).click();
    for (const one of [mia, tom]) await one.open(`/console/${at}/menu/dish?dish=pie`);
    await fill(mia, "Small: Price in EUR", "9.90");
    await save(mia);
    await mia.page.getByText("The dish is saved. Guests").waitFor();
    await fill(tom, "Name", "Pea pie");
    await save(tom);
    await tom.page.getByText("What somebody else changed meanwhile is kept too.").waitFor();
    const pie = (await live(mia.token)).categories[0]?.items[0];
    assert.deepEqual([pie?.name, pie?.variations[0]?.price.amount.amountMinor], ["Pea pie", 990]);

    for (const one of [mia, tom]) await one.open(`/console/${at}/menu/dish?dish=pie`);
    await fill(mia, "Large: Price in EUR", "13.00");
    await save(mia);
    await mia.page.getByText("The dish is saved. Guests").waitFor();
    await fill(tom, "Large: Price in EUR", "14.00");
    tom.expectComplaint(/409/);
    await save(tom);
    await tom.page.getByText("Somebody else saved at the same time").waitFor();
    await tom.page.getByText("Keep theirs: Large, 13.00").waitFor();
    await tom.page.getByText(/Saved meanwhile by: Mia Manager/).waitFor();
    await tom.picture("console-dish-clash");
    await tom.page.getByText("Use yours: Large, 14.00").click();
    await save(tom);
    await tom.page.getByText("The dish is saved.", { exact: false }).waitFor();
    assert.equal((await live(tom.token)).categories[0]?.items[0]?.variations[1]?.price.amount.amountMinor, 1400);
    await mia.finish();
    await tom.finish();
  });

  test("is the app's as soon as one keeps the menu, also for a form that is open", async () => {
    const { at } = await published();
    const visit = await openAs(at);
    const { page } = visit;
    await visit.open(`/console/${at}/menu/dish?dish=pie`);
    await connect(service.database, await createApp(service.database), at);
    await page.getByLabel("Name", { exact: true }).fill("Pea pie");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The connected app publishes this menu.", { exact: false }).waitFor();
    assert.equal(await page.getByText("Pea pie").count(), 0);
    await visit.open(`/console/${at}/menu/dish?dish=pie`);
    await page.getByText("The connected app publishes this menu.", { exact: false }).waitFor();
    await visit.finish();
  });
});
