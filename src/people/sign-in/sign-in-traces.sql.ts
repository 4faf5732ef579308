/** SQL that deletes ended rows of signing in. Ages are the database's. */
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const over = (table: string, key: string, column: string, age: string): string =>
  `WITH old AS (SELECT ${key} FROM ${table} WHERE ${column} < now() - interval '${age}' LIMIT $1 FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM ${table} t USING old WHERE t.${key} = old.${key} RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`;

const counted = row<{ readonly count: number }>({ count: "int4" });

/** What signs in for minutes or hours is of no use after a day; an ended session is kept for 30 days, for its person to see. */
export const dropTraces = [
  defineStatement({
    name: "drop-sign-in-challenges",
    takes: ["int8"],
    gives: counted,
    prepare: false,
    text: over("sign_in_challenges", "challenge_hash", "expires_at", "1 day"),
  }),
  defineStatement({
    name: "drop-sign-in-failures",
    takes: ["int8"],
    gives: counted,
    prepare: false,
    text: over("sign_in_failures", "account", "window_ends_at", "1 day"),
  }),
  defineStatement({
    name: "drop-recovery-links",
    takes: ["int8"],
    gives: counted,
    prepare: false,
    text: over("recovery_links", "token_hash", "expires_at", "1 day"),
  }),
  defineStatement({
    name: "drop-person-sessions",
    takes: ["int8"],
    gives: counted,
    prepare: false,
    text: over("person_sessions", "id", "expires_at", "30 days"),
  }),
];
