/** SQL that takes a person out of the ledger. */
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export type Fields = Readonly<Record<string, unknown>>;

const sendRedactionStatement = defineStatement({
  name: "redact-events",
  prepare: false,
  takes: ["text[]", "jsonb", "jsonb"],
  text: `UPDATE events SET data = (data::jsonb || $2::jsonb || (
      SELECT coalesce(jsonb_object_agg(object.key, data::jsonb -> object.key || (
          SELECT coalesce(jsonb_object_agg(field.key, field.value), '{}') FROM jsonb_each(object.value) AS field
          WHERE data::jsonb -> object.key ? field.key)), '{}')
      FROM jsonb_each($3::jsonb) AS object
      WHERE jsonb_typeof(data::jsonb -> object.key) = 'object'))::json
    WHERE resource_id = ANY ($1) AND data IS NOT NULL`,
});

/** The lock on each delivery is what an outcome waits for: from then on it keeps no answer. */
const forgetComingStatement = defineStatement({
  name: "forget-answers-to-come",
  prepare: false,
  takes: ["text[]"],
  text: `UPDATE deliveries SET forgets_answers = true
    WHERE NOT forgets_answers AND event_id IN (SELECT id FROM events WHERE resource_id = ANY ($1))`,
});

const forgetAnswersStatement = defineStatement({
  name: "forget-answers-of-endpoints",
  prepare: false,
  takes: ["text[]"],
  text: `UPDATE delivery_attempts SET response_body = NULL
    WHERE response_body IS NOT NULL AND event_id IN (SELECT id FROM events WHERE resource_id = ANY ($1))`,
});

/**
 * Overwrites top-level fields of the data of every event about the resources, and fields of those that are objects, where
 * such an object has them. What endpoints answered to these events goes too, and what they will answer to those on their way
 * is not kept: some say back what they were told.
 */
export function sendRedaction(
  tx: Tx,
  resourceIds: readonly string[],
  fields: Fields,
  within: Readonly<Record<string, Fields>>,
): void {
  tx.send(sendRedactionStatement, [resourceIds, JSON.stringify(fields), JSON.stringify(within)]);
  tx.send(forgetComingStatement, [resourceIds]);
  tx.send(forgetAnswersStatement, [resourceIds]);
}
