/**
 * The SQL of the guests' choices: how each wants to be told, who wants no more messages, and the subject of the last
 * message to each.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { ChosenChannel } from "./message-kinds.ts";

const insertOptOutStatement = defineStatement({
  name: "insert-message-opt-out",
  prepare: false,
  takes: ["text"],
  text: "INSERT INTO message_opt_outs (phone) VALUES ($1) ON CONFLICT DO NOTHING",
});

const deleteOptOutStatement = defineStatement({
  name: "delete-message-opt-out",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM message_opt_outs WHERE phone = $1",
});

/** Notes that a number wants no messages, or wants them again. */
export async function saveOptOut(tx: Tx, phone: string, out: boolean): Promise<void> {
  await tx.rows(out ? insertOptOutStatement : deleteOptOutStatement, [phone]);
}

const findLastWriterStatement = defineStatement({
  name: "find-last-writer",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly language: string | null; readonly country: string | null }>({
    language: "text",
    country: "text",
  }),
  text: `SELECT l.language, l.address ->> 'country' AS country FROM messages m JOIN locations l ON l.id = m.location_id
    WHERE m.phone = $1 ORDER BY m.created_at DESC LIMIT 1`,
});

/** The location that last wrote to a number, for the language of an answer. */
export function findLastWriter(
  db: Db,
  phone: string,
): Promise<{ readonly language: string | null; readonly country: string | null } | undefined> {
  return db.maybe(findLastWriterStatement, [phone]);
}

const saveChoiceStatement = defineStatement({
  name: "save-message-choice",
  takes: ["text", "text", "text", "text"],
  text: `INSERT INTO message_choices (subject_id, location_id, channel, sentence) VALUES ($1, $2, $3, $4)
    ON CONFLICT (subject_id) DO UPDATE SET channel = excluded.channel, sentence = excluded.sentence,
      chosen_at = clock_timestamp()`,
});

/** Sends how a guest chose to be told of an order, a booking or a waitlist entry. */
export function sendChoice(
  tx: Tx,
  { subjectId, locationId }: { readonly subjectId: string; readonly locationId: Id<"str"> },
  channel: ChosenChannel,
  sentence: string,
): void {
  tx.send(saveChoiceStatement, [subjectId, locationId, channel, sentence]);
}

const findChoiceStatement = defineStatement({
  name: "find-message-choice",
  takes: ["text"],
  gives: row<{ readonly channel: ChosenChannel }>({ channel: "text" }),
  text: "SELECT channel FROM message_choices WHERE subject_id = $1",
});

/** How a guest chose to be told of it; undefined where nothing was asked. */
export function findChoice(db: Db, subjectId: string): Promise<{ readonly channel: ChosenChannel } | undefined> {
  return db.maybe(findChoiceStatement, [subjectId]);
}

export type MailStopScope = "all" | "reminders";

const saveMailStopStatement = defineStatement({
  name: "save-mail-stop",
  prepare: false,
  takes: ["text", "text", "float8"],
  text: `INSERT INTO mail_stops (address, scope, reason, until)
    VALUES ($1, $2, CASE WHEN $3::float8 IS NULL THEN 'asked' ELSE 'bounced' END, clock_timestamp() + make_interval(secs => $3::float8))
    ON CONFLICT (address, scope) DO UPDATE SET reason = excluded.reason, until = excluded.until, stopped_at = clock_timestamp()
    WHERE mail_stops.reason = 'bounced'`,
});

/** Notes that nothing goes to an address any more; what was asked for has no end, a bounce ends after some seconds. */
export async function saveMailStop(
  tx: Tx,
  address: string,
  scope: MailStopScope,
  bouncedForSeconds: number | null,
): Promise<void> {
  await tx.rows(saveMailStopStatement, [address, scope, bouncedForSeconds]);
}
