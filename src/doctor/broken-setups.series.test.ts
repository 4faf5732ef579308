/** Set-ups that are really broken, one after the other, and the doctor's findings (rules/operating 9.4). */
import assert from "node:assert/strict";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type AddressInfo, type Server as NetServer } from "node:net";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "pg";
import type { ProgramClock } from "../platform/clock/database-clock.ts";
import { asOwner, startProbes, startProxy, startSoundSetup, type SoundSetup } from "./broken-setup.fixture.ts";
import type { DoctorSettings } from "./doctor-settings.ts";
import type { DoctorTools } from "./examine-service.ts";
import { examine } from "./examine.ts";
import type { Finding } from "./finding.ts";
import { textReport } from "./report.ts";

/** Comparing zones takes longer than all the rest; src/time-zones tests it. */
const quick: DoctorTools = { zoneDirectory: "/nothing/here", pgbackrest: "/nothing/here" };

let sound: SoundSetup;
/** What is wrong without anything broken: the server of the tests forgets everything when it is killed. */
let always: readonly string[];
before(async () => {
  sound = await startSoundSetup();
  always = wrongOf(await examine(sound.settings, quick));
});
// Processes beat every ten seconds; on a slow machine those of the set-up would be silent before the last test.
beforeEach(() => sound.sql("UPDATE processes SET beat_at = clock_timestamp()"));
after(() => sound.stop());

const wrongOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ standing, environment }) => standing === "wrong" && environment !== null)
    .map(({ check }) => check);

/** What is wrong now and was not before, with what is said and what is to be done of the first. */
async function diagnose(settings: DoctorSettings, tools?: DoctorTools) {
  const findings = await examine(settings, { ...quick, ...tools });
  const wrong = wrongOf(findings).filter((check) => !always.includes(check));
  const { says = "", remedy = "" } = findings.find(({ check }) => check === wrong[0]) ?? {};
  return { findings, wrong, says, remedy: remedy ?? "" };
}

const listening = async (server: Server | NetServer): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
};

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const at = (port: number): string => {
  const [service] = sound.settings.services;
  return Object.assign(new URL(service?.url ?? ""), { host: `127.0.0.1:${port}` }).href;
};

test("a sound set-up: nothing is wrong but the settings of a server that is for tests", async () => {
  const findings = await examine(sound.settings);
  assert.ok(
    always.every((check) => check === "settings"),
    textReport(findings),
  );
  const expected = ["database", "encoding", "role", "rights", "pooler", "wake_ups", "clock", "connections"];
  for (const check of [...expected, "migrations", "processes", "partitions", "deliveries", "secret_key", "base_url"])
    assert.equal(findings.find((each) => each.check === check)?.standing, "right", textReport(findings));
});

