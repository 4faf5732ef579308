/** The checks of the crash proof, and the falsified records that show that the checks can fail. */
import { setTimeout as delay } from "node:timers/promises";
import { refuse } from "../../src/kernel/refusal.ts";
import type { TextDatabase, TextDb, TextTx } from "../../src/platform/postgres/database.ts";
import { checkOrderInvariants } from "../../test/models/order-invariants.ts";
import type { Acknowledged, CrashClients, ExpectedOrder } from "./clients.ts";

const replayedWithinMs = 60_000;

/** Every acknowledged write is answered again with the same bytes, as a replay. */
export async function checkReplays(clients: CrashClients, writes: readonly Acknowledged[]): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = [...writes];
  const work = async (): Promise<void> => {
    for (let write = waiting.pop(); write !== undefined; write = waiting.pop()) {
      const again = await askAgain(clients, write);
      if (again === undefined) wrong.push(`${write.path}: no answer to a replay`);
      else if (!again.replayed || again.status !== write.status || again.text !== write.text)
        wrong.push(
          `${write.path}: the key ${write.key} answers ${again.status}, ${again.replayed ? "replayed" : "as if new"}, other bytes`,
        );
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return wrong;
}

/** Asks until the service has room for the call: a 503 says nothing of the write. */
async function askAgain(clients: CrashClients, write: Acknowledged): ReturnType<CrashClients["post"]> {
  for (const end = Date.now() + replayedWithinMs; ; await delay(100)) {
    const answer = await clients.post(write.path, write.body, write.key);
    if (answer?.status !== 503 || Date.now() > end) return answer;
  }
}

/** Each order has exactly the changes that were acknowledged, and no order exists that nobody was told of. */
export async function checkHistories(
  db: TextDb,
  expected: ReadonlyMap<string, ExpectedOrder>,
  examples: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await db.rows<{ readonly id: string; readonly changes: readonly string[]; readonly notified: number }>(
    // Each table is read once: a proof that runs for an hour has many orders, and the statement has five seconds.
    `SELECT o.id, c.changes, coalesce(e.notified, 0) AS notified FROM orders o
      LEFT JOIN (SELECT order_id, array_agg(what ORDER BY sequence) AS changes FROM order_changes GROUP BY 1) c
        ON c.order_id = o.id
      LEFT JOIN (SELECT resource_id, count(*) AS notified FROM events WHERE event_type = 'order.notification' GROUP BY 1) e
        ON e.resource_id = o.id`,
  );
  const wrong: string[] = [];
  const found = new Set(rows.map(({ id }) => id));
  for (const id of expected.keys()) if (!found.has(id)) wrong.push(`${id} was acknowledged and is gone`);
  for (const { id, changes, notified } of rows) {
    if (examples.has(id)) continue;
    const order = expected.get(id);
    if (order === undefined) wrong.push(`${id} exists and was acknowledged to nobody`);
    else wrong.push(...compareHistory(order, changes, notified));
  }
  return wrong;
}

const decisions = new Set(["accept", "deny", "customer_cancelled"]);

function compareHistory(order: ExpectedOrder, changes: readonly string[], notified: number): string[] {
  const refunded = changes.at(-1) === "refunded";
  const made = refunded ? changes.slice(0, -1) : changes;
  const lapsed = mayLapse(order, made.at(-1));
  const own = lapsed ? made.slice(0, -1) : made;
  const isOwed = order.refundOwed || (lapsed && order.changes.includes("payment_succeeded"));
  const wrong: string[] = [];
  if (own.join() !== order.changes.join() || (refunded && !isOwed))
    wrong.push(`${order.id} has the changes ${changes.join()} and not ${order.changes.join()}`);
  const wanted = (order.changes.includes("handed_over") ? 1 : 0) + order.resends;
  if (notified !== wanted) wrong.push(`${order.id} was notified ${notified} times and not ${wanted}`);
  return wrong;
}

/** Whether the last change is the end of a time that the clients let pass: some orders they pay or decide nothing of. */
function mayLapse({ changes }: ExpectedOrder, last: string | undefined): boolean {
  if (last === "payment_window_lapsed") return changes.join() === "placed";
  const isDecided = changes.some((change) => decisions.has(change));
  return last === "decision_window_lapsed" && changes.includes("handed_over") && !isDecided;
}

/** The events of a moment, all of which must have arrived; those of other moments are under way. */
export type Settled = ReadonlySet<string>;

/**
 * The events about orders, when no delivery and no refund is open; undefined while there is one. One statement: an order
 * whose time passes a moment later makes a new event, which is under way.
 */
export async function readSettled(db: TextDb): Promise<Settled | undefined> {
  const { ids } = await db.one<{ readonly ids: readonly string[] | null }>(
    `SELECT CASE WHEN NOT EXISTS (SELECT FROM deliveries WHERE state = 'pending')
        AND NOT EXISTS (SELECT FROM refunds WHERE status = 'pending')
      THEN ARRAY(SELECT id FROM events WHERE resource_type = 'order') END AS ids`,
  );
  return ids === null ? undefined : new Set(ids);
}

/** Every event (of the settled ones, where they are given) reached the receiver, and it got none that does not exist. */
export async function checkDeliveries(
  db: TextDb,
  received: ReadonlyMap<string, number>,
  examples: ReadonlySet<string>,
  settled?: Settled,
): Promise<string[]> {
  const arrived = [...received.keys()];
  const events = await db.rows<{ readonly id: string; readonly state: string | null }>(
    "SELECT e.id, d.state FROM events e LEFT JOIN deliveries d ON d.event_id = e.id WHERE e.resource_type = 'order'",
  );
  const wrong: string[] = [];
  const known = new Set(events.map(({ id }) => id));
  for (const { id, state } of events) {
    if (examples.has(id) || settled?.has(id) === false) continue;
    if (!received.has(id)) wrong.push(`${id} was never received (${state})`);
    else if (state !== "delivered") wrong.push(`${id} was received and is ${state}`);
  }
  for (const id of arrived) if (!known.has(id)) wrong.push(`${id} was received and does not exist`);
  return wrong;
}

/** The invariants of all orders but the examples, whose ledger is not kept. */
export async function checkDatabase(db: TextDb, examples: ReadonlySet<string>): Promise<string[]> {
  return (await checkOrderInvariants(db, examples)).map(({ invariant, id, why }) => `${invariant}: ${id} ${why}`);
}

/** How many deliveries and refunds are still to be made. */
export async function countOpenWork(db: TextDb): Promise<number> {
  const row = await db.one<{ readonly n: number }>(
    `SELECT (SELECT count(*) FROM deliveries WHERE state = 'pending') + (SELECT count(*) FROM refunds WHERE status = 'pending') AS n`,
  );
  return row.n;
}

export interface Proven {
  readonly database: TextDatabase;
  readonly clients: CrashClients;
  readonly received: ReadonlyMap<string, number>;
  readonly examples: ReadonlySet<string>;
}

/** Falsified records and rows, each with what the checks say of it; an empty answer means that a check is blind. */
export async function runNegativeControls({
  database,
  clients,
  received,
  examples,
}: Proven): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  const { acknowledged, expected } = clients;
  const [first] = acknowledged;
  const [order] = [...expected.values()].filter(({ changes }) => changes.includes("accept"));
  const [eventId] = received.keys();
  if (first === undefined || order === undefined || eventId === undefined)
    throw new Error("there is nothing to falsify");
  const db = database.read;
  const without = new Map(received);
  without.delete(eventId);
  found.set("an answer with other bytes", await checkReplays(clients, [{ ...first, text: `${first.text} ` }]));
  found.set(
    "an acknowledged order that is not there",
    await checkHistories(db, new Map([...expected, ["ord_lost", { ...order, id: "ord_lost" }]]), examples),
  );
  found.set("an order that nobody was told of", await checkHistories(db, new Map([...expected].slice(1)), examples));
  found.set(
    "a decision that is not there",
    await checkHistories(
      db,
      new Map([...expected, [order.id, { ...order, changes: [...order.changes, "deny"] }]]),
      examples,
    ),
  );
  found.set("an event that was never received", await checkDeliveries(db, without, examples));
  found.set(
    "an event that does not exist",
    await checkDeliveries(db, new Map([...received, ["evt_phantom", 1]]), examples),
  );
  for (const [name, sql] of falsifications) {
    found.set(
      name,
      await inDiscardedTransaction(database, async (tx) => {
        await tx.rows(sql, parametersOf(sql, order.id, [...expected.keys()]));
        return checkDatabase(tx, examples);
      }),
    );
  }
  // Last, because it is a new order to the service.
  found.set(
    "an acknowledged write that was lost",
    await checkReplays(clients, [{ ...first, key: `${first.key}-lost` }]),
  );
  return found;
}

