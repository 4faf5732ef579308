/** The rules that let locations have databases of their own later (docs/scaling.md). Each rule has a case that it refuses. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { judgeAllStatements, tablesOfSchema } from "../../scripts/scaling/count-statements.ts";
import { judgeStatement } from "../../scripts/scaling/judge-statement.ts";
import { readTables, type Tables } from "../../scripts/scaling/read-tables.ts";
import { lockClasses, lockNumbers, lockTexts } from "../../src/platform/postgres/advisory-locks.ts";

/** Statements that ask for rows of other locations, with the reason. The list may only shrink. */
const mayJoinFreely: Readonly<Record<string, string>> = {
  "finish-deliveries": "releases what waits in the queue of a subscription, whatever the location",
  "lease-messages": "counts what a guest was sent by all locations in the hour and the day before",
};

/** Lists over locations in another order than (time, id), with the reason. */
const mayOrderFreely: Readonly<Record<string, string>> = {
  "list-days-for-alerts": "a sweep takes the first days and comes back; a day and a location are one row",
  "list-due-holds": "a sweep takes what is due longest and comes back",
  "list-due-order-timers": "a sweep takes what is due longest and comes back",
  "list-due-settlements": "a sweep takes what is due longest and comes back",
  "list-due-waitlists": "a sweep takes any that are due and comes back",
  "list-locations-to-pause": "a sweep: one row a location",
  "list-mail-reminders": "a sweep takes what is due longest and comes back",
  "list-order-changes": "of one order, whose changes are counted",
  "list-overstayed": "a sweep takes any that are due and comes back",
  "list-unattended-boards": "a sweep: one row a location",
  "list-unattended-orders": "a sweep: one row a location",
  "list-unlearned-wait-models": "a sweep: one row a location",
  "list-unpaid-bookings-due": "a sweep takes what is due longest and comes back",
};

const secret = "made of 128 random bits or more: equal ones do not happen, wherever they are stored";
const control = "belongs to the control database";
const atPartner = "given by a system outside, once for all locations";

/** Rules of uniqueness over all locations, with what becomes of them. The list may only shrink, but for the control database. */
const uniqueEverywhere: Readonly<Record<string, string>> = {
  bookings_guest_token_hash_key: secret,
  channel_bookings_channel_id_token_key: atPartner,
  channel_leases_channel_id_token_key: atPartner,
  guest_links_pkey: secret,
  location_slugs_pkey: control,
  messages_dedupe_key_key: "begins with the order, booking or entry, which are of one location",
  messages_provider_id_key: atPartner,
  orders_diner_token_hash_key: secret,
  paired_devices_pairing_code_hash_key: control,
  paired_devices_token_hash_key: control,
  payment_links_reference_key: atPartner,
  payments_link_token_key: secret,
  provider_operations_one_booking_of_a_hold: "of a hold, which is of one location",
  refunds_one_per_surplus: atPartner,
  refunds_processor_ref_key: atPartner,
  simulated_reservations_pkey: "of the sandbox",
  simulated_reservations_token_key: "of the sandbox",
  test_processor_refunds_pkey: "of the sandbox",
  waitlist_entries_guest_token_key: secret,
};

/** Of those, the ones that do not belong to the control database. */
const mostUniqueInCells = 16;

/** What each advisory lock is of; `global` ones have a reason. */
const lockScopes: Readonly<Record<string, string>> = {
  orderDrain: "global: the drain of orders goes over all locations of a database",
  bookingDrain: "global: the drain of bookings goes over all locations of a database",
  orderCapacity: "location",
  migrations: "global: one program migrates a database",
  auditChain: "global: the audit log is one chain in a database",
  seed: "global: one program seeds a database",
  bookingDay: "location",
  channelToken: "channel",
  deliveryLeases: "global: shared, so that no worker of an older release leases from all slots beside it",
  deliverySlots:
    "global: limits of a subscription count what all workers hold; a slot is a sixteenth of the subscriptions",
  holds: "app",
  ledgerPartitions: "global: partitions are made once in a database",
  answerDays: "global: partitions are made once in a database",
  requestDays: "global: partitions are made once in a database",
  providerBookings: "location",
  simulatedBook: "location",
  tableAlerts: "contact",
  listeners: "app",
  subscriptions: "app",
};