describe("the database", () => {
  test("nothing listens at the port", async () => {
    const port = await closedPort();
    const { wrong, says, remedy, findings } = await diagnose(sound.with({ url: at(port) }));
    assert.deepEqual(wrong, ["database"]);
    assert.match(says, new RegExp(`^127\\.0\\.0\\.1:${port}/\\w+ refuses connections`));
    assert.match(remedy, /DATABASE_URL/);
    assert.ok(!textReport(findings).includes(new URL(at(port)).password), "no password is told");
    assert.equal(findings.find(({ check }) => check === "migrations")?.standing, "skipped");
  });

  test("one of two hosts is gone: the other serves", async () => {
    const gone = `127.0.0.1:${await closedPort()}`;
    const own = new URL(sound.settings.services[0]?.url ?? "").host;
    const url = (sound.settings.services[0]?.url ?? "").replace(own, `${gone},${own}`);
    const { wrong, findings } = await diagnose(sound.with({ url }));
    const hosts = findings.find(({ check }) => check === "hosts");
    assert.deepEqual([wrong, hosts?.standing], [[], "warning"]);
    assert.match(hosts?.says ?? "", new RegExp(`^${own} takes writes, ${gone} refuses connections`));
  });

  test("the host is silent: the wait has an end", async () => {
    const silent = createServer();
    const port = await listening(silent);
    const { wrong, says } = await diagnose(sound.with({ url: at(port) }), { limits: { connectMs: 200 } });
    silent.close();
    assert.deepEqual(wrong, ["database"]);
    assert.match(says, /does not answer in time/);
  });

  test("every connection is taken", async () => {
    await sound.sql(`ALTER ROLE ${sound.role} CONNECTION LIMIT 1`);
    const holder = new Client({ connectionString: sound.settings.services[0]?.url });
    await holder.connect();
    const { wrong, says, remedy } = await diagnose(sound.settings);
    await holder.end();
    await sound.sql(`ALTER ROLE ${sound.role} CONNECTION LIMIT -1`);
    assert.deepEqual(wrong, ["database"]);
    assert.match(says, /has no connection left/);
    assert.match(remedy, /CONNECTION LIMIT/);
  });

  test("the database takes no writes", async () => {
    const name = new URL(sound.ownerUrl).pathname.slice(1);
    await asOwner(sound.ownerUrl, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const { wrong, says, remedy } = await diagnose(sound.settings);
    await asOwner(sound.ownerUrl, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    assert.deepEqual(wrong, ["database"]);
    assert.match(says, /takes no writes/);
    assert.match(remedy, /default_transaction_read_only/);
  });

  test("it is in SQL_ASCII, and empty", async () => {
    const name = `doctor_ascii_${process.pid}`;
    const options = "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'";
    await asOwner(sound.ownerUrl, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    const url = Object.assign(new URL(sound.settings.services[0]?.url ?? ""), { pathname: `/${name}` }).href;
    const { wrong, says, remedy } = await diagnose(sound.with({ url }));
    await asOwner(sound.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    assert.deepEqual(wrong, ["encoding", "migrations"]);
    assert.match(says, /SQL_ASCII/);
    assert.match(remedy, /ENCODING 'UTF8'/);
  });

  test("its system sorts texts otherwise than when the indexes were made", async () => {
    const name = `doctor_order_${process.pid}`;
    const made = `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C'`;
    const before = `UPDATE pg_database SET datcollversion = '1.0' WHERE datname = '${name}'`;
    await asOwner(sound.ownerUrl, made, before);
    const url = Object.assign(new URL(sound.settings.services[0]?.url ?? ""), { pathname: `/${name}` }).href;
    const { wrong, says, remedy } = await diagnose(sound.with({ url }));
    await asOwner(sound.ownerUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    assert.deepEqual(wrong, ["encoding", "migrations"]);
    assert.match(says, /sorted by version 1\.0 of the system's rules, and the server sorts by \d/);
    assert.match(
      remedy,
      new RegExp(`REINDEX DATABASE "${name}" and ALTER DATABASE "${name}" REFRESH COLLATION VERSION`),
    );
  });
});

describe("the role", () => {
  test("the owner of the schema serves", async () => {
    const { wrong, says, remedy } = await diagnose(sound.with({ url: sound.ownerUrl }));
    assert.deepEqual(wrong, ["role"]);
    assert.match(says, /is a superuser|can change the schema/);
    assert.match(remedy, /as a role of its own/);
  });

  test("a right is missing", async () => {
    await sound.sql(`REVOKE UPDATE ON orders FROM ${sound.role}`);
    const { wrong, says, remedy } = await diagnose(sound.settings);
    await sound.sql(`GRANT UPDATE ON orders TO ${sound.role}`);
    assert.deepEqual(wrong, ["rights"]);
    assert.match(says, /may not read and write orders$/);
    assert.match(remedy, new RegExp(`GRANT SELECT, INSERT, UPDATE, DELETE .* TO ${sound.role}`));
  });
});

test("settings of the server that lose what was acknowledged", async () => {
  await sound.sql(`ALTER ROLE ${sound.role} SET synchronous_commit = off`);
  const { findings } = await diagnose(sound.settings);
  await sound.sql(`ALTER ROLE ${sound.role} RESET synchronous_commit`);
  const settings = findings.find(({ check }) => check === "settings");
  assert.equal(settings?.standing, "wrong");
  assert.match(settings.says, /synchronous_commit of the server (is|are) off/);
  assert.match(settings.remedy ?? "", /synchronous_commit = on/);
});

test("a migration is missing", async () => {
  await sound.sql("CREATE SCHEMA kept");
  await sound.sql("CREATE TABLE kept.last AS SELECT * FROM maple_migrations ORDER BY version DESC LIMIT 1");
  await sound.sql("DELETE FROM maple_migrations WHERE version = (SELECT version FROM kept.last)");
  const { wrong, says, remedy, findings } = await diagnose(sound.settings);
  await sound.sql("INSERT INTO maple_migrations SELECT * FROM kept.last");
  await sound.sql("DROP SCHEMA kept CASCADE");
  assert.deepEqual(wrong, ["migrations"]);
  assert.match(says, /^a migration is missing: \d{4}-/);
  assert.match(remedy, /bin\/maple\.js migrate as the role that owns the schema/);
  assert.equal(findings.find(({ check }) => check === "secret_key")?.standing, "skipped");
});

test("the database is that of live", async () => {
  await sound.sql("INSERT INTO service_mark (name) VALUES ('live')");
  const { wrong, says, remedy } = await diagnose(sound.settings);
  await sound.sql("UPDATE service_mark SET name = 'test'");
  assert.deepEqual(wrong, ["mark"]);
  assert.equal(says, "DATABASE_URL names the database of live");
  assert.match(remedy, /DATABASE_URL and LIVE_DATABASE_URL are exchanged/);
  const { findings } = await diagnose(sound.settings);
  assert.equal(findings.find(({ check }) => check === "mark")?.says, "this is the database of test");
});

test("this machine's clock is three seconds ahead; one second is a warning", async () => {
  const ahead = (ms: number): ProgramClock => ({
    wall: () => Date.now() + ms,
    monotonic: () => performance.now(),
  });
  const { wrong, says, remedy } = await diagnose(sound.settings, { clock: ahead(3_000) });
  assert.deepEqual(wrong, ["clock"]);
  assert.match(says, /the clock of this machine is (2\.9|3\.\d) s ahead of the database's/);
  assert.match(remedy, /chronyc tracking/);
  const little = await diagnose(sound.settings, { clock: ahead(1_200) });
  assert.equal(little.findings.find(({ check }) => check === "clock")?.standing, "warning");
});

test("another SECRET_KEY; with the old one in SECRET_KEY_PREVIOUS it opens all", async () => {
  const [current = Buffer.alloc(0)] = sound.settings.secretKeys;
  const { wrong, says, remedy } = await diagnose(sound.with({ secretKeys: [Buffer.alloc(32, 8)] }));
  assert.deepEqual(wrong, ["secret_key"]);
  assert.match(says, /no configured key opens 1 of 1 sealed secrets: dws_/);
  assert.match(remedy, /SECRET_KEY_PREVIOUS/);
  assert.deepEqual((await diagnose(sound.with({ secretKeys: [Buffer.alloc(32, 8), current] }))).wrong, []);
});

test("without the operator's token nobody may operate until there is an operator_admin", async () => {
  const { wrong, remedy } = await diagnose(sound.with({ hasOperatorToken: false }));
  assert.deepEqual(wrong, ["operators"]);
  assert.match(remedy, /person invite --role operator_admin --env test/);
});

test("no work process lives", async () => {
  await sound.sql("UPDATE processes SET stopped_at = now() WHERE kind = 'work'");
  const { wrong, says, remedy } = await diagnose(sound.settings);
  await sound.sql("UPDATE processes SET stopped_at = NULL");
  assert.deepEqual(wrong, ["processes"]);
  assert.match(says, /no work process/);
  assert.match(remedy, /bin\/maple\.js work/);
});

describe("BASE_URL", () => {
  test("leads to nobody, though a process listens here", async () => {
    const { wrong, says, remedy } = await diagnose(sound.with({ baseUrl: `http://127.0.0.1:${await closedPort()}` }));
    assert.deepEqual(wrong, ["base_url"]);
    assert.match(says, /refuses connections/);
    assert.match(remedy, /A process answers at .*look at the proxy/);
  });

  test("leads to something else", async () => {
    const other = createHttpServer((_request, response) => response.end("<p>Welcome</p>"));
    const { wrong, says } = await diagnose(sound.with({ baseUrl: `http://127.0.0.1:${await listening(other)}` }));
    other.close();
    assert.deepEqual(wrong, ["base_url"]);
    assert.match(says, /answers 200, and not as this Maple does/);
  });

  test("leads to a Maple of another database", async () => {
    const { url, server } = await startProbes(randomUUID());
    const { wrong, says } = await diagnose(sound.with({ baseUrl: url }));
    await server.close();
    assert.deepEqual(wrong, ["base_url"]);
    assert.match(says, /another database/);
  });

  test("leads through a proxy that is not counted, and through one that changes the host", async () => {
    for (const [keepsHost, trustedProxies, expected] of [
      [true, 1, undefined],
      [true, 0, /passes 1 proxy, and TRUSTED_PROXIES is 0: limits count the proxy/],
      [true, 2, /TRUSTED_PROXIES is 2: callers can name any address as theirs/],
      [false, 1, /reads the host 127\.0\.0\.1:\d+: links and services go wrong/],
    ] as const) {
      const { url, server } = await startProxy(sound.settings.listensAt, { keepsHost });
      const { wrong, says } = await diagnose(sound.with({ baseUrl: url, trustedProxies }));
      server.close();
      assert.deepEqual(wrong, expected === undefined ? [] : ["base_url"], says);
      if (expected !== undefined) assert.match(says, expected);
    }
  });
});

test("what the configuration names is not reached", async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const settings = { ...sound.settings, services: [], outgoing: [{ name: "GEOCODER_URL", url }] };
  const findings = await examine(settings, quick);
  const outgoing = findings.find(({ check }) => check === "outgoing");
  assert.equal(outgoing?.standing, "wrong");
  assert.match(outgoing.says, /GEOCODER_URL \(127\.0\.0\.1:\d+: ECONNREFUSED\)/);
});
