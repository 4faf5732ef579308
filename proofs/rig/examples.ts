/**
 * The first state of the example restaurant. Its history was written straight into the tables, so some of its events are
 * missing.
 */
import type { TextDb } from "../../src/platform/postgres/database.ts";

/** The ids of all orders, bookings and events; read before the first caller, they are those of the examples. */
export async function readExamples(db: TextDb): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ readonly id: string }>(
    "SELECT id FROM orders UNION ALL SELECT id FROM bookings UNION ALL SELECT id FROM events",
  );
  return new Set(rows.map(({ id }) => id));
}