const tables = tablesOfSchema();
const judged = await judgeAllStatements(tables);
const texts = judged.map(({ text }) => text);

/** What a rule finds that is not listed, and what is listed and not found any more. */
function differences(found: readonly string[], listed: Readonly<Record<string, string>>): readonly string[] {
  return [
    ...found.filter((name) => !(name in listed)),
    ...Object.keys(listed)
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is listed and need not be`),
  ];
}

/** Rules of uniqueness that hold over several locations: neither the location nor a row of one location is among the columns. */
function uniqueOverLocations({ uniqueRules, references, isOwned }: Tables): readonly string[] {
  const isOfOne = (table: string, column: string): boolean =>
    ["id", "location_id"].includes(column) ||
    [...(references.get(`${table}.${column}`) ?? [])].some((to) => isOwned(to.split(".", 1)[0] ?? ""));
  return uniqueRules
    .filter(({ table, columns }) => isOwned(table) && !columns.some((column) => isOfOne(table, column)))
    .map(({ name }) => name);
}

/** Statements that take the lock of everybody where it is listed as one of something, or the other way about. */
function misjudgedLocks(value: number | string, scope = "", statements: readonly string[] = texts): readonly string[] {
  const key = typeof value === "string" ? `'${value}` : `lock(${value}`;
  const uses = statements.filter((text) => /advisory_xact_lock/.test(text) && text.includes(key));
  return uses.filter((text) => {
    const isOfOne = /^[^)]*\$\d/.test(text.slice(text.indexOf(key) + key.length));
    return isOfOne === /^global: ./.test(scope);
  });
}

describe("what a location owns can be moved", () => {
  test("tables of locations join by location or along a foreign key (rules/operating 10.2)", () => {
    assert.ok(judged.length > 800, `${judged.length} statements`);
    const found = judged.filter(({ unjoined }) => unjoined.length > 0).map(({ name }) => name);
    assert.deepEqual(differences(found, mayJoinFreely), []);
  });

  test("lists over locations end in an id, by which they page (rules/operating 10.3)", () => {
    const found = judged.filter(({ pages }) => pages === false).map(({ name }) => name);
    assert.deepEqual(differences(found, mayOrderFreely), []);
  });

  test("what is unique over all locations is listed (rules/operating 10.4)", () => {
    assert.deepEqual(differences(uniqueOverLocations(tables), uniqueEverywhere), []);
    const ofCells = Object.values(uniqueEverywhere).filter((reason) => reason !== control);
    assert.ok(ofCells.length <= mostUniqueInCells, "a rule that is not of the control database was added");
  });

  test("what docs/scaling.md counts is so, five in a hundred more or less", () => {
    const text = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");
    const told = [...text.matchAll(/^\| (\d+) \| (?:touch|name|find|go over|in all)/gm)].map(([, count]) =>
      Number(count),
    );
    const reaches = ["none", "routed", "by_key", "open"].map(
      (reach) => judged.filter((one) => one.reach === reach).length,
    );
    const counted = [...reaches, judged.length];
    assert.equal(told.length, counted.length);
    for (const [at, count] of counted.entries())
      assert.ok(Math.abs((told[at] ?? 0) - count) <= count / 20, `npm run scaling:statements counts ${counted.join()}`);
  });

  test("a lock is of a location, an app or another thing, or is global for a reason (rules/operating 10.5)", () => {
    const locks = { ...lockClasses, ...lockNumbers, ...lockTexts };
    assert.deepEqual(differences(Object.keys(locks), lockScopes), []);
    for (const [name, value] of Object.entries(locks)) assert.deepEqual(misjudgedLocks(value, lockScopes[name]), []);
  });
});

