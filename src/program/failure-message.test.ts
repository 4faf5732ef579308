import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseUnavailable, NoPrimary } from "../platform/postgres/faults.ts";
import { failureMessage, migrationMessage } from "./failure-message.ts";

const ports = { databaseUrl: null, host: "10.0.0.9", port: 8081, metricsPort: 9464, bouncePort: null };
const failed = (fields: object): Error => Object.assign(new Error("listen failed"), { syscall: "listen", ...fields });

test("a port that is taken is told with the variable that names it", () => {
  const taken = (port: number): string => failureMessage(failed({ code: "EADDRINUSE", port }), ports);
  assert.match(taken(8081), /^port 8081 on 10\.0\.0\.9 is taken \(PORT\); .*, for example PORT=8090$/);
  assert.match(taken(9464), /^port 9464 on 10\.0\.0\.9 is taken \(METRICS_PORT\)/);
  assert.match(failureMessage(failed({ code: "EADDRNOTAVAIL", port: 8081 }), ports), /^HOST=10\.0\.0\.9 is no address/);
  assert.match(
    failureMessage(failed({ code: "EACCES", port: 8081 }), ports),
    /may not be opened by this user \(PORT\)/,
  );
});

test("a system that starts no more threads or processes is told with what to raise", () => {
  const thread = Object.assign(new Error("EAGAIN"), { code: "ERR_WORKER_INIT_FAILED" });
  assert.match(failureMessage(thread, ports), /^the system starts no more threads: raise .*ulimit -u/);
  const lost = new DatabaseUnavailable("no database connection: Connection terminated unexpectedly");
  assert.match(
    failureMessage(lost, ports),
    /^the embedded PostgreSQL ended a connection .*maple\.log says why.*ulimit -u/,
  );
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read", errno: -104 });
  assert.match(failureMessage(reset, ports), /^the embedded PostgreSQL ended a connection/);
  assert.doesNotMatch(failureMessage(lost, { ...ports, databaseUrl: "postgres://elsewhere/maple" }), /embedded/);
});

test("what nobody expected is told with its stack, and what was said on purpose without", () => {
  assert.match(failureMessage(new TypeError("odd"), ports), /TypeError: odd\n +at /);
  assert.equal(failureMessage(new NoPrimary("no host takes writes"), ports), "no host takes writes");
});

test("a migration that cannot begin names the variable of its database", () => {
  const refused = (code: string, message: string): string =>
    migrationMessage(Object.assign(new Error(message), { code }), "LIVE_DATABASE_URL");
  assert.equal(
    refused("28P01", "password authentication failed"),
    "the database of LIVE_DATABASE_URL cannot be used: password authentication failed",
  );
  for (const code of ["ECONNREFUSED", "EAI_AGAIN", "3D000", "53300", "57P03"])
    assert.match(refused(code, "no"), /^the database of LIVE_DATABASE_URL cannot be used: no$/, code);
  assert.match(
    refused("42501", "permission denied for schema public"),
    /^the role of LIVE_DATABASE_URL may not change the schema \(permission denied .*\): migrate as the owner/,
  );
  assert.match(migrationMessage(new Error("migration 0002-x.sql was changed"), "X"), /^migration 0002/);
});
