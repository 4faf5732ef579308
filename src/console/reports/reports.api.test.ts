/** Reports: the counts of each day, who reads them, and the file (rules/console 2). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newId, type Id } from "../../kernel/id.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { simulatedOrder, smallMenu } from "../../../test/harness/small-menu.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { monthsOf } from "./report-span.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";

let service: TestService;
let here: Id<"str">;
let boss: TestPerson;
let books: TestPerson;

// In Paris, where the clocks go forward on 29 March 2026: that day has 23 hours.
const day = "2026-03-29";

before(async () => {
  service = await startService();
  const { database } = service;
  const app = await createApp(database);
  here = await createBookableLocation(database);
  await connect(database, app, here);
  boss = await createPerson(database, [{ role: "manager", at: here }]);
  books = await createPerson(database, [{ role: "accountant", at: here }]);
  const post = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
    const answer = await service.call("POST", path, { key: app.key, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  await post(`/v1/locations/${here}/menu`, smallMenu);
  const order = await post("/v1/sandbox/orders", simulatedOrder(here));
  const walkIn = await post(`/v1/locations/${here}/walk_ins`, { party_size: 2, idempotency_key: "one" });
  await post(`/v1/locations/${here}/waitlist/open`, {});
  const party = await post(`/v1/locations/${here}/waitlist_entries`, {
    party_size: 3,
    guest: { first_name: "Dana" },
    idempotency_key: "two",
  });
  await database.transaction(async (tx) => {
    await tx.rows(actByHand);
    const copy = async (table: string, id: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
      await tx.rows(`INSERT INTO ${table} SELECT (jsonb_populate_record(t, $2)).* FROM ${table} t WHERE t.id = $1`, [
        id,
        JSON.stringify(fields),
      ]);
    };
    const ordered = (at: string, status: string, fields: object = {}) =>
      copy("orders", order.id, {
        id: newId("ord"),
        diner_token_hash: `\\x${Buffer.from(newId("ord")).toString("hex")}`,
        created_at: at,
        placed_at: at,
        status,
        timer_kind: null,
        timer_at: null,
        ...fields,
      });
    await ordered("2026-03-28T22:59:59Z", "FULFILLED");
    await ordered("2026-03-28T23:00:00Z", "FULFILLED");
    await ordered("2026-03-29T12:00:00Z", "REJECTED", { denial: { reason: "DECISION_TIMEOUT", out_of_stock: [] } });
    await ordered("2026-03-29T12:00:00Z", "REJECTED", { denial: { reason: "STORE_CLOSED", out_of_stock: [] } });
    await ordered("2026-03-29T21:59:59Z", "STORE_CANCELLED");
    const rate = (kind: string, amount: number) => ({ kind, label: "<b>10 %</b>", amount });
    await ordered("2026-03-29T22:00:00Z", "FULFILLED", {
      totals: {
        currency: "USD",
        subtotal: 2_000,
        tax: 100,
        tax_included: 40,
        tip: 200,
        delivery_tip: 40,
        total: 2_340,
      },
      breakdown: [rate("tax_included", 40), rate("tax", 90), rate("fee_tax", 10)],
      payment_status: "pay_in_store",
    });
    const stays = (at: string, status: string, fields: object = {}) =>
      copy("bookings", walkIn.id, {
        id: newId("bkg"),
        confirmation_code: newId("bkg").slice(-8),
        starts_at: at,
        seated_at: at,
        ends_at: new Date(Date.parse(at) + 3_600_000).toISOString(),
        status,
        ...fields,
      });
    await stays("2026-03-29T10:00:00Z", "completed");
    await stays("2026-03-29T18:00:00Z", "completed", { source: "partner", party_size: 4 });
    await stays("2026-03-29T18:00:00Z", "no_show", { source: "online", party_size: 5 });
    await stays("2026-03-29T22:30:00Z", "completed", { source: "partner", party_size: 9 });
    await copy("waitlist_entries", party.id, {
      id: newId("bkw"),
      line_number: 1_000,
      guest_token: null,
      joined_at: "2026-03-29T17:00:00Z",
      status: "expired",
      ended_at: "2026-03-29T17:30:00Z",
      quoted_min: 10,
      quoted_max: 20,
    });
  });
});
after(() => service.stop());

const read = (name: string, from = day, to = day, key = boss.token) =>
  service.call("GET", `/console/v1/locations/${here}/reports/${name}?from=${from}&to=${to}`, { key });

/** The figures of one day by the names of the columns. */
async function figures(name: string): Promise<Record<string, number | null>> {
  const { body, text, status } = await read(name);
  assert.equal(status, 200, text);
  const [row] = body.rows;
  const columns: readonly { readonly name: string }[] = body.columns;
  return Object.fromEntries(columns.map((column, index) => [column.name, row.values[index]]));
}

