/** A process begins only where its sessions are its own (rules/operating 1.15). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cloneDatabase, type ClonedDatabase } from "../../../test/harness/database-server.ts";
import { NotReady } from "../../platform/health/not-ready.ts";
import { refuseLentSessions, sessionAddresses } from "./refuse-lent-sessions.ts";

const none = {
  pooler: "none",
  databaseUrl: null,
  databaseDirectUrl: null,
  liveDatabaseUrl: null,
  liveDatabaseDirectUrl: null,
} as const;

describe("which addresses must lead to sessions", () => {
  const pooled = { databaseUrl: "pooled", databaseDirectUrl: "direct" };

  test("the one of requests too, where no pooler is named, or one that lends sessions", () => {
    for (const pooler of ["none", "session"] as const)
      assert.deepEqual(
        [...sessionAddresses({ ...none, ...pooled, pooler })],
        [
          ["pooled", "DATABASE_URL"],
          ["direct", "DATABASE_DIRECT_URL"],
        ],
      );
  });

  test("only the direct one behind a pooler in transaction mode", () => {
    const addresses = sessionAddresses({ ...none, ...pooled, pooler: "transaction", liveDatabaseDirectUrl: "live" });
    assert.deepEqual(
      [...addresses],
      [
        ["direct", "DATABASE_DIRECT_URL"],
        ["live", "LIVE_DATABASE_DIRECT_URL"],
      ],
    );
  });

  test("each once, by the variable that everybody sets", () => {
    const same = { databaseUrl: "one", databaseDirectUrl: "one" };
    assert.deepEqual([...sessionAddresses({ ...none, ...same })], [["one", "DATABASE_URL"]]);
  });
});

describe("a start", () => {
  let clone: ClonedDatabase;
  before(async () => {
    clone = await cloneDatabase();
  });
  after(() => clone.drop());

  test("goes on over PostgreSQL itself", async () => {
    await refuseLentSessions({ ...none, databaseUrl: clone.directUrl, databaseDirectUrl: clone.directUrl });
  });

  test("goes on where nothing listens: readiness tells of that", async () => {
    await refuseLentSessions({ ...none, databaseUrl: "postgres://nobody@127.0.0.1:1/nothing" });
  });

  test("ends behind a pooler in transaction mode that nobody named", async (context) => {
    if (clone.url === clone.directUrl) return context.skip("npm run test:pooler has one");
    await assert.rejects(refuseLentSessions({ ...none, databaseUrl: clone.url }), (error: unknown) => {
      assert.ok(error instanceof NotReady);
      assert.match(error.message, /^DATABASE_URL leads through a pooler .*DATABASE_DIRECT_URL/);
      return true;
    });
    const direct = { ...none, pooler: "transaction", databaseDirectUrl: clone.url } as const;
    await assert.rejects(refuseLentSessions(direct), /^NotReady: DATABASE_DIRECT_URL leads/);
  });
});
