/** SQL of taking a person out of the ledger. */
import type { Tx } from "../platform/postgres/database.ts";

/** Overwrites top-level fields of the data of every event about the resources. */
export function sendRedaction(tx: Tx, resourceIds: readonly string[], fields: Readonly<Record<string, unknown>>): void {
  tx.send(
    "UPDATE events SET data = (data::jsonb || $2::jsonb)::json WHERE resource_id = ANY ($1) AND data IS NOT NULL",
    [resourceIds, JSON.stringify(fields)],
  );
}
