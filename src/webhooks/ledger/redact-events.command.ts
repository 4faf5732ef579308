import type { Tx } from "../../platform/postgres/database.ts";
import { sendRedaction, type Fields } from "./event-redaction.sql.ts";

/**
 * Puts other values into the data of every event about some resources, when a person asked to be forgotten: the one
 * exception to the ledger's rule that nothing is ever changed. What is yet to be delivered is sent without them too.
 * `within` puts values into fields that are objects themselves.
 */
export function redactEvents(
  tx: Tx,
  resourceIds: readonly string[],
  fields: Fields,
  within: Readonly<Record<string, Fields>> = {},
): void {
  sendRedaction(tx, resourceIds, fields, within);
}
