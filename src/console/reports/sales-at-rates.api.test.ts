/** Net, tax and gross by rate: of the page, of its file, and of the file of every sale (rules/console 2.7). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { dateAfter } from "../../kernel/day-span.ts";
import { formBrowser, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

const euro = (amountMinor: number, taxInclusive = true) => ({
  amount: { amountMinor, currency: "EUR" },
  taxInclusive,
});
const item = (id: string, price: object, taxCategoryId?: string) => ({
  externalId: id,
  name: id,
  ...(taxCategoryId === undefined ? {} : { taxCategoryId }),
  variations: [{ externalId: `${id}-1`, name: id, price }],
});
const menu = {
  currency: "EUR",
  taxCategories: ["food", "wine", "box"].map((id) => ({ externalId: id, name: id })),
  taxRates: [
    { externalId: "reduced", name: "VAT 10 %", taxCategoryId: "food", percentage: "10" },
    { externalId: "full", name: "VAT 20 %", taxCategoryId: "wine", percentage: "20" },
    { externalId: "full-box", name: "VAT 20 %", taxCategoryId: "box", percentage: "20" },
    { externalId: "green", name: "Green tax", taxCategoryId: "box", percentage: "5" },
  ],
  categories: [
    {
      externalId: "all",
      name: "All",
      items: [
        item("soup", euro(1_100), "food"),
        item("wine", euro(2_400), "wine"),
        item("box", euro(1_000, false), "box"),
        item("voucher", euro(5_000)),
      ],
    },
  ],
  productSets: [{ externalId: "everything", allProducts: true }],
  discounts: [
    {
      externalId: "d",
      name: "Half",
      benefitType: "percentage",
      percentage: "50",
      benefitTargetProductSetId: "everything",
    },
  ],
  promotions: [{ externalId: "p", name: "Half", discountId: "d", applicationMode: "coupon" }],
  coupons: [{ externalId: "c", code: "HALF", promotionId: "p" }],
  fees: [
    {
      externalId: "bag",
      name: "Bag",
      taxCategoryId: "wine",
      fulfillmentTypes: ["delivery"],
      calculation: { amount: { amountMinor: 100, currency: "EUR" } },
    },
  ],
};

let service: TestService;
let shop: OrderingLocation;
let pages: FormBrowser;
let day: string;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { timezone: "UTC", lead_minutes: 30 }, menu);
  pages = formBrowser(service, await createPerson(service.database, [{ role: "accountant", at: shop.locationId }]));
  await service.database.transaction((tx) =>
    tx.rows("UPDATE delivery_zones SET fee = 350 WHERE location_id = $1", [shop.locationId]),
  );
  const secondsOfDay = Math.floor(service.database.clock.now() / 1_000) % 86_400;
  await advance(86_400 + 43_200 - secondsOfDay);
  day = new Date(service.database.clock.now() + (86_400 + 43_200 - secondsOfDay) * 1_000).toISOString().slice(0, 10);
});
after(() => service.stop());

const advance = async (seconds: number): Promise<void> => {
  const path = `/v1/sandbox/locations/${shop.locationId}/clock`;
  assert.equal((await shop.call("POST", path, { advance_seconds: seconds })).status, 200);
};
const of = (...ids: readonly string[]) => ids.map((id) => ({ menu_entity_id: `${id}-1`, quantity: 1 }));

async function sell(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { id } = await shop.place(fields);
  assert.equal((await shop.call("POST", `/v1/orders/${id}/accept`, {})).status, 200);
  return id;
}

const span = (from: string, to = from): string => `from=${from}&to=${to}`;
async function fileOf(from: string, to = from): Promise<readonly string[]> {
  const { status, text } = await pages.send(`/console/${shop.locationId}/reports/rates?${span(from, to)}`);
  assert.equal(status, 200);
  return text.split("\r\n").slice(0, -1);
}

test("each line and fee of an order is sold at its rates, less coupons; tips and delivery are apart", async () => {
  await sell({ items: of("soup", "wine", "box", "voucher"), tip: 300 });
  await sell({ items: of("soup", "wine"), coupon_codes: ["HALF"] });
  await sell({ items: of("soup"), fulfillment_type: "delivery", tip: 200 });
  assert.deepEqual(await fileOf(day), [
    "day,currency,rate,net,tax,gross",
    `${day},EUR,no tax,53.50,0.00,53.50`,
    `${day},EUR,VAT 10 %,25.00,2.50,27.50`,
    `${day},EUR,VAT 20 %,31.00,6.20,37.20`,
    `${day},EUR,Green tax + VAT 20 %,10.00,2.50,12.50`,
  ]);
  const { text } = await pages.send(`/console/${shop.locationId}/reports?report=sales&${span(day)}`);
  const shown = text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  assert.match(shown, /Net, tax and gross by rate .* Rate Net Tax Gross Without tax €53\.50 €0\.00 €53\.50/);
  assert.match(shown, / Green tax \+ VAT 20 % €10\.00 €2\.50 €12\.50 Total €119\.50 €11\.20 €130\.70 /);
});

test("what is taken out or cancelled later is taken off its rates, on its own day (rules/console 2.5)", async () => {
  const cancelled = await sell({ items: of("wine", "box") });
  const changed = await sell({ items: of("soup", "wine") });
  const before = await fileOf(day);
  await advance(86_400);
  const next = dateAfter(day, 1);
  assert.equal((await shop.call("POST", `/v1/orders/${cancelled}/cancel`, { reason: "OTHER" })).status, 200);
  const { line_items: lines } = (await shop.call("GET", `/v1/orders/${changed}`)).body;
  const gone = { line_items: [{ id: lines.at(-1).id, quantity: 1 }] };
  const offered = await shop.call("POST", `/v1/orders/${changed}/unavailable_items`, gone);
  assert.equal(offered.status, 200, offered.text);
  const choice = `/v1/sandbox/orders/${changed}/changes/${offered.body.id}`;
  assert.equal((await shop.call("POST", choice, { choice: "remove" })).status, 200);
  assert.deepEqual((await fileOf(next)).slice(1), [
    `${next},EUR,VAT 20 %,-40.00,-8.00,-48.00`,
    `${next},EUR,Green tax + VAT 20 %,-10.00,-2.50,-12.50`,
  ]);
  assert.deepEqual(await fileOf(day), before);
});

test("lines of before get their rates where their orders still say them, and the ledger only grows again", async () => {
  const { database } = service;
  const read = () =>
    database.read.rows<{ order_id: string; kind: string; by_rates: unknown }>(
      "SELECT order_id, kind, by_rates FROM sales_ledger WHERE location_id = $1 ORDER BY order_id, number",
      [shop.locationId],
    );
  const kept = await read();
  const changed = new Set(kept.filter(({ kind }) => kind === "items_removed").map(({ order_id: id }) => id));
  assert.equal(changed.size, 1);
  const migration = readFileSync(
    new URL("../../../db/migrations/0094-rates-of-earlier-sales.sql", import.meta.url),
    "utf8",
  );
  const steps = [
    "ALTER TABLE sales_ledger DISABLE TRIGGER sales_ledger_only_grows",
    "UPDATE sales_ledger SET by_rates = NULL",
    "ALTER TABLE sales_ledger ENABLE TRIGGER sales_ledger_only_grows",
    ...migration.split(/;\n\n/),
  ];
  await database.transaction(async (tx) => {
    for (const step of steps) await tx.rows(step);
  });
  assert.deepEqual(
    await read(),
    kept.map((line) => (changed.has(line.order_id) ? { ...line, by_rates: null } : line)),
  );
  await assert.rejects(
    database.transaction((tx) => tx.rows("UPDATE sales_ledger SET total = 0")),
    /only grows/,
  );
  assert.ok((await fileOf(day)).some((line) => line.includes(",not known,")));
});

test("wrong dates are said on the page", async () => {
  const answer = await pages.send(`/console/${shop.locationId}/reports/rates?from=2026-10-26&to=2026-10-25`);
  assert.equal(answer.status, 422);
});
