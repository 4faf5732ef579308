/** The page of the movements of money and its file (rules/console 2.4). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dateAfter } from "../../kernel/day-span.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { ledgerDays } from "./ledger-days.ts";

let service: TestService;
let partner: OrderPartner;
let here: Id<"str">;

before(async () => {
  service = await startService();
  partner = await createOrderPartner(service);
  here = await partner.connectedLocation();
});
after(() => service.stop());

const entry = {
  id: newId("pml"),
  order_id: null,
  booking_id: newId("bkg"),
  location_id: newId("str"),
  payment_id: newId("pay"),
  refund_id: null,
  processor: "test",
  debit: "processor",
  credit: "bookings",
  reference: "ch_1",
  reason: null,
} as const;

test("movements stand on the day of the location, and a day adds up for each currency alone", () => {
  const at = (
    time: string,
    kind: "charge" | "refund_requested" | "refund_settled",
    amount: number,
    currency = "EUR",
  ) => ({ ...entry, at: Date.parse(time), kind, amount, currency });
  const days = ledgerDays(
    [
      at("2026-11-20T22:59:59Z", "charge", 1000),
      at("2026-11-20T23:00:00Z", "charge", 2500),
      at("2026-11-21T10:00:00Z", "charge", 700, "USD"),
      at("2026-11-21T10:00:00Z", "refund_requested", 500),
      at("2026-11-21T10:00:01Z", "refund_settled", 500),
    ],
    "Europe/Paris",
  );
  assert.deepEqual(
    days.map(({ day, lines, totals }) => [day, lines.length, totals]),
    [
      ["2026-11-20", 1, [{ currency: "EUR", paidIn: 1000, owed: 0, paidBack: 0 }]],
      [
        "2026-11-21",
        4,
        [
          { currency: "EUR", paidIn: 2500, owed: 0, paidBack: 500 },
          { currency: "USD", paidIn: 700, owed: 0, paidBack: 0 },
        ],
      ],
    ],
  );
});

test("an accountant reads what an order paid and got back, on the page and in the file", async () => {
  const orderId = await partner.place(here);
  const denied = await partner.call("POST", `/v1/orders/${orderId}/deny`, { reason: "STORE_CLOSED" });
  assert.equal(denied.status, 200, denied.text);
  const { total } = (await partner.read(orderId)).totals;
  const books = formBrowser(service, await createPerson(service.database, [{ role: "accountant", at: here }]));
  const page = await books.send(`/console/${here}/money`);
  assert.equal(page.status, 200);
  assert.match(page.text, /Payment<\/td>/);
  assert.match(page.text, /Refund decided<\/td>/);
  const { text } = await books.send(`/console/${here}/money/csv`);
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const columns = head.split(",");
  const rows = lines.map((line) => new Map(line.split(",").map((cell, index) => [columns[index], cell])));
  assert.deepEqual(
    rows.slice(0, 2).map((row) => ["kind", "order_id", "debit", "credit", "amount"].map((name) => row.get(name))),
    [
      ["charge", orderId, "processor", "orders", (total / 100).toFixed(2)],
      ["refund_requested", orderId, "orders", "refunds", (total / 100).toFixed(2)],
    ],
  );
});

test("a file of many days has each movement once, in the order of time", async () => {
  const place = await partner.connectedLocation();
  await partner.place(place);
  const copied = 250;
  const ids = Array.from({ length: copied }, () => newId("pml"));
  await service.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO payments_ledger (id, payment_id, at, kind, debit, credit, amount, currency, reference)
         SELECT copy.id, m.payment_id, m.at - copy.number * interval '7 hours', m.kind, m.debit, m.credit,
           m.amount + copy.number, m.currency, 'copy ' || copy.number
           FROM payments_ledger m JOIN payments p ON p.id = m.payment_id AND p.location_id = $1,
             unnest($2::text[]) WITH ORDINALITY AS copy (id, number)
           WHERE m.kind = 'charge'`,
      [place, ids],
    ),
  );
  const books = formBrowser(service, await createPerson(service.database, [{ role: "accountant", at: place }]));
  const to = dateAfter(localDate("UTC", service.database.clock.now()), 1);
  const span = `from=${dateAfter(to, -120)}&to=${to}`;
  const { text } = await books.send(`/console/${place}/money/csv?${span}`);
  const lines = text.trimEnd().split("\r\n").slice(1);
  const times = lines.map((line) => line.split(",")[1] ?? "");
  assert.equal(new Set(lines.map((line) => line.split(",")[15])).size, copied + 1);
  assert.equal(lines.length, copied + 1);
  assert.deepEqual(times, times.toSorted());
  const amounts = lines.map((line) => Math.round(Number(line.split(",")[8]) * 100));
  assert.deepEqual(
    amounts,
    Array.from({ length: copied + 1 }, (_, index) => (amounts.at(-1) ?? 0) + copied - index),
  );
  const page = await books.send(`/console/${place}/money?${span}`);
  assert.equal(page.text.match(/Payment<\/td>/g)?.length, copied + 1);
});

test("dates that cannot be are said, and others' money is not shown", async () => {
  const books = await createPerson(service.database, [{ role: "accountant", at: here }]);
  const wrong = await formBrowser(service, books).send(`/console/${here}/money?from=2026-02-30&to=2026-03-01`);
  assert.equal(wrong.status, 422);
  const there = await createLocation(service.database);
  assert.equal((await formBrowser(service, books).send(`/console/${there}/money`)).status, 404);
  const host = await createPerson(service.database, [{ role: "host", at: here }]);
  assert.equal((await formBrowser(service, host).send(`/console/${here}/money/csv`)).status, 403);
});
