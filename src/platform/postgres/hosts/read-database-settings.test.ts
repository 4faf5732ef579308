import assert from "node:assert/strict";
import { test } from "node:test";
import { hostsOf, roleOf, sessionsOf } from "./database-address.ts";
import { poolerProblems, readDatabase, type Pooler } from "./read-database-settings.ts";

const pooled = "postgres://maple_service:p@bouncer:6432/maple?sslmode=disable";
const direct = "postgres://maple_service:p@db1,db2/maple";

function read(variables: Readonly<Record<string, string>>, pooler: Pooler, prepares = false) {
  const problems: string[] = [];
  const settings = readDatabase((name) => variables[name] ?? null, "", { pooler, prepares }, problems);
  return { settings, problems };
}

test("without a pooler, and with one that lends sessions, one address is enough", () => {
  for (const pooler of ["none", "session"] as const) {
    assert.deepEqual(read({ DATABASE_URL: `${direct}/` }, pooler).settings, {
      url: direct,
      directUrl: direct,
      replicaUrl: null,
    });
    const both = read({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }, pooler);
    assert.deepEqual(both, { settings: { url: pooled, directUrl: direct, replicaUrl: null }, problems: [] });
    assert.deepEqual(sessionsOf(pooled), { changeByTransaction: false, keepStatements: true });
  }
  assert.deepEqual(read({}, "none"), { settings: null, problems: [] });
});

test("a pooler in transaction mode needs the address of the server as well (rules/operating 1.15)", () => {
  assert.match(read({ DATABASE_URL: pooled }, "transaction").problems.join(), /^DATABASE_DIRECT_URL is required with/);
  const { settings, problems } = read({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }, "transaction");
  assert.deepEqual(problems, []);
  assert.equal(settings?.directUrl, direct);
  const url = settings?.url ?? "";
  assert.deepEqual(sessionsOf(url), { changeByTransaction: true, keepStatements: false });
  assert.deepEqual(hostsOf(url), [{ name: "bouncer:6432", url: pooled }], "PostgreSQL is not told of the pooler");
  assert.equal(roleOf(url), "maple_service");
  const prepared = read({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct }, "transaction", true).settings?.url ?? "";
  assert.deepEqual(sessionsOf(prepared), { changeByTransaction: true, keepStatements: true });
  assert.equal(hostsOf(prepared).length, 2);
});

test("what does not belong together is said", () => {
  assert.deepEqual(read({ DATABASE_DIRECT_URL: direct }, "none").problems, ["DATABASE_DIRECT_URL needs DATABASE_URL"]);
  assert.match(
    read({ DATABASE_URL: direct, DATABASE_DIRECT_URL: "http://db" }, "session").problems.join(),
    /^DATABASE_DIRECT_URL must be an address that begins with postgres/,
  );
  assert.match(poolerProblems({ pooler: "session", prepares: true }).join(), /^DATABASE_PREPARED=on is for/);
  assert.deepEqual(poolerProblems({ pooler: "transaction", prepares: true }), []);
});

test("a replica has hosts of its own, with and without a pooler (rules/operating 1.20)", () => {
  const replica = "postgres://maple_service:p@db2,db3/maple";
  for (const pooler of ["none", "transaction"] as const) {
    const variables = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, REPLICA_DATABASE_URL: replica };
    const { settings, problems } = read(variables, pooler);
    assert.deepEqual([settings?.replicaUrl, problems], [replica, []]);
  }
  const readWrite = { DATABASE_URL: direct, REPLICA_DATABASE_URL: `${replica}?target_session_attrs=read-write` };
  assert.match(read(readWrite, "none").problems.join(), /^REPLICA_DATABASE_URL takes no target_session_attrs/);
  assert.deepEqual(read({ REPLICA_DATABASE_URL: replica }, "none").problems, [
    "REPLICA_DATABASE_URL needs DATABASE_URL",
  ]);
});
