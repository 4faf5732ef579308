/** The checks of the proof of money, and the falsified rows that show that the checks can fail. */
import { refuse } from "../../src/kernel/refusal.ts";
import { verifyMoney } from "../../src/orders/decide/verify-money.query.ts";
import type { TextDatabase, TextDb } from "../../src/platform/postgres/database.ts";
import { checkOrderInvariants } from "../../test/models/order-invariants.ts";
import type { StripeBooks } from "../../test/stand-ins/stripe/books.ts";

/** Orders, payments, refunds and ledger among themselves, and the events of all orders but the examples. */
export async function checkBooks(db: TextDb, examples: ReadonlySet<string>): Promise<string[]> {
  const money = (await verifyMoney(db)).flatMap(({ name, violations, examples }) =>
    violations === 0 ? [] : [`${name}: ${violations}, for example ${examples[0]}`],
  );
  const orders = (await checkOrderInvariants(db, examples)).map(
    ({ invariant, id, why }) => `${invariant}: ${id} ${why}`,
  );
  return [...money, ...orders.filter((violation) => !violation.startsWith("I4 money"))];
}

interface LedgerSum {
  readonly reference: string;
  readonly amount: number;
}

/** The ledger beside Stripe's own books: every charge and every refund, to the cent, in both directions. */
export async function checkStripe(db: TextDb, books: StripeBooks): Promise<string[]> {
  const wrong: string[] = [];
  const compare = (what: string, ours: readonly LedgerSum[], theirs: ReadonlyMap<string, number>): void => {
    const known = new Map(ours.map(({ reference, amount }) => [reference, amount]));
    for (const [id, amount] of theirs) {
      if (known.get(id) !== amount)
        wrong.push(`${what} ${id}: Stripe has ${amount}, the ledger ${known.get(id) ?? "none"}`);
    }
    for (const id of known.keys()) if (!theirs.has(id)) wrong.push(`${what} ${id} is in the ledger and not at Stripe`);
  };
  const charges = await db.rows<LedgerSum>(
    `SELECT m.reference, sum(m.amount)::bigint AS amount FROM payments_ledger m JOIN payments p ON p.id = m.payment_id
     WHERE p.processor = 'stripe' AND m.kind = 'charge' GROUP BY 1`,
  );
  const received = [...books.intents.values()].filter(({ amount_received }) => amount_received > 0);
  compare("charge", charges, new Map(received.map(({ id, amount_received }) => [id, amount_received])));
  const refunds = await db.rows<LedgerSum>(
    `SELECT m.reference, sum(CASE m.kind WHEN 'refund_settled' THEN m.amount ELSE -m.amount END)::bigint AS amount
     FROM payments_ledger m JOIN payments p ON p.id = m.payment_id
     WHERE p.processor = 'stripe' AND m.kind IN ('refund_settled', 'refund_failed') GROUP BY 1
     HAVING sum(CASE m.kind WHEN 'refund_settled' THEN m.amount ELSE -m.amount END) <> 0`,
  );
  const paidBack = [...books.refunds.values()].filter(({ status }) => status === "succeeded");
  compare("refund", refunds, new Map(paidBack.map(({ id, amount }) => [id, amount])));
  for (const { id, status } of books.refunds.values())
    if (status === "pending") wrong.push(`refund ${id} is still pending`);
  return wrong;
}

/** Sessions that could still be paid although their order is over. */
export async function checkOpenSessions(db: TextDb, books: StripeBooks): Promise<string[]> {
  const over = await db.rows<{ reference: string }>(
    `SELECT k.reference FROM payment_links k JOIN payments p ON p.id = k.payment_id
     WHERE p.status NOT IN ('unpaid', 'failed') AND k.reference IS NOT NULL`,
  );
  return over.flatMap(({ reference }) =>
    books.session(reference).status === "open" ? [`${reference} can be paid although its order is over`] : [],
  );
}

/** Refunds, settlements and links of which the outcome is not known yet. */
export async function countOpenMoney(db: TextDb): Promise<number> {
  const row = await db.one<{ readonly n: number }>(
    `SELECT (SELECT count(*) FROM refunds WHERE status = 'pending')
       + (SELECT count(*) FROM test_processor_charges WHERE status = 'settling')
       + (SELECT count(*) FROM payment_links WHERE state IN ('creating', 'settling', 'closing')) AS n`,
  );
  return row.n;
}

