import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { newId } from "../kernel/id.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import type { TextDatabase } from "../platform/postgres/database.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { listAuditEntries } from "./list-audit-entries.query.ts";
import { recordAudit } from "./record-audit.command.ts";
import { verifyAuditChain } from "./verify-audit-chain.query.ts";

let service: TestService;
let database: TextDatabase;

before(async () => {
  service = await startService({ routes: () => [] });
  database = service.database;
});
after(() => service.stop());
beforeEach(() =>
  database.transaction(async (tx) => {
    await tx.rows("ALTER TABLE audit_log DISABLE TRIGGER USER");
    await tx.rows("TRUNCATE audit_log");
    await tx.rows("ALTER TABLE audit_log ENABLE TRIGGER USER");
  }),
);

test("nothing empties the log", async () => {
  await assert.rejects(
    database.transaction((tx) => tx.rows("TRUNCATE audit_log")),
    /never changed/,
  );
});

function record(action: string, values: { readonly before?: unknown; readonly after?: unknown } = {}): Promise<void> {
  return database.transaction((tx) =>
    recordAudit(tx, {
      actor: "operator",
      requestId: null,
      action,
      subject: "app_1",
      before: values.before ?? null,
      after: values.after ?? null,
    }),
  );
}

async function tamper(sql: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows("ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only");
    await tx.rows(sql);
    await tx.rows("ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only");
  });
}

test("an empty log verifies", async () => {
  const verdict = await verifyAuditChain(database.read);
  assert.deepEqual([verdict.sound, verdict.sound && verdict.entries], [true, 0]);
});

test("forty writers at once make one chain without gap or fork (rules/operating 8.2)", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, index) => record(`change.${index}`)));
  const verdict = await verifyAuditChain(database.read);
  assert.equal(verdict.sound && verdict.entries, 40);
});

test("a change that is rolled back leaves no entry and no gap (rules/operating 8.1)", async () => {
  await record("kept");
  const result = await database.transaction(async (tx) => {
    await recordAudit(tx, {
      actor: "operator",
      requestId: null,
      action: "undone",
      subject: "app_1",
      before: null,
      after: null,
    });
    return refuse("name_taken", "no");
  });
  assert.ok(isRefusal(result));
  await record("kept too");
  const entries = await listAuditEntries(database.read, { before: undefined, limit: 10 });
  assert.ok(!isRefusal(entries));
  assert.deepEqual(
    entries.map((entry) => [entry.sequence, entry.action]),
    [
      [2, "kept too"],
      [1, "kept"],
    ],
  );
});

test("values verify after the database has put them in its own order and form", async () => {
  await record("shaped", {
    before: { zebra: 1, ant: [1.5, -0.25, 1e21, 1e-7, 0], nested: { b: null, a: true }, "": "", "10": "x", "9": "y" },
    after: { text: 'é \u{1F341} \\ " \n', none: undefined, list: [{ b: 2, a: 1 }], coordinate: 41.878113 },
  });
  assert.equal((await verifyAuditChain(database.read)).sound, true);
});

test("the table refuses changes and deletions (rules/operating 6.3)", async () => {
  await record("one");
  await assert.rejects(
    database.transaction((tx) => tx.rows("UPDATE audit_log SET actor = 'nobody'")),
    /never changed/,
  );
  await assert.rejects(
    database.transaction((tx) => tx.rows("DELETE FROM audit_log")),
    /never changed/,
  );
});

test("whoever gets past that is found: a changed, a missing and a forged entry (rules/operating 8.2)", async () => {
  for (let i = 0; i < 5; i++) await record(`change.${i}`, { after: { count: i } });
  await tamper("UPDATE audit_log SET after = '{\"count\": 9}' WHERE sequence = 3");
  assert.deepEqual(await verifyAuditChain(database.read), { sound: false, sequence: 3, problem: "wrong_hash" });
  await tamper("UPDATE audit_log SET after = '{\"count\": 2}' WHERE sequence = 3");
  assert.equal((await verifyAuditChain(database.read)).sound, true);
  await tamper("UPDATE audit_log SET hash = sha256(hash) WHERE sequence = 2");
  assert.deepEqual(await verifyAuditChain(database.read), { sound: false, sequence: 2, problem: "wrong_hash" });
  await tamper("DELETE FROM audit_log WHERE sequence = 2");
  assert.deepEqual(await verifyAuditChain(database.read), { sound: false, sequence: 2, problem: "gap" });
});

test("an entry of before its actor was named verifies by the hash of then, and its actor cannot be filled in (rules/people 7.2)", async () => {
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO audit_log (sequence, id, at, format, actor, action, subject, after, previous_hash, hash)
      VALUES (1, 'aud_01m8043krge1ksjt2wv20h33fq', to_timestamp(1795279186), 1, 'operator', 'app.updated', 'app_1',
        '{"name": "Till"}', $1, $2)`,
      [Buffer.alloc(32), Buffer.from("145b7e5f4a5bc2c595683025b58802abec0c0d6a992ff9a1677c65eb5ec8dbbe", "hex")],
    ),
  );
  await record("next");
  const verdict = await verifyAuditChain(database.read);
  assert.equal(verdict.sound && verdict.entries, 2);
  await assert.rejects(tamper("UPDATE audit_log SET actor_kind = 'system' WHERE sequence = 1"), /audit_log_actor/);
});

test("the hash covers who acted: kind, id, role and device (rules/people 7.1)", async () => {
  const [per, pdv, ses] = [newId("per"), newId("pdv"), newId("per")];
  await database.transaction((tx) =>
    recordAudit(tx, {
      actor: "person",
      by: { kind: "person", id: per },
      role: "manager",
      deviceId: pdv,
      requestId: null,
      action: "order.denied",
      subject: "ord_1",
      before: null,
      after: null,
    }),
  );
  const [entry] = await database.read.rows<object>(
    "SELECT actor_kind, actor_id, device_id, role, format FROM audit_log",
  );
  assert.deepEqual(entry, { actor_kind: "person", actor_id: per, device_id: pdv, role: "manager", format: 2 });
  for (const [column, value, back] of [
    ["actor_id", ses, per],
    ["role", "host", "manager"],
    ["device_id", ses, pdv],
  ] as const) {
    await tamper(`UPDATE audit_log SET ${column} = '${value}'`);
    assert.equal((await verifyAuditChain(database.read)).sound, false, column);
    await tamper(`UPDATE audit_log SET ${column} = '${back}'`);
    assert.equal((await verifyAuditChain(database.read)).sound, true, column);
  }
});

test("the list goes back from an entry, exclusive, and refuses one that is not there", async () => {
  for (let i = 0; i < 5; i++) await record(`change.${i}`);
  const newest = await listAuditEntries(database.read, { before: undefined, limit: 2 });
  assert.ok(!isRefusal(newest));
  const older = await listAuditEntries(database.read, { before: newest[1]?.id, limit: 2 });
  assert.ok(!isRefusal(older));
  assert.deepEqual(
    [...newest, ...older].map((entry) => entry.sequence),
    [5, 4, 3, 2],
  );
  const unknown = await listAuditEntries(database.read, {
    before: newId("aud"),
    limit: 2,
  });
  assert.ok(isRefusal(unknown) && unknown.code === "invalid_request");
});
