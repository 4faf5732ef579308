import type { Tx } from "../../postgres/database.ts";
import { defineStatement } from "../../postgres/statement.ts";

const forgetAnswersAboutStatement = defineStatement({
  name: "forget-answers-about",
  prepare: false,
  takes: ["text[]"],
  text: `WITH in_keys AS (
      UPDATE idempotency_keys SET body = NULL WHERE body IS NOT NULL
        AND EXISTS (SELECT 1 FROM unnest($1::text[]) AS id WHERE strpos(idempotency_keys.body, id) > 0))
    DELETE FROM idempotency_answers a
      WHERE EXISTS (SELECT 1 FROM unnest($1::text[]) AS id WHERE strpos(a.body, id) > 0)`,
});

/**
 * Forgets the answers kept for replays that name some ids, when a person asked to be forgotten. Their keys then answer
 * `operation_in_progress` with reason `replay_window_expired`, as they would after a day.
 */
export function forgetAnswersAbout(tx: Tx, ids: readonly string[]): void {
  tx.send(forgetAnswersAboutStatement, [ids]);
}
