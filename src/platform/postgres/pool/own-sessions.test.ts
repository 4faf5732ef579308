import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSessions } from "./own-sessions.sql.ts";

/** A connection whose statements run in the server processes of the list, one after the other; the last one stays. */
function connectionOn(...processes: readonly number[]): Parameters<typeof keepSessions>[0][0] {
  const [first = 0, ...then] = processes;
  let pid = first;
  return {
    serverPid: first,
    async ask() {
      pid = then.shift() ?? pid;
      return { command: "SELECT", rows: [{ pid }] };
    },
  };
}

test("connections to PostgreSQL itself, or to a pooler in session mode, keep their server processes", async () => {
  assert.equal(await keepSessions([connectionOn(101), connectionOn(102)]), true);
});

test("a pooler in transaction mode that is idle gives two connections one server process", async () => {
  assert.equal(await keepSessions([connectionOn(101), connectionOn(101)]), false);
});

test("a pooler in transaction mode that is busy gives a connection another server process later", async () => {
  assert.equal(await keepSessions([connectionOn(101, 101, 103), connectionOn(102)]), false);
  assert.equal(await keepSessions([connectionOn(101), connectionOn(102, 102, 102, 104)]), false);
});
