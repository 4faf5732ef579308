/**
 * Records the statements of one placing as the service sends them, and which of them it waits for, so that a bare loop
 * can send the same ones. Nothing is copied by hand: when placing changes, the record changes.
 */
import { createDisplayNumbers } from "../src/orders/place/display-numbers.cache.ts";
import { isRefusal } from "../src/kernel/refusal.ts";
import { runKeyed } from "../src/platform/http/idempotency/idempotency.ts";
import { reply } from "../src/platform/http/reply.ts";
import type { TextDatabase, TextTx } from "../src/platform/postgres/database.ts";
import { toQuery } from "../src/platform/postgres/reader.ts";
import type { Statement } from "../src/platform/postgres/statement.ts";
import { orderToWire } from "../src/orders/order/order-wire.ts";
import { readSimulatedOrder } from "../src/sandbox/read-simulated-order.ts";
import { simulateOrder } from "../src/sandbox/simulate-order.command.ts";
import type { Id } from "../src/kernel/id.ts";

export interface Recorded {
  /** As `pg` takes it. */
  readonly statement: { readonly name?: string | undefined; readonly text: string };
  readonly values: readonly unknown[];
  /** Statements of one group travel together; the next group waits for the answers of those that are waited for. */
  readonly group: number;
  readonly waitedFor: boolean;
}

export interface Placing {
  readonly statements: readonly Recorded[];
  /** Everything in the values that must be fresh for each order. */
  readonly fresh: readonly string[];
}

/** Places one order through the code of the service and answers what it sent. */
export async function recordPlacing(
  database: TextDatabase,
  counters: TextDatabase,
  app: Id<"app">,
  body: Parameters<typeof readSimulatedOrder>[0],
): Promise<Placing> {
  const statements: Recorded[] = [];
  const key = `recorded-${Math.random().toString(36).slice(2)}`;
  const placing = {
    processor: "test" as const,
    displayNumbers: createDisplayNumbers(counters),
    deliveryTerms: async () => ({ fee: 0 }),
  };
  const request = {
    scope: app,
    key,
    keyField: "header.idempotency-key",
    method: "POST",
    path: "/v1/sandbox/orders",
    storedPath: "/v1/sandbox/orders",
    rawBody: Buffer.from(JSON.stringify(body)),
  };
  const answer = await runKeyed(recording(database, statements), request, async (tx) => {
    const placed = await simulateOrder(tx, app, readSimulatedOrder(body), placing);
    return isRefusal(placed)
      ? placed
      : reply(201, orderToWire(placed.order, { livemode: false, baseUrl: "http://127.0.0.1" }));
  });
  if (answer.status !== 201) throw new Error(answer.body);
  return { statements, fresh: [key, ...freshIn(statements)] };
}

/** The ids that were made for this order, its payment link and its diner's hash. */
function freshIn(statements: readonly Recorded[]): string[] {
  const insert = statements.find(({ statement }) => statement.name === "insert-order");
  const text = JSON.stringify(statements.map(({ values }) => values));
  const ids = text.match(/\b(ord|oli|pay|pml|val|evt|dlv|opn)_[0-9a-z]{26}/g) ?? [];
  const columns = /\((.*?)\)/.exec(insert?.statement.text ?? "")?.[1]?.split(", ") ?? [];
  const token = insert?.values[columns.indexOf("payment_link_token")];
  return [...new Set([...ids, ...(typeof token === "string" ? [token] : [])])];
}

function recording(database: TextDatabase, into: Recorded[]): TextDatabase {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        into.length = 0;
        return work(recordingTx(tx, into));
      }),
  };
}

function recordingTx(tx: TextTx, into: Recorded[]): TextTx {
  let group = 0;
  const note = (statement: Statement | string, values: readonly unknown[] | undefined, waitedFor: boolean): void => {
    into.push({
      statement: toQuery(statement),
      values: values ?? [],
      group,
      waitedFor,
    });
  };
  const waiting =
    <T>(ask: (statement: Statement | string, values?: readonly unknown[]) => Promise<T>) =>
    async (statement: Statement | string, values?: readonly unknown[]): Promise<T> => {
      note(statement, values, true);
      const answer = await ask(statement, values);
      group = (into.at(-1)?.group ?? 0) + 1;
      return answer;
    };
  return {
    ...tx,
    rows: waiting((statement, values) => tx.rows(statement, values)) as TextTx["rows"],
    one: waiting((statement, values) => tx.one(statement, values)) as TextTx["one"],
    maybe: waiting((statement, values) => tx.maybe(statement, values)) as TextTx["maybe"],
    send(statement: Statement | string, values?: readonly unknown[]) {
      note(statement, values, false);
      tx.send(statement, values);
    },
    nested(work) {
      note("SAVEPOINT s1", undefined, false);
      return tx.nested(work);
    },
  };
}
