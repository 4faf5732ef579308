import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import { startService, operatorToken, type TestService } from "../../test/harness/service.ts";
import { actByHand } from "../../test/harness/state-guard.ts";
import type { Id } from "../kernel/id.ts";
import { applyRefundNewsToOrder } from "../orders/decide/pay-order.command.ts";
import { listOrderNumbers } from "../orders/staff/list-order-numbers.query.ts";
import { verifyAuditChain } from "../audit/verify-audit-chain.query.ts";
import type { Database } from "../platform/postgres/database.ts";
import { writeArchive } from "./write-archive.ts";
import { archiveOrders, runArchive } from "./run-archive.ts";

const day = "2024-03-01";

let service: TestService;
let folder: string;
let here: OrderingLocation;
let there: OrderingLocation;
before(async () => {
  service = await startService();
  folder = await mkdtemp(path.join(tmpdir(), "maple-archive-"));
  here = await createOrderingLocation(service);
  there = await createOrderingLocation(service);
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** An order that ended, as if it had been placed at a time; denied ones got their money back. */
async function ended(at: OrderingLocation, placedAt: string, how: "complete" | "deny"): Promise<Id<"ord">> {
  const { id }: { readonly id: Id<"ord"> } = await at.place({ payment: "paid" });
  const acts: readonly (readonly [string, unknown])[] =
    how === "deny"
      ? [["deny", { reason: "OTHER" }]]
      : [
          ["accept", {}],
          ["ready", undefined],
          ["complete", undefined],
        ];
  for (const [act, body] of acts) {
    const answer = await at.call("POST", `/v1/orders/${id}/${act}`, body);
    assert.ok(answer.status < 300, answer.text);
    await service.runDue();
  }
  await age(id, placedAt);
  return id;
}

async function age(id: string, placedAt: string): Promise<void> {
  await service.database.transaction((tx) => tx.rows("UPDATE orders SET placed_at = $2 WHERE id = $1", [id, placedAt]));
}

const archive = (database: Database, name: string, keeps = false): Promise<string> =>
  archiveOrders(database, path.join(folder, name), { before: day, keeps });

const count = async (sql: string, ids: readonly string[]): Promise<number> =>
  (await service.database.read.one<{ n: number }>(`SELECT count(*) AS n FROM ${sql} = ANY ($1)`, [ids])).n;

interface Line {
  readonly order: { readonly id: string; readonly customer: { readonly phone: string } };
  readonly order_changes: readonly unknown[];
  readonly payments_ledger: readonly unknown[];
}

async function linesOf(name: string, file: string): Promise<readonly Line[]> {
  const text = gunzipSync(await readFile(path.join(folder, name, file))).toString("utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : (JSON.parse(line) as Line)));
}

/** Runs the archive in a process of its own, which is killed at a step. */
async function kill(name: string, step: "manifest" | "1" | "2"): Promise<void> {
  const program = fileURLToPath(new URL("killed-archive.fixture.ts", import.meta.url));
  const words = [program, service.databaseUrl, path.join(folder, name), day, step];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [code, signal]: unknown[] = await once(child, "exit");
  assert.deepEqual([code, signal], [null, "SIGKILL"], step);
}

test("an archived month is read back as it was; money and audit stay, and everything agrees (rules/operating 6.3, 6.4)", async () => {
  const january = [
    await ended(here, "2024-01-31T23:59:00Z", "complete"),
    await ended(there, "2024-01-05T12:00:00Z", "deny"),
  ].toSorted();
  const february = await ended(here, "2024-02-01T00:00:00Z", "complete");
  const young = await ended(here, "2024-03-01T00:00:00Z", "complete");
  const open = (await here.place({ payment: "paid" })).id;
  await age(open, "2024-01-10T12:00:00Z");
  const all = [...january, february];
  const asItWas = await rowsOf(january);
  const money = await count("payments WHERE order_id", all);
  const told = await archive(service.database, "whole");
  assert.match(told, /3 orders in 3 files, verified; 3 deleted$/);
  assert.deepEqual((await readdir(path.join(folder, "whole"))).toSorted(), [
    "audit.jsonl.gz",
    "manifest.json",
    "orders-2024-01.jsonl.gz",
    "orders-2024-02.jsonl.gz",
  ]);
  assert.equal(await count("orders WHERE id", [...all, young, open]), 2);
  assert.equal(await count("order_changes WHERE order_id", all), 0);
  assert.equal(await count("payments WHERE order_id", all), money);
  assert.equal(money, 3);
  const lines = await linesOf("whole", "orders-2024-01.jsonl.gz");
  assert.deepEqual(lines.map(({ order }) => order.id).toSorted(), january);
  assert.ok(lines.every((line) => line.order_changes.length >= 2 && line.payments_ledger.length >= 1));
  const sound = await service.call("GET", "/operator/v1/test/verify", { key: operatorToken });
  assert.equal(sound.body.sound, true, sound.text);
  assert.equal((await verifyAuditChain(service.database.read)).sound, true);
  await bringBack(lines);
  assert.deepEqual(await rowsOf(january), asItWas);
});

test("a month in which nothing was ordered leaves no file", async () => {
  await ended(here, "2023-11-05T12:00:00Z", "complete");
  const place = path.join(folder, "gap");
  const { files } = await writeArchive(service.database, place, "2024-01-01");
  assert.deepEqual(
    files.map(({ name }) => name),
    ["orders-2023-11.jsonl.gz", "audit.jsonl.gz"],
  );
  assert.deepEqual((await readdir(place)).toSorted(), ["audit.jsonl.gz", "manifest.json", "orders-2023-11.jsonl.gz"]);
  await archive(service.database, "gap-gone");
});

test("an order that was archived is unknown to partners, and its payment link leads nowhere (rules/operating 6.4)", async () => {
  const id = await ended(here, "2024-01-02T12:00:00Z", "complete");
  const { link_token: token } = await service.database.read.one<{ link_token: string }>(
    "SELECT link_token FROM payments WHERE order_id = $1",
    [id],
  );
  assert.equal((await service.call("GET", `/pay/${token}`)).status, 200);
  const numbers = () => listOrderNumbers(service.database.read, here.locationId, [id]);
  const before = await numbers();
  assert.equal(before.size, 1);
  await archive(service.database, "unknown");
  assert.deepEqual(await numbers(), before, "the file of money still says its number");
  assert.equal((await here.call("GET", `/v1/orders/${id}`)).status, 404);
  assert.equal((await service.call("GET", `/pay/${token}`)).status, 404);
});

test("a process that is killed at any step loses nothing, and the next one finishes (rules/operating 6.5)", async () => {
  const ids = [
    await ended(here, "2024-01-03T12:00:00Z", "complete"),
    await ended(there, "2024-01-03T12:00:00Z", "complete"),
  ];
  const left = (): Promise<number> => count("orders WHERE id", ids);
  // Before the manifest: whatever files there are, they are written anew.
  const place = path.join(folder, "ended");
  await kill("ended", "manifest");
  const written = await readdir(place);
  assert.ok(written.includes("orders-2024-01.jsonl.gz") && !written.includes("manifest.json"), written.join(" "));
  assert.equal(await left(), 2);
  await writeFile(path.join(place, "orders-2024-01.jsonl.gz"), "half a file");
  await writeFile(path.join(place, "orders-2024-02.jsonl.gz.part"), "half a file");
  assert.match(await archive(service.database, "ended", true), /verified; nothing was deleted$/);
  assert.equal(await left(), 2);
  // Before the COMMIT of the first deletion, and of the second.
  await kill("ended", "1");
  assert.equal(await left(), 2);
  await kill("ended", "2");
  assert.equal(await left(), 1);
  assert.match(await archive(service.database, "ended"), /, 1 gone already|, \d+ gone already or changed since$/);
  assert.equal(await left(), 0);
  const lines = await linesOf("ended", "orders-2024-01.jsonl.gz");
  assert.deepEqual(
    ids.filter((id) => !lines.some(({ order }) => order.id === id)),
    [],
  );
});

test("an order that changed since it was copied stays, and a damaged file deletes nothing (rules/operating 6.4)", async () => {
  const changed = await ended(here, "2024-02-03T12:00:00Z", "complete");
  const same = await ended(here, "2024-02-04T12:00:00Z", "complete");
  const place = path.join(folder, "changed");
  await writeArchive(service.database, place, day);
  await service.database.transaction((tx) => tx.rows("UPDATE orders SET notes = 'later' WHERE id = $1", [changed]));
  const file = path.join(place, "orders-2024-02.jsonl.gz");
  const whole = await readFile(file);
  for (const damaged of [
    whole.subarray(0, -9),
    Buffer.concat([whole.subarray(0, 12), Buffer.from("x"), whole.subarray(13)]),
  ]) {
    await writeFile(file, damaged);
    await assert.rejects(archive(service.database, "changed"), /orders-2024-02\.jsonl\.gz|manifest/);
    assert.equal(await count("orders WHERE id", [changed, same]), 2);
  }
  await writeFile(file, whole);
  assert.match(await archive(service.database, "changed"), /1 deleted, \d+ gone already or changed since$/);
  assert.deepEqual([await count("orders WHERE id", [changed]), await count("orders WHERE id", [same])], [1, 0]);
});

test("a refund that fails after its order was archived is owed again (rules/operating 6.4)", async () => {
  const id = await ended(here, "2024-01-04T12:00:00Z", "deny");
  await archive(service.database, "late");
  assert.equal(await count("orders WHERE id", [id]), 0);
  const refundOf = (): Promise<{ id: Id<"rfd">; status: string; processor_ref: string }> =>
    service.database.read.one(
      "SELECT r.id, r.status, r.processor_ref FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = $1",
      [id],
    );
  const paid = await refundOf();
  const news = { kind: "failed", reference: paid.processor_ref, message: "the card is closed" } as const;
  await service.database.transaction((tx) => applyRefundNewsToOrder(tx, id, paid.id, news));
  assert.equal((await refundOf()).status, "pending");
  const { kinds } = await service.database.read.one<{ kinds: string[] }>(
    "SELECT array_agg(kind ORDER BY at) AS kinds FROM payments_ledger WHERE refund_id = $1",
    [paid.id],
  );
  assert.deepEqual(kinds, ["refund_requested", "refund_settled", "refund_failed"]);
});

test("an order whose guest was erased from the archive can be brought back, and names nobody (rules/operating 6.6)", async () => {
  const id = await ended(here, "2024-02-05T12:00:00Z", "complete");
  await archive(service.database, "erased");
  const [line] = (await linesOf("erased", "orders-2024-02.jsonl.gz")).filter(({ order }) => order.id === id);
  const phone = line?.order.customer.phone ?? "";
  const config = { databaseUrl: null, liveDatabaseUrl: null, orderRetentionDays: null };
  assert.equal(await runArchive(["erase", "--to", path.join(folder, "erased"), "--phone", phone], config), 0);
  const erased = (await linesOf("erased", "orders-2024-02-1.jsonl.gz")).filter(({ order }) => order.id === id);
  await bringBack(erased);
  const answer = await here.call("GET", `/v1/orders/${id}`);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(phone !== "" && !answer.text.includes(phone));
});

test("the command refuses a day that is too late and words that it does not know (rules/operating 6.4)", async () => {
  const config = { databaseUrl: service.databaseUrl, liveDatabaseUrl: null, orderRetentionDays: null };
  assert.equal(await runArchive(["--before", "2999-01-01"], config), 2);
  assert.equal(await runArchive([], config), 2);
  assert.equal(await runArchive(["--env", "live", "--before", day], config), 2);
  assert.equal(await runArchive(["--now"], config), 2);
  assert.equal(await runArchive(["--before", day, "--to", path.join(folder, "command"), "--keep"], config), 0);
  assert.match(await readFile(path.join(folder, "command", `test-before-${day}`, "manifest.json"), "utf8"), /"sha256"/);
});

test("the database of test is not archived as that of live (rules/operating 9.7)", async () => {
  const config = { databaseUrl: null, liveDatabaseUrl: service.databaseUrl, orderRetentionDays: null };
  const words = ["--env", "live", "--before", day, "--to", path.join(folder, "other"), "--keep"];
  const mark = (sql: string) => service.database.transaction((tx) => tx.rows(sql));
  await mark("INSERT INTO service_mark (name) VALUES ('test')");
  assert.equal(await runArchive(words, config), 1);
  await mark("UPDATE service_mark SET name = 'live'");
  assert.equal(await runArchive(words, config), 0);
});

/** What the tables have of orders, as text. */
async function rowsOf(
  ids: readonly string[],
): Promise<readonly { readonly order: string; readonly changes: string }[]> {
  return await service.database.read.rows(
    `SELECT to_jsonb(o)::text AS "order", (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.sequence)::text FROM order_changes c
       WHERE c.order_id = o.id) AS changes FROM orders o WHERE o.id = ANY ($1) ORDER BY o.id`,
    [ids],
  );
}

/** Puts archived orders back, as docs/operating.md says. */
async function bringBack(lines: readonly Line[]): Promise<void> {
  await service.database.transaction(async (tx) => {
    await tx.rows(actByHand);
    for (const line of lines) {
      const json = JSON.stringify(line);
      await tx.rows("INSERT INTO orders SELECT (jsonb_populate_record(NULL::orders, $1::jsonb -> 'order')).*", [json]);
      await tx.rows(
        "INSERT INTO order_changes SELECT c.* FROM jsonb_populate_recordset(NULL::order_changes, $1::jsonb -> 'order_changes') AS c",
        [json],
      );
    }
  });
}
