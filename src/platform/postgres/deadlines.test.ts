import assert from "node:assert/strict";
import { test } from "node:test";
import { requestDeadlines, workDeadlines, type Deadlines } from "./deadlines.ts";

/** Deadlines in seconds: of requests, and of workers. */
const seconds = (name: keyof Deadlines): readonly number[] =>
  [requestDeadlines, workDeadlines].map((deadlines) => deadlines[name] / 1000);

test("a lock and a statement end on the server before they end on the client (rules/operating 1.4)", () => {
  assert.deepEqual(seconds("lockMs"), [2, 5]);
  assert.deepEqual(seconds("statementMs"), [5, 15]);
  assert.deepEqual(seconds("answerMs"), [6, 17]);
});

test("connecting, COMMIT, idle and whole transactions have their ends (rules/operating 1.3, 1.5, 1.6 and 1.7)", () => {
  assert.deepEqual(seconds("connectMs"), [2, 2]);
  assert.deepEqual(seconds("waitMs"), [6, 6]);
  assert.deepEqual(seconds("commitMs"), [6, 17]);
  assert.deepEqual(seconds("idleInTransactionMs"), [5, 10]);
  assert.deepEqual(seconds("transactionMs"), [8, 30]);
});