/** The accepted order, or where a statement chooses by itself, all orders of the clients: examples are not judged. */
function parametersOf(sql: string, accepted: string, all: readonly string[]): readonly unknown[] {
  if (sql.includes("ANY($1)")) return [all];
  return sql.includes("$1") ? [accepted] : [];
}

const falsifications: readonly (readonly [string, string])[] = [
  [
    "a decision applied twice",
    `INSERT INTO order_changes SELECT order_id, sequence + 1000, at, what, actor, status, payment_status FROM order_changes WHERE order_id = $1 AND what = 'accept'`,
  ],
  ["a change that is lost", "DELETE FROM order_changes WHERE order_id = $1 AND what = 'accept'"],
  [
    "a status without a change",
    "UPDATE orders SET status = 'REJECTED', timer_kind = NULL, timer_at = NULL WHERE id = $1",
  ],
  [
    "an event that was lost with its change kept",
    "DELETE FROM events WHERE resource_id = $1 AND event_type = 'order.created'",
  ],
  ["a delivery that was lost", "DELETE FROM deliveries WHERE resource_id = $1"],
  [
    "money taken and not written down",
    "UPDATE payments SET captured = 0, charge_ref = NULL WHERE id = (SELECT id FROM payments WHERE order_id = ANY($1) AND status = 'paid' AND refund_requested = 0 LIMIT 1)",
  ],
  [
    "money kept for an order that is over",
    "UPDATE payments SET status = 'paid' WHERE id = (SELECT id FROM payments WHERE order_id = ANY($1) AND status = 'refunded' AND captured > 0 LIMIT 1)",
  ],
  [
    "a key without its order",
    `UPDATE idempotency_answers SET body = '{"id": "ord_gone"}'
      WHERE id IN (SELECT answer_id FROM idempotency_keys WHERE path = '/v1/sandbox/orders')`,
  ],
  ["totals that do not add up", `UPDATE orders SET totals = jsonb_set(totals, '{tax}', '1') WHERE id = $1`],
];

async function inDiscardedTransaction<T>(database: TextDatabase, work: (tx: TextTx) => Promise<T>): Promise<T> {
  const results: T[] = [];
  await database.transaction(async (tx) => {
    results.push(await work(tx));
    return refuse("discarded", "only looked at");
  });
  const [result] = results;
  if (result === undefined) throw new Error("nothing was looked at");
  return result;
}