const falsifications: readonly (readonly [string, string])[] = [
  [
    "a charge that is missing in the payment",
    "UPDATE payments SET captured = 0, charge_ref = NULL, refund_requested = 0, refunded = 0 WHERE id = (SELECT id FROM payments WHERE status = 'paid' AND captured > 0 LIMIT 1)",
  ],
  [
    "a cent too little kept",
    "UPDATE payments SET refund_requested = refund_requested + 1 WHERE id = (SELECT id FROM payments WHERE status = 'paid' AND captured > refund_requested LIMIT 1)",
  ],
  [
    "an order that costs a cent more",
    "UPDATE orders SET totals = jsonb_set(totals, '{total}', to_jsonb((totals->>'total')::bigint + 1)) WHERE id = (SELECT order_id FROM payments WHERE status = 'paid' AND captured > 0 LIMIT 1)",
  ],
  [
    "a refund that was not asked for",
    "INSERT INTO refunds (id, payment_id, location_id, purpose, charge_ref, amount, currency, status, due_at) SELECT 'rfd_forged', id, location_id, 'items_removed', charge_ref, 1, currency, 'pending', now() FROM payments WHERE captured > 0 LIMIT 1",
  ],
  [
    "a refund counted as paid that was not",
    "UPDATE refunds SET status = 'pending', due_at = now() WHERE id = (SELECT id FROM refunds WHERE status = 'succeeded' LIMIT 1)",
  ],
  [
    "a movement that is missing",
    "ALTER TABLE payments_ledger DISABLE TRIGGER payments_ledger_only_grows; DELETE FROM payments_ledger WHERE id = (SELECT id FROM payments_ledger WHERE kind = 'charge' LIMIT 1)",
  ],
  [
    "a movement of another amount",
    "ALTER TABLE payments_ledger DISABLE TRIGGER payments_ledger_only_grows; UPDATE payments_ledger SET amount = amount + 1 WHERE id = (SELECT id FROM payments_ledger WHERE kind = 'refund_settled' LIMIT 1)",
  ],
  [
    "an order handed over unpaid",
    "UPDATE order_changes SET payment_status = 'unpaid' WHERE (order_id, sequence) = (SELECT order_id, sequence FROM order_changes WHERE what = 'handed_over' LIMIT 1)",
  ],
  [
    "a deposit that its booking does not know to be paid",
    "UPDATE bookings SET payment = jsonb_set(payment, '{state}', '\"unpaid\"') WHERE id = (SELECT booking_id FROM payments WHERE booking_id IS NOT NULL AND captured > 0 ORDER BY created_at DESC LIMIT 1)",
  ],
  [
    "a deposit that a cancelled booking keeps",
    "UPDATE bookings SET status = 'cancelled_by_venue', cancellation = '{}' WHERE id = (SELECT booking_id FROM payments WHERE booking_id IS NOT NULL AND status = 'paid' LIMIT 1)",
  ],
  [
    "a charge that the test processor has and we have not",
    "UPDATE test_processor_charges SET amount = amount + 1 WHERE id = (SELECT id FROM test_processor_charges WHERE status = 'succeeded' LIMIT 1)",
  ],
];

/** Falsifies each in a transaction that is thrown away; an empty list means that the checks are blind to it. */
export async function runFalsifications(
  database: TextDatabase,
  examples: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const [name, sql] of falsifications) {
    let seen: readonly string[] = [];
    await database.transaction(async (tx) => {
      for (const statement of sql.split("; ")) await tx.rows(statement);
      seen = await checkBooks(tx, examples);
      return refuse("invalid_request", "thrown away");
    });
    found.set(name, seen);
  }
  return found;
}

/** What the proof has to show for itself. */
export async function describeMoney(db: TextDb): Promise<string> {
  const kinds = await db.rows<{ kind: string; n: number; amount: number }>(
    "SELECT kind, count(*) AS n, sum(amount)::bigint AS amount FROM payments_ledger GROUP BY 1 ORDER BY 1",
  );
  return kinds.map(({ kind, n, amount }) => `${n} ${kind} (${(amount / 100).toFixed(2)})`).join(", ");
}