describe("what counts on which day (rules/console 2.1)", () => {
  test("orders by the day on which they were placed, from midnight to midnight of the location", async () => {
    const found = await figures("orders");
    const { total, ...counts } = found;
    assert.deepEqual(counts, { placed: 4, accepted: 1, denied: 1, undecided: 1, unpaid: 0, cancelled: 1 });
    assert.ok(Number(total) > 0);
  });

  test("sales add up on each day: net, taxes and tips, how it was paid, and each rate (rules/console 2.5)", async () => {
    const { body } = await read("sales", "2026-03-28", "2026-03-30");
    const orders = (await read("orders", "2026-03-28", "2026-03-30")).body;
    const place = new Map(body.columns.map(({ name }: { readonly name: string }, index: number) => [name, index]));
    const of = (values: readonly number[], name: string): number => values[Number(place.get(name))] ?? Number.NaN;
    for (const [index, { values }] of [...body.rows, body.totals[0]].entries()) {
      assert.equal(of(values, "total"), of(values, "net") + of(values, "taxes") + of(values, "tips"));
      assert.equal(of(values, "total"), of(values, "online") + of(values, "in_store"));
      assert.equal(of(values, "total"), [...orders.rows, orders.totals[0]][index].values.at(-1));
    }
    const last: readonly number[] = body.rows.at(-1).values;
    assert.deepEqual(last, [2_340, 1_960, 140, 240, 0, 2_340]);
    const page = await formBrowser(service, books).send(
      `/console/${here}/reports?report=sales&from=2026-03-30&to=2026-03-30`,
    );
    const facts = [...page.text.matchAll(/<dt>([^]*?)<\/dt>\s*<dd>([^<]*)/g)].map(([, name, amount]) => [name, amount]);
    const rate = '<bdi translate="no">&lt;b&gt;10 %&lt;/b&gt;</bdi>';
    assert.deepEqual(facts, [
      [`${rate}, added to the prices`, "$1.00"],
      [`${rate}, in the prices`, "$0.40"],
    ]);
  });

  test("guests by the day on which the stay begins; no-shows apart", async () => {
    assert.deepEqual(await figures("covers"), {
      all_covers: 6,
      parties: 1,
      covers: 4,
      walk_ins: 1,
      walk_in_covers: 2,
    });
    const { no_shows: missed, no_show_covers: guests, no_show_share: share } = await figures("no_shows");
    assert.deepEqual([missed, guests, share], [1, 5, 50]);
  });

  test("waits by the day on which the party joined", async () => {
    assert.deepEqual(await figures("waits"), {
      joined: 1,
      seated: 0,
      gone: 1,
      quoted: 15,
      waited: null,
      within: null,
    });
  });

  test("every day has a row, and money its currency", async () => {
    const { body } = await read("orders", "2026-03-27", "2026-03-31");
    const days: readonly { readonly day: string }[] = body.rows;
    assert.deepEqual(
      days.map((row) => row.day),
      ["2026-03-27", "2026-03-28", day, "2026-03-30", "2026-03-31"],
    );
    assert.deepEqual([body.totals.length, body.totals[0].values[0]], [1, 6]);
    assert.deepEqual((await read("payments", "2026-03-01", "2026-03-02")).body.rows[0].currency, null);
  });

  test("payments and the ledger say the same", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const [before, next] = [-1, 1].map((step) =>
      new Date(Date.parse(today) + step * 86_400_000).toISOString().slice(0, 10),
    );
    const { body } = await read("payments", before, next);
    const ledger = await service.call("GET", `/console/v1/locations/${here}/payments_ledger`, { key: books.token });
    const charges: readonly { readonly kind: string; readonly amount: number }[] = ledger.body.data;
    assert.equal(ledger.status, 200);
    assert.deepEqual(body.totals[0].values.slice(0, 2), [
      charges.reduce((sum, { amount }) => sum + amount, 0),
      charges.length,
    ]);
    assert.ok(charges.length > 0);
  });
});

