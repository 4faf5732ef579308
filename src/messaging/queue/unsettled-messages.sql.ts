/** The SQL of messages that wait for further changes or for the morning. After several changes, only the last message is sent. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { MessageKind } from "../message/message-kinds.ts";
import type { NewMessage } from "../message/messages.sql.ts";

const replaceStatement = defineStatement({
  name: "replace-unsettled-message",
  takes: ["text", "text", "text", "text", "text", "text", "int4", "text", "float8", "text", "text", "jsonb", "jsonb"],
  gives: row<{ readonly id: Id<"msg"> }>({ id: "text" }),
  text: `UPDATE messages SET kind = $2, language = $3, phone = $4, body = $5, dedupe_key = $6, segments = $7, sender = $8,
      send_before = clock_timestamp() + make_interval(secs => $9), email = $11, letter = $12, instead = $13,
      updated_at = clock_timestamp()
    WHERE subject_id = $1 AND channel = $10 AND status = 'queued' AND attempts = 0
      AND kind IN ('booking_changed', 'booking_cancelled', 'order_accepted', 'order_delayed')
    RETURNING id`,
});

/** Puts a message in place of one about the same subject, by the same channel, that nobody has begun to send; false when there is none. */
export async function replaceUnsettled(tx: Tx, message: NewMessage): Promise<boolean> {
  const { subject_id, kind, language, phone, body, dedupeKey, segments, sender, sendWithinSeconds } = message;
  const made = await tx.rows(replaceStatement, [
    subject_id,
    kind,
    language,
    phone,
    body,
    dedupeKey,
    segments,
    sender,
    sendWithinSeconds,
    message.channel,
    message.email,
    message.letter === null ? null : JSON.stringify(message.letter),
    message.instead === null ? null : JSON.stringify(message.instead),
  ]);
  return made.length > 0;
}

const nobodyHasIt = "leased_by IS NULL AND uncertain_since IS NULL";
const withdrawStatement = defineStatement({
  name: "withdraw-messages",
  takes: ["text", "text[]"],
  text: `UPDATE messages SET send_before = least(send_before, clock_timestamp()), instead = NULL,
      status = CASE WHEN ${nobodyHasIt} THEN 'suppressed' ELSE status END,
      error = CASE WHEN ${nobodyHasIt} THEN 'it was no longer true' ELSE error END,
      due_at = CASE WHEN ${nobodyHasIt} THEN NULL ELSE due_at END, updated_at = clock_timestamp()
    WHERE subject_id = $1 AND kind = ANY ($2) AND status = 'queued' AND (attempts > 0 OR due_at > clock_timestamp())`,
});

/**
 * Ends messages about a subject that wait for their time or for another attempt. One that somebody is sending, or may have
 * sent, has its time over: its outcome is found out, and it is not tried again.
 */
export function sendWithdrawal(tx: Tx, subjectId: string, kinds: readonly MessageKind[]): void {
  tx.send(withdrawStatement, [subjectId, kinds]);
}
