/** The owner of a new restaurant writes a whole menu on pages, at a telephone and by keys, with nothing but the console. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";

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

interface Owner extends WatchedPage {
  readonly at: Id<"str">;
  readonly live: () => Promise<MenuDocument>;
  readonly fill: (label: string, text: string) => Promise<void>;
  readonly save: (answer: string) => Promise<void>;
  readonly unfold: (title: string) => Promise<void>;
}

async function ownerOf(at: Id<"str">, name: string): Promise<Owner> {
  const { token } = await createPerson(service.database, [{ role: "manager", at }], { name });
  const visit = await browser.newPage({ screen: "phone" });
  const { page } = visit;
  await page.context().addCookies([{ name: "maple_session", value: token, url: service.url, httpOnly: true }]);
  return {
    ...visit,
    at,
    live: async () =>
      (await service.call("GET", `/console/v1/locations/${at}/menu`, { key: token })).body as MenuDocument,
    fill: async (label, text) => page.getByLabel(label, { exact: true }).first().fill(text),
    save: async (answer) => {
      // By keys: whoever is in a field of one line sends the form with Enter.
      await page.getByLabel("Name", { exact: true }).first().press("Enter");
      await page.getByText(answer).waitFor();
    },
    unfold: async (title) => page.locator("summary", { hasText: title }).click(),
  };
}

interface TypedDish {
  readonly name: string;
  readonly prices: readonly (readonly [size: string, price: string])[];
}

async function writeDish({ page, fill, save }: Owner, section: string, { name, prices }: TypedDish): Promise<void> {
  await page.getByRole("link", { name: `New dish: ${section}` }).click();
  await fill("Name", name);
  for (const [index, [size, price]] of prices.entries()) {
    await page.getByLabel("New size: Name").nth(index).fill(size);
    await page
      .getByLabel(/^New size: Price/)
      .nth(index)
      .fill(price);
  }
  await save("The dish is saved.");
}

describe("a whole menu on pages (rules/menus 4.14)", () => {
  test("of two sections, six dishes, sizes, choices, hours and two languages", async () => {
    const at = await createLocation(service.database, {
      name: "Da Anna",
      timezone: "Europe/London",
      address: { country: "GB" },
    });
    const owner = await ownerOf(at, "Anna Owner");
    const { page, fill, save, unfold } = owner;
    await owner.open(`/console/${at}/menu`);
    await owner.picture("console-menu-empty");
    await page.getByRole("link", { name: "New section" }).click();
    owner.expectComplaint(/422/);
    await fill("Name", "\u200b");
    await save("1 to 255 characters.");
    await fill("Name", "Drinks");
    await save("The section is saved.");
    await page.getByText("0 dishes").waitFor();
    await page.getByRole("link", { name: "New section" }).click();
    await fill("Name", "Pizza");
    await fill("Description", "From the stone oven.");
    await unfold("Order of the sections");
    await fill("New section", "1");
    await unfold("Hours");
    await page.getByLabel("New: Opens").first().fill("18:00");
    await page.getByLabel("New: Closes").first().fill("22:00");
    await unfold("In other languages: Deutsch");
    await fill("Description (Deutsch)", "Aus dem Steinofen.");
    await save("The section is saved.");
    const sections = (await owner.live()).categories;
    assert.deepEqual(
      sections.map(({ name }) => name),
      ["Pizza", "Drinks"],
    );
    assert.deepEqual(sections[0]?.availability, {
      windows: [{ dayOfWeek: 1, startTime: "18:00", endTime: "22:00" }],
    });

    await page.getByRole("link", { name: "New dish: Pizza" }).click();
    owner.expectComplaint(/422/);
    await fill("Name", "Margherita");
    await fill("Currency", "franc");
    await page.getByLabel("New size: Name").first().fill("Small");
    await page.getByLabel("New size: Price").first().fill("14.5");
    await save("Write the three letters of a currency");
    assert.equal(await page.getByLabel("New size: Price").first().inputValue(), "14.5");
    await fill("Currency", "chf");
    await page.getByLabel("New size: Name").nth(1).fill("Large");
    await page.getByLabel("New size: Price").nth(1).fill("19");
    await page.locator("summary", { hasText: "Allergens and labels" }).click();
    await page.getByRole("checkbox", { name: "milk" }).check();
    await save("The dish is saved.");
    const sizes = (small: string, large: string) =>
      [
        ["Small", small],
        ["Large", large],
      ] as const;
    await writeDish(owner, "Pizza", { name: "Funghi", prices: sizes("16.00", "21.00") });
    await writeDish(owner, "Pizza", { name: "Diavola", prices: sizes("17.00", "22.00") });
    await writeDish(owner, "Pizza", { name: "Focaccia", prices: [["", "8.00"]] });
    await writeDish(owner, "Drinks", { name: "Water", prices: [["", "4.00"]] });
    await writeDish(owner, "Drinks", { name: "Wine", prices: [["", "7.50"]] });

    await page.getByRole("link", { name: "New choices" }).click();
    await fill("Name", "Extra toppings");
    await fill("At least", "3");
    await fill("At most", "2");
    for (const [index, [name, price]] of (
      [
        ["Ham", "3"],
        ["Olives", "2.50"],
        ["Basil", ""],
      ] as const
    ).entries()) {
      await page.getByLabel("New choice: Name").nth(index).fill(name);
      await page.getByLabel("New choice: Price in CHF").nth(index).fill(price);
      await page.getByLabel("New choice: How often at most").nth(index).fill("1");
    }
    for (const dish of ["Margherita", "Funghi", "Diavola"])
      await page.getByRole("checkbox", { name: dish, exact: true }).check();
    owner.expectComplaint(/422/);
    await save("This is less than the 3 that have to be chosen.");
    await owner.assertAccessible();
    await owner.assertReflows();
    await owner.assertLargeLetters();
    await owner.picture("console-choices");
    await fill("At least", "");
    await save("The choices are saved.");
    await page.getByText("With: Margherita, Funghi, Diavola").waitFor();

    await page.getByRole("link", { name: "Change: Extra toppings" }).click();
    await unfold("Order of the choices");
    await fill("Basil", "1");
    await unfold("In other languages: Deutsch");
    await fill("Name (Deutsch)", "Belag");
    await fill("Ham: Name (Deutsch)", "Schinken");
    await save("The choices are saved.");
    await page.getByRole("link", { name: "Change: Margherita" }).click();
    await unfold("In other languages");
    await fill("Small: Name (Deutsch)", "Klein");
    await unfold("Order of the sizes");
    await fill("Large", "1");
    await save("The dish is saved.");
    await page.getByRole("link", { name: "Change: Pizza" }).click();
    await unfold("Order of the dishes");
    await fill("Focaccia", "1");
    await owner.assertAccessible();
    await owner.picture("console-section");
    await save("The section is saved.");

    const menu = await owner.live();
    const [pizza] = menu.categories;
    assert.equal(menu.currency, "CHF");
    assert.deepEqual(
      pizza?.items.map(({ name }) => name),
      ["Focaccia", "Margherita", "Funghi", "Diavola"],
    );
    const margherita = pizza?.items[1];
    assert.deepEqual(
      margherita?.variations.map(({ name, translations, price }) => [
        name,
        translations?.["de"]?.name,
        price.amount.amountMinor,
      ]),
      [
        ["Large", undefined, 1900],
        ["Small", "Klein", 1450],
      ],
    );
    assert.deepEqual(margherita?.allergens, ["milk"]);
    const [group] = menu.modifierGroups ?? [];
    assert.deepEqual(
      group?.options.map(({ name, price, maxQuantity }) => [name, price?.amount.amountMinor, maxQuantity]),
      [
        ["Basil", undefined, 1],
        ["Ham", 300, 1],
        ["Olives", 250, 1],
      ],
    );
    assert.deepEqual([group?.maxSelections, group?.minSelections], [2, undefined]);
    await owner.finish();
  });
});
