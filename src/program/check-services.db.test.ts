/** A process begins only on databases of its services (rules/operating 9.7). */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../test/harness/database-server.ts";
import { createApp } from "../../test/harness/factories.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { newId } from "../kernel/id.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../platform/postgres/database.ts";
import { WrongDatabase } from "../platform/postgres/service-mark.sql.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { nonceLength, sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { checkService, checkServices } from "./check-services.command.ts";

const keys = [Buffer.alloc(32, 7)];
const quiet = { warn: () => {} };

let clone: ClonedDatabase;
let asTest: TextDatabase;
let asLive: TextDatabase;
const connect = (livemode: boolean): TextDatabase =>
  connectDatabase({
    livemode,
    url: clone.url,
    poolSize: 2,
    applicationName: "check-services",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });

before(async () => {
  clone = await cloneDatabase();
  [asTest, asLive] = [connect(false), connect(true)];
});
after(async () => {
  await Promise.all([asTest.close(), asLive.close()]);
  await clone.drop();
});

const sql = (text: string, values: readonly unknown[] = []): Promise<unknown> =>
  asTest.transaction((tx) => tx.rows(text, values));
const unmark = (): Promise<unknown> => sql("DELETE FROM service_mark");

describe("a database that has no mark", () => {
  test("is marked by the first process, for good", async () => {
    await unmark();
    assert.equal(await checkService(asLive, keys), true);
    assert.equal(await checkService(asLive, keys), true);
    await assert.rejects(checkService(asTest, keys), WrongDatabase);
  });

  test("gets one mark when processes of both environments start at once", async () => {
    await unmark();
    const checks = await Promise.allSettled([checkService(asLive, keys), checkService(asTest, keys)]);
    assert.deepEqual(checks.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  test("and holds a secret that was sealed for live is not taken for test", async () => {
    await unmark();
    const { id: app } = await createApp(asTest);
    const id = newId("dws");
    await sql(
      `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
       VALUES ($1, $2, 'https://partner.example.com/', '{order.notification}', $3)`,
      [id, app, sealedSecrets(keys, true).seal(id, "a secret", randomBytes(nonceLength))],
    );
    await assert.rejects(checkService(asTest, keys), /named for test is that of the other one: look whether/);
    assert.equal(await checkService(asLive, keys), true);
  });
});

test("a database that a process of the release before serves has no table yet: the process waits for the migration", async () => {
  await sql("ALTER TABLE service_mark RENAME TO mark_of_tomorrow");
  await sql("UPDATE mark_of_tomorrow SET name = 'live'");
  const check = await checkServices({ test: asTest }, keys, quiet);
  await sql("ALTER TABLE mark_of_tomorrow RENAME TO service_mark");
  await assert.rejects(check.certain, WrongDatabase);
});

test("why a database cannot be asked is logged once, not at each look", async () => {
  await unmark();
  await sql("ALTER TABLE service_mark RENAME TO marks_away");
  await sql("CREATE VIEW service_mark AS SELECT 1 AS other");
  let looks = 0;
  let warnings = 0;
  const watched: TextDatabase = Object.create(asLive, {
    read: {
      get() {
        looks += 1;
        return asLive.read;
      },
    },
  });
  const log = { warn: () => void (warnings += 1) };
  const check = await checkServices({ test: watched }, keys, log);
  await waitUntilTrue(() => looks >= 4);
  await asTest.transaction(async (tx) => {
    await tx.rows("DROP VIEW service_mark");
    await tx.rows("ALTER TABLE marks_away RENAME TO service_mark");
  });
  await check.certain;
  assert.equal(warnings, 1);
});

test("a process that is stopped while it waits waits no longer", async () => {
  await sql("ALTER TABLE service_mark RENAME TO mark_of_tomorrow");
  const check = await checkServices({ test: asTest }, keys, quiet);
  check.stop();
  await assert.rejects(check.certain, { name: "AbortError" });
  await sql("ALTER TABLE mark_of_tomorrow RENAME TO service_mark");
});

describe("migrate", () => {
  test("marks an empty database, and refuses that of the other environment before it changes anything", async () => {
    await sql("DROP SCHEMA public CASCADE");
    await sql("CREATE SCHEMA public");
    await migrate(clone.directUrl, "live");
    assert.equal(await checkService(asLive, keys), true);
    await sql("DELETE FROM maple_migrations WHERE version = (SELECT max(version) FROM maple_migrations)");
    await assert.rejects(migrate(clone.directUrl, "test"), WrongDatabase);
  });

  test("leaves one that was migrated before to the first process, which can look into it", async () => {
    await sql("DROP SCHEMA public CASCADE");
    await sql("CREATE SCHEMA public");
    await migrate(clone.directUrl);
    await migrate(clone.directUrl, "live");
    assert.equal(await checkService(asTest, keys), true);
  });
});
