/** The invariants of the ledger of writes at providers: each statement finds the rows that break one. */
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";

/** How many break a rule, and the first five. */
interface Found {
  readonly count: number;
  readonly examples: readonly string[];
}

interface ProviderRule {
  readonly name: string;
  readonly about: string;
  /** Selects one column `what` of what breaks the rule. */
  readonly finds: string;
}

export interface ProviderInvariant extends ProviderRule {
  /** Counts what breaks the rule. */
  readonly statement: Statement<Found, []>;
}

const rules: readonly ProviderRule[] = [
  {
    name: "made_without_booking",
    about: "Every booking that was made at a provider has its row, under the provider's name for it.",
    finds: `SELECT o.id AS what FROM provider_operations o
      WHERE o.kind = 'book' AND o.state = 'done'
        AND NOT EXISTS (SELECT 1 FROM provider_bookings p WHERE p.booking_id = o.subject_id)`,
  },
  {
    name: "provider_booking_with_tables",
    about: "A booking that a provider keeps has no table of ours, and a booking without a table is kept by a provider.",
    finds: `SELECT b.id AS what FROM bookings b LEFT JOIN provider_bookings p ON p.booking_id = b.id
      WHERE (p.booking_id IS NULL) = (cardinality(b.unit_ids) = 0)`,
  },
  {
    name: "guest_in_settled_operation",
    about: "A settled operation names no guest.",
    finds: `SELECT o.id AS what FROM provider_operations o
      WHERE o.state IN ('done', 'refused', 'unsent') AND o.request ->> 'guest' IS NOT NULL`,
  },
  {
    name: "operation_not_asked_about",
    about: "While workers run, no operation is due for more than a minute.",
    finds: `SELECT o.id AS what FROM provider_operations o
      WHERE o.state IN ('sending', 'unsettled') AND was_worked_after(o.next_attempt_at, interval '1 minute')`,
  },
];

export const providerInvariants: readonly ProviderInvariant[] = rules.map((rule) => ({
  ...rule,
  statement: defineStatement({
    name: `provider-invariant-${rule.name.replaceAll("_", "-")}`,
    prepare: false,
    takes: [],
    gives: row<Found>({ count: "int4", examples: "text[]" }),
    text: `SELECT count(*)::int AS count, coalesce((array_agg(what::text ORDER BY what))[1:5], '{}') AS examples
      FROM (${rule.finds}) found`,
  }),
}));

/** How many things break a rule, and the first five. */
export function findProviderViolations(
  db: Db,
  { statement }: ProviderInvariant,
): Promise<{ readonly count: number; readonly examples: readonly string[] }> {
  return db.one(statement);
}