describe("the dates", () => {
  test("a month goes from its first day; the one before has its last day, in every year", () => {
    assert.deepEqual(monthsOf("2028-03-05"), {
      current: { from: "2028-03-01", to: "2028-03-05" },
      last: { from: "2028-02-01", to: "2028-02-29" },
    });
    assert.deepEqual(monthsOf("2026-01-31").last, { from: "2025-12-01", to: "2025-12-31" });
  });

  for (const [from, to, field] of [
    ["2026-02-30", day, "query.from"],
    [day, "2026-03-28", "query.to"],
    ["2026-01-01", "2027-01-02", "query.to"],
    ["0000-00-00", day, "query.from"],
  ] as const) {
    test(`${from} to ${to}: 400 at ${field}`, async () => {
      const answer = await read("orders", from, to);
      assert.equal(answer.status, 400);
      assert.match(answer.text, new RegExp(field.replace(".", "\\.")));
    });
  }

  test("366 days are read", async () => {
    assert.equal((await read("orders", "2026-01-01", "2027-01-01")).body.rows.length, 366);
  });
});

describe("the page and the file", () => {
  const asked = (format: string | undefined, accept?: string) =>
    service.call(
      "GET",
      `/console/v1/locations/${here}/reports/covers?from=${day}&to=${day}${format === undefined ? "" : `&format=${format}`}`,
      { key: boss.token, ...(accept === undefined ? {} : { headers: { accept } }) },
    );

  test("an accountant reads reports and nothing else, and begins there", async () => {
    const pages = formBrowser(service, books);
    assert.equal((await pages.send("/")).to, `/console/${here}`);
    assert.equal((await pages.send(`/console/${here}`)).to, `/console/${here}/reports`);
    const page = await pages.send(`/console/${here}/reports?report=covers&from=${day}&to=${day}`);
    assert.equal(page.status, 200);
    assert.match(page.text, /<figure class="plot">[^]*<svg [^>]*aria-label="All guests, day by day/);
    assert.doesNotMatch(page.text, /\/people"/);
    assert.equal((await read("orders", day, day, books.token)).status, 200);
  });

  test("wrong dates are said on the page, which shows the last seven days", async () => {
    const page = await formBrowser(service, boss).send(`/console/${here}/reports?from=2026-02-30&to=x`);
    assert.equal(page.status, 422);
    assert.match(page.text, /could not use these dates/);
  });

  test("the file is the table, by call and by page (rules/console 2.2)", async () => {
    const path = `/console/v1/locations/${here}/reports/covers/csv?from=${day}&to=${day}`;
    const answer = await service.call("GET", path, { key: boss.token });
    assert.match(answer.headers.get("content-type") ?? "", /^text\/csv; charset=utf-8$/);
    const expected = "day,all_covers,parties,covers,walk_ins,walk_in_covers\r\n2026-03-29,6,1,4,1,2\r\n";
    assert.equal(answer.text, expected);
    const file = await formBrowser(service, boss).send(
      `/console/${here}/reports/csv?report=covers&from=${day}&to=${day}`,
    );
    assert.deepEqual([file.status, file.text], [200, expected]);
    assert.match(
      file.headers.get("content-disposition") ?? "",
      /^attachment; filename="[a-z0-9_-]+-covers-2026-03-29-2026-03-29\.csv"$/,
    );
    for (const accept of [undefined, "text/csv", "text/*", "application/json"]) {
      const same = await asked("csv", accept);
      assert.deepEqual([same.status, same.text], [200, expected]);
      assert.equal(same.headers.get("content-type"), "text/csv; charset=utf-8");
    }
  });

  test("format=json is the answer without a format; another format is refused", async () => {
    const plain = await read("covers");
    const json = await asked("json");
    assert.deepEqual([json.status, json.body], [200, plain.body]);
    assert.match(json.headers.get("content-type") ?? "", /^application\/json/);
    const wrong = await asked("xlsx");
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /query\.format must be one of/);
  });

  test("text/csv alone is accepted where the answer is CSV, and a refusal stays JSON", async () => {
    for (const format of [undefined, "json"]) assert.equal((await asked(format, "text/csv")).status, 406);
    const path = `/console/v1/locations/${here}/reports/covers?from=${day}&to=2026-03-28&format=csv`;
    const refused = await service.call("GET", path, { key: boss.token });
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"]);
  });

  test("another location's manager finds nothing", async () => {
    const there = await createLocation(service.database);
    const stranger = await createPerson(service.database, [{ role: "manager", at: there }]);
    assert.equal((await read("orders", day, day, stranger.token)).status, 404);
  });
});
