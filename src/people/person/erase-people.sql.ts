/** SQL that erases people who have left. */
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/**
 * Erases a batch of people whose last role ended 24 months ago, and of those who never had one in that time: name, e-mail
 * and every way to sign in. The id stays, and with it the audit log.
 */
export const erasePeople = defineStatement({
  name: "erase-people",
  gives: row<{ readonly count: number }>({ count: "int4" }),
  prepare: false,
  takes: ["int8"],
  text: `WITH left_long_ago AS (
      SELECT p.id FROM persons p
      WHERE p.erased_at IS NULL AND p.created_at < now() - interval '24 months'
        AND NOT EXISTS (SELECT FROM person_roles r WHERE r.person_id = p.id
          AND (r.ended_at IS NULL OR r.ended_at > now() - interval '24 months'))
      ORDER BY p.id LIMIT $1 FOR UPDATE SKIP LOCKED),
    passkeys_gone AS (DELETE FROM passkeys k USING left_long_ago g WHERE k.person_id = g.id),
    codes_gone AS (DELETE FROM recovery_codes c USING left_long_ago g WHERE c.person_id = g.id),
    links_gone AS (DELETE FROM recovery_links l USING left_long_ago g WHERE l.person_id = g.id),
    pins_gone AS (DELETE FROM person_pins n USING left_long_ago g WHERE n.person_id = g.id),
    identities_gone AS (DELETE FROM provider_identities i USING left_long_ago g WHERE i.person_id = g.id),
    challenges_gone AS (DELETE FROM sign_in_challenges h USING left_long_ago g WHERE h.person_id = g.id),
    sessions_ended AS (UPDATE person_sessions s SET ended_at = coalesce(s.ended_at, now()), user_agent = NULL
      FROM left_long_ago g WHERE s.person_id = g.id),
    erased AS (UPDATE persons p SET name = NULL, email = NULL, password_hash = NULL, erased_at = now()
      FROM left_long_ago g WHERE p.id = g.id RETURNING 1)
  SELECT count(*)::integer AS count FROM erased`,
});
