/** Every sale as a line, so that each total of the sales can be traced (rules/console 2.6). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId, type Id } from "../../kernel/id.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp } from "../../../test/harness/factories.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { simulatedOrder, smallMenu } from "../../../test/harness/small-menu.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";

let service: TestService;
let here: Id<"str">;
let books: TestPerson;

before(async () => {
  service = await startService();
  const { database } = service;
  const app = await createApp(database);
  here = await createBookableLocation(database);
  await connect(database, app, here);
  books = await createPerson(database, [{ role: "accountant", at: here }]);
  const menu = await service.call("POST", `/v1/locations/${here}/menu`, { key: app.key, body: smallMenu });
  assert.equal(menu.status, 200, menu.text);
  const order = await service.call("POST", "/v1/sandbox/orders", { key: app.key, body: simulatedOrder(here) });
  const totals = {
    subtotal: 2_000,
    discount: 100,
    surcharge: 50,
    delivery_fee: 250,
    delivery_tip: 40,
    tax_included: 40,
  };
  const tax = (kind: string, label: string, amount: number) => ({
    kind,
    path: null,
    menu_entity_id: "r",
    label,
    amount,
  });
  await database.transaction(async (tx) => {
    await tx.rows(actByHand);
    const ordered = (at: string, status: string, money: object, breakdown: readonly object[], fields: object = {}) => {
      const copied = {
        id: newId("ord"),
        diner_token_hash: `\\x${Buffer.from(newId("ord")).toString("hex")}`,
        created_at: at,
        placed_at: at,
        status,
        timer_kind: null,
        timer_at: null,
        totals: { ...totals, ...money },
        breakdown,
        ...fields,
      };
      const text = "INSERT INTO orders SELECT (jsonb_populate_record(t, $2)).* FROM orders t WHERE t.id = $1";
      return tx.rows(text, [order.body.id, JSON.stringify(copied)]);
    };
    // In Paris the clocks go back on 25 October 2026: that day has 25 hours, and 02:30 comes twice.
    const euro = { currency: "EUR", total: 2_340, tax: 100, tip: 200 };
    const rates = [tax("tax", "=1+1", 60), tax("fee_tax", "=1+1", 40), tax("tax_included", "TVA 10 %", 40)];
    await ordered("2026-10-24T21:59:59Z", "FULFILLED", euro, rates);
    await ordered("2026-10-24T22:00:00Z", "FULFILLED", euro, rates, { display_number: "=2+2" });
    await ordered("2026-10-25T00:30:00Z", "FULFILLED", euro, rates, { payment_status: "pay_in_store" });
    const dollar = { currency: "USD", total: 1_140, tax: 0, tip: 0 };
    await ordered("2026-10-25T01:30:00Z", "READY", dollar, [tax("tax_included", "VAT 4%", 40)]);
    await ordered("2026-10-25T02:00:00Z", "STORE_CANCELLED", euro, rates);
    await ordered("2026-10-25T22:59:59Z", "FULFILLED", euro, rates);
    await ordered("2026-10-25T23:00:00Z", "FULFILLED", euro, rates);
  });
});
after(() => service.stop());

async function lines(from: string, to = from): Promise<Record<string, string>[]> {
  const answer = await formBrowser(service, books).send(`/console/${here}/reports/order-sales?from=${from}&to=${to}`);
  assert.equal(answer.status, 200);
  const [head = [], ...rows] = answer.text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""])));
}

test("the file has every accepted order of a day of 25 hours, and no other (rules/console 2.6)", async () => {
  const rows = await lines("2026-10-25");
  assert.deepEqual(
    rows.map(({ at, day, currency, paid, total }) => [at, day, currency, paid, total]),
    [
      ["2026-10-24T22:00:00.000Z", "2026-10-25", "EUR", "online", "23.40"],
      ["2026-10-25T00:30:00.000Z", "2026-10-25", "EUR", "in_store", "23.40"],
      ["2026-10-25T01:30:00.000Z", "2026-10-25", "USD", "online", "11.40"],
      ["2026-10-25T22:59:59.000Z", "2026-10-25", "EUR", "online", "23.40"],
    ],
  );
  const [first, , third] = rows;
  assert.deepEqual(
    [first?.["order"], first?.["net"], first?.["fees"], first?.["delivery_fee"], first?.["kind"]],
    ["'=2+2", "19.60", "0.50", "2.50", "accepted"],
  );
  assert.deepEqual(
    [first?.["tax added: =1+1"], first?.["tax in prices: TVA 10 %"], first?.["tax in prices: VAT 4%"]],
    ["1.00", "0.40", "0.00"],
  );
  assert.equal(third?.["tax in prices: VAT 4%"], "0.40");
});

test("each column adds up to the total of the report, for each currency (rules/console 2.6)", async () => {
  const [from, to] = ["2026-10-24", "2026-10-26"];
  const rows = await lines(from, to);
  const path = `/console/v1/locations/${here}/reports/sales?from=${from}&to=${to}`;
  const { columns, totals } = (await service.call("GET", path, { key: books.token })).body;
  assert.equal(totals.length, 2);
  for (const { currency, values } of totals)
    for (const name of ["total", "net", "taxes", "tips"]) {
      const cents = rows
        .filter((row) => row["currency"] === currency)
        .reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
      const index = columns.findIndex((column: { readonly name: string }) => column.name === name);
      assert.equal(cents, values[index], `${currency} ${name}`);
    }
});

test("wrong dates are said on the page", async () => {
  const answer = await formBrowser(service, books).send(
    `/console/${here}/reports/order-sales?from=2026-10-26&to=2026-10-25`,
  );
  assert.equal(answer.status, 422);
  assert.match(answer.text, /We could not use these dates/);
});
