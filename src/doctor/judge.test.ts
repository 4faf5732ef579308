/** The doctor's findings on facts that a test cannot make cheaply (rules/operating 9.4). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countConnections } from "./count-connections.ts";
import { judgeAddress, type AddressCase } from "./judge-address.ts";
import { codeOf, judgeDatabaseFailure, judgeFailedLook } from "./judge-failure.ts";
import { judgeServer } from "./judge-server.ts";
import { examineMemory } from "./examine-machine.ts";
import { isSound, jsonReport, textReport } from "./report.ts";
import type { Finding, Found } from "./finding.ts";
import type { ServerFacts } from "./server-facts.ts";

const facts: ServerFacts = {
  version: "18.1",
  encoding: "UTF8",
  small_letters: "ié",
  database: "maple",
  made_with_order: "2.41",
  order_now: "2.41",
  role: "maple_service",
  is_superuser: false,
  may_change_schema: false,
  closed: [],
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  idle_session_timeout: "0",
  check_interval_ms: 5_000,
  most_connections: 97,
  used_connections: 20,
  most_of_role: -1,
  most_of_database: -1,
  server: "1 5432",
  synchronous_standbys: "ANY 1 (*)",
  connected_standbys: 2,
  archives: true,
  archive_timeout_seconds: 60,
  archived_seconds_ago: 30,
  archiving_fails: false,
  archive_failures: 0,
  autovacuum: "on",
  oldest_database: "maple",
  oldest_transactions: 180_000_000,
  cleaned_transactions: 200_000_000,
  forgotten_transaction: null,
  unread_slot: "standby2",
  unread_bytes: 16_384,
};

const judged = (change: Partial<ServerFacts>): Found[] =>
  judgeServer({ ...facts, ...change })
    .map(([, found]) => found)
    .filter(({ standing }) => standing !== "right");

describe("a server", () => {
  test("in order is right in everything", () => assert.deepEqual(judged({}), []));

  test("whose order of texts never changes is right", () =>
    assert.deepEqual(judged({ made_with_order: null, order_now: null }), []));

  for (const [name, change, standing, says] of [
    ["in another encoding", { encoding: "LATIN1" }, "wrong", /^the database is in LATIN1: names/],
    ["of Turkish letters", { small_letters: "ıé" }, "wrong", /not erased, by their e-mail address$/],
    ["of ASCII letters", { small_letters: "iÉ" }, "warning", /names are found only as they are written/],
    [
      "whose system sorts texts otherwise than before",
      { made_with_order: "2.36" },
      "wrong",
      /by version 2\.36 of .* sorts by 2\.41: rows are missed/,
    ],
    ["without fsync", { fsync: "off" }, "wrong", /fsync of the server is off/],
    ["that ends idle sessions", { idle_session_timeout: "10min" }, "warning", /ends connections that wait in a pool/],
    ["that does not look for vanished clients", { check_interval_ms: 0 }, "warning", /may hold its locks for minutes/],
    [
      "without a standby",
      { synchronous_standbys: "", connected_standbys: 0 },
      "warning",
      /no standby confirms commits/,
    ],
    ["whose rows grow old", { oldest_transactions: 510_000_000 }, "warning", /maple is 510 million transactions old$/],
    [
      "whose rows are nearly too old",
      { oldest_transactions: 1_600_000_000, autovacuum: "off" },
      "wrong",
      /1600 million transactions old: at 2,100 million the server takes no writes$/,
    ],
    [
      "that cleans up late, as it was set",
      { oldest_transactions: 900_000_000, cleaned_transactions: 500_000_000 },
      "warning",
      /900 million/,
    ],
    ["without autovacuum", { autovacuum: "off" }, "wrong", /autovacuum is off: tables grow/],
    [
      "with a transaction that was forgotten",
      { forgotten_transaction: "t1" },
      "warning",
      /"t1" was prepared more than/,
    ],
    [
      "with a slot that nobody reads",
      { unread_bytes: 5.2 * 1024 ** 3 },
      "warning",
      /standby2, which keeps 5 GiB of WAL/,
    ],
    ["that archives nothing", { archives: false }, "warning", /archive_mode is off/],
    ["whose standbys are gone", { connected_standbys: 0 }, "wrong", /no standby is connected: commits wait/],
    [
      "with many closed tables",
      { closed: ["a", "b", "c", "d", "e", "f", "g"] },
      "wrong",
      /may not read and write a, b, c, d, e and 2 more/,
    ],
  ] as const)
    test(`${name} is ${standing}`, () => {
      const [found, ...more] = judged(change);
      assert.equal(found?.standing, standing);
      assert.match(found.says, says);
      assert.ok((found.remedy ?? "").length > 20);
      assert.deepEqual(more, []);
    });
});

describe("connections", () => {
  const living = [{ connections: 19 }, { connections: 19 }, { connections: 25 }];
  const of = (change: Partial<ServerFacts>): Found | undefined =>
    countConnections([{ facts: { ...facts, ...change }, living, ofServe: 17 }])[0];
  test("of the living processes fit", () => {
    assert.match(of({})?.says ?? "", /may open 63$/);
    assert.equal(of({})?.standing, "right");
  });
  test("of the living processes do not fit the server, the role or the database", () => {
    for (const change of [{ most_connections: 60 }, { most_of_role: 60 }, { most_of_database: 60 }])
      assert.equal(of(change)?.standing, "warning");
  });
  test("are not left for one process more", () => assert.equal(of({ used_connections: 81 })?.standing, "wrong"));
  test("of two environments at one server are counted together", () => {
    const all = countConnections([
      { facts, living, ofServe: 17 },
      { facts, living, ofServe: 17 },
    ]);
    assert.ok(all.every(({ says }) => says.includes("may open 126")));
    assert.ok(all.every(({ standing }) => standing === "warning"));
  });
  test("of a database that is not reached are not judged", () =>
    assert.equal(countConnections([{ facts: undefined, living: [], ofServe: 17 }])[0]?.standing, "skipped"));
});

test("a failure to connect is told by what it means, and never with the password", () => {
  const failure = (code: string): Error => Object.assign(new Error("for postgres://u:secret@h/db"), { code });
  for (const [code, says] of [
    ["ENOTFOUND", /no name server knows/],
    ["EHOSTUNREACH", /cannot be reached/],
    ["28P01", /refuses the password/],
    ["28000", /refuses the role/],
    ["3D000", /has no such database/],
    ["42501", /does not let the role in/],
    ["57P03", /is starting or stopping/],
    ["ECONNRESET", /closes the connection/],
  ] as const) {
    const found = judgeDatabaseFailure(failure(code), "DATABASE_URL", "h:5432/db");
    assert.match(found.says, says);
    assert.ok(!(found.says + found.remedy).includes("secret"));
  }
  const standby = judgeDatabaseFailure(
    new Error("the session is not as it must be: the server is a standby"),
    "X",
    "h",
  );
  assert.match(standby.says, /is a standby/);
  const settings = new Error("the session is not as it must be: lock_timeout is 0 ms");
  assert.match(judgeDatabaseFailure(settings, "X", "h").remedy ?? "", /PgBouncer in session mode/);
  const role = new Error(`${settings.message}; give the role the settings that maple migrate prints`);
  const { remedy } = judgeDatabaseFailure(role, "X", "h");
  assert.match(remedy ?? "", /ALTER ROLE … SET .*RECONNECT/);
  assert.doesNotMatch(remedy ?? "", /session mode/);
  assert.equal(codeOf(new TypeError("fetch failed", { cause: failure("CERT_HAS_EXPIRED") })), "CERT_HAS_EXPIRED");
});

test("a look that finds no connection left says how to get one", () => {
  const full = Object.assign(new Error('too many connections for role "maple_service"'), { code: "53300" });
  const { says, remedy } = judgeFailedLook(full);
  assert.deepEqual([says, /CONNECTION LIMIT/.test(remedy ?? "")], ["cannot be looked at: no connection is left", true]);
  assert.match(judgeFailedLook(new Error("odd")).says, /cannot be looked at: odd/);
});

test("the address of live is https, and a process that is not ready is a warning", () => {
  const answer = { status: 503, process: "p", host: "api.example.com", forwarded: 1, problems: ["live: no"] };
  const the: AddressCase = {
    variable: "LIVE_BASE_URL",
    baseUrl: "http://api.example.com",
    reached: { kind: "answered", answer },
    listens: true,
    listensAt: "http://127.0.0.1:8080",
    living: ["p"],
    trustedProxies: 1,
    isLive: true,
  };
  assert.match(judgeAddress(the).says, /is not https/);
  // A proxy that speaks TLS at that port answers plain HTTP with 400.
  const refused = { ...answer, status: 400, process: null };
  assert.match(judgeAddress({ ...the, reached: { kind: "answered", answer: refused } }).says, /is not https/);
  const secure = judgeAddress({ ...the, baseUrl: "https://api.example.com" });
  assert.deepEqual([secure.standing, /not ready: live: no/.test(secure.says)], ["warning", true]);
  const nowhere = judgeAddress({
    ...the,
    baseUrl: "https://api.example.com",
    listens: false,
    reached: { kind: "failed", error: new Error("odd") },
  });
  assert.match(nowhere.says, /was not reached: odd; nothing answers at http:\/\/127\.0\.0\.1:8080 either/);
});

test("the report: remedies under what is wrong, one line for what was skipped, and the same as JSON", () => {
  const findings: readonly Finding[] = [
    { check: "node", environment: null, standing: "right", says: "Node 26", remedy: null },
    { check: "database", environment: "test", standing: "wrong", says: "h refuses", remedy: "Start it." },
    { check: "version", environment: "test", standing: "skipped", says: "not reached", remedy: null },
    { check: "role", environment: "test", standing: "skipped", says: "not reached", remedy: null },
  ];
  assert.equal(
    textReport(findings),
    [
      "machine",
      "  right    node           Node 26",
      "",
      "test",
      "  wrong    database       h refuses",
      "                          do: Start it.",
      "  skipped  version, role: not reached",
      "",
      "1 wrong, 0 warnings, 1 right",
    ].join("\n"),
  );
  assert.deepEqual(JSON.parse(jsonReport(findings)), { object: "doctor_report", sound: false, findings });
  assert.equal(isSound(findings.slice(0, 1)), true);
});

test("memory: 768 MiB are right, less is a warning, and less than 384 wrong (rules/operating 3.13)", () => {
  assert.deepEqual(
    [1_536, 768, 767, 384, 383].map((mebibytes) => examineMemory(false, mebibytes).standing),
    ["right", "right", "warning", "warning", "wrong"],
  );
  assert.match(examineMemory(false, 256).says, /256 MiB of memory and needs 384/);
  assert.equal(examineMemory(true, 500).standing, "wrong", "the sandbox has a PostgreSQL besides");
});