describe("a statement is judged", () => {
  for (const [text, reach, unjoined] of [
    ["SELECT 1 FROM apps WHERE id = $1", "none", 0],
    ["SELECT 1 FROM orders WHERE location_id = $1", "routed", 0],
    ["SELECT 1 FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.location_id = $1", "routed", 0],
    ["SELECT 1 FROM orders o, payments p WHERE o.location_id = $1 AND p.location_id = $1", "routed", 0],
    ["SELECT 1 FROM orders o JOIN payments p ON p.amount = o.refunded WHERE o.location_id = $1", "open", 1],
    ["SELECT 1 FROM orders o JOIN payments p ON p.order_id = o.id OR p.amount = 1 WHERE o.id = $1", "open", 1],
    ["SELECT 1 FROM orders o, bookings b WHERE o.id = $1 AND b.id = $2", "by_key", 1],
    ["SELECT 1 FROM orders o WHERE o.id = $1 AND EXISTS (SELECT FROM bookings b WHERE b.code = o.code)", "open", 1],
    ["SELECT 1 FROM orders WHERE id = $1", "by_key", 0],
    ["SELECT 1 FROM orders WHERE NOT (location_id = $1)", "open", 0],
    ["SELECT 1 FROM orders o WHERE o.location_id = $1 AND o.id IN (SELECT p.order_id FROM payments p)", "routed", 0],
    ["WITH due AS (SELECT id FROM refunds) UPDATE refunds r SET attempts = 1 FROM due WHERE due.id = r.id", "open", 0],
    ["WITH due AS (SELECT id FROM refunds) UPDATE refunds r SET attempts = 1 FROM due", "open", 1],
    ["INSERT INTO order_numbers (location_id, day, last) VALUES ($1, $2, 1)", "routed", 0],
    [
      "INSERT INTO order_numbers (location_id, day, last) SELECT location_id, now(), 1 FROM orders WHERE id = $1",
      "by_key",
      0,
    ],
    ["DELETE FROM orders", "open", 0],
  ] as const) {
    test(`${text} is ${reach}${unjoined > 0 ? " and joins freely" : ""}`, () => {
      const judgement = judgeStatement(text, tables);
      assert.deepEqual([judgement.reach, judgement.unjoined.length], [reach, unjoined]);
    });
  }

  for (const [text, pages] of [
    ["SELECT 1 FROM orders ORDER BY placed_at, id LIMIT $1", true],
    ["SELECT 1 FROM orders o ORDER BY o.id DESC LIMIT $1", true],
    ["SELECT 1 FROM orders ORDER BY placed_at LIMIT $1", false],
    ["SELECT 1 FROM orders LIMIT 100", false],
    ["SELECT 1 FROM orders ORDER BY placed_at LIMIT 1", null],
    ["SELECT 1 FROM orders WHERE location_id = $1 ORDER BY placed_at LIMIT $2", null],
  ] as const) {
    test(`${text} ${pages === null ? "is no list over locations" : pages ? "pages" : "does not page"}`, () => {
      assert.equal(judgeStatement(text, tables).pages, pages);
    });
  }

  test("a new rule of uniqueness over all locations is found, and a list that is too long", () => {
    const columns = "id id NOT NULL, location_id id NOT NULL, code text";
    const withRule = (rule: string): readonly string[] =>
      uniqueOverLocations(
        readTables(`CREATE TABLE things (${columns}); CREATE UNIQUE INDEX things_rule ON things ${rule};`),
      );
    assert.deepEqual(withRule("(code)"), ["things_rule"]);
    assert.deepEqual(withRule("(lower(code))"), ["things_rule"]);
    assert.deepEqual(withRule("(location_id, code)"), []);
    assert.deepEqual(differences([], { gone: "a reason" }), ["gone is listed and need not be"]);
  });

  test("a lock of everybody that is listed as one of a location is found, and one that has no reason", () => {
    const [everybody, one] = ["SELECT pg_advisory_xact_lock(7, 1)", "SELECT pg_advisory_xact_lock(7, hashtext($1))"];
    assert.deepEqual(misjudgedLocks(7, "location", [everybody, one]), [everybody]);
    assert.deepEqual(misjudgedLocks(7, "global: for a reason", [everybody, one]), [one]);
    assert.deepEqual(misjudgedLocks(7, "global: ", [everybody]), [everybody]);
    assert.deepEqual(differences(["new"], lockScopes).slice(0, 1), ["new"]);
  });

  test("what is not one statement of PostgreSQL is not judged", () => {
    assert.throws(() => judgeStatement("SELECT 1; SELECT 2", tables), /not one statement/);
    assert.throws(() => judgeStatement("SELEC 1", tables));
  });
});
