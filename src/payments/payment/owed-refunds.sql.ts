/** The SQL of refunds that are owed and not paid yet, for people and for figures. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { RefundPurpose } from "./ledger.ts";
import type { ProcessorName } from "./processor-name.ts";

export interface OwedRefundRow {
  readonly id: Id<"rfd">;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly location_id: Id<"str">;
  readonly processor: ProcessorName;
  readonly purpose: RefundPurpose;
  readonly charge_ref: string;
  readonly amount: number;
  readonly currency: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: Instant;
}

/** Read together with its payment, `p`. */
const owedRefundTable = defineTable<OwedRefundRow>()({
  name: "refunds",
  columns: {
    id: "text",
    order_id: "text",
    booking_id: "text",
    location_id: "text",
    processor: "text",
    purpose: "text",
    charge_ref: "text",
    amount: "int8",
    currency: "text",
    attempts: "int4",
    last_error: "text",
    created_at: "timestamptz",
  },
  computed: { order_id: () => "p.order_id", booking_id: () => "p.booking_id", processor: () => "p.processor" },
});

const listOwedRefundRowsStatement = defineStatement({
  name: "list-owed-refund-rows",
  prepare: false,
  takes: ["text", "int8"],
  gives: owedRefundTable.row,
  text: `SELECT ${owedRefundTable.select("r")}
    FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.due_at IS NOT NULL
      AND ($1::text IS NULL OR (r.created_at, r.id) > (SELECT a.created_at, a.id FROM refunds a WHERE a.id = $1))
    ORDER BY r.created_at, r.id LIMIT $2`,
});

/** Refunds that are owed and not paid yet, oldest first; those after a refund where one is named. */
export function listOwedRefundRows(db: Db, after: Id<"rfd"> | undefined, limit: number): Promise<OwedRefundRow[]> {
  return db.rows(listOwedRefundRowsStatement, [after ?? null, limit]);
}

const countOwedRefundsStatement = defineStatement({
  name: "count-owed-refunds",
  prepare: false,
  takes: [],
  gives: row<{ owed: number; oldest_seconds: number | null }>({ owed: "int8", oldest_seconds: "float8" }),
  text: `SELECT count(*) AS owed, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS oldest_seconds
    FROM refunds WHERE due_at IS NOT NULL`,
});

/** How many refunds are owed, and for how many seconds the oldest of them has been; null when none is. */
export function countOwedRefunds(db: Db): Promise<{ readonly owed: number; readonly oldest_seconds: number | null }> {
  return db.one(countOwedRefundsStatement);
}
