/** The SQL of sending messages: leases, the beginnings of attempts, and their ends. Times are real. */
import type { Letter } from "../../mail/letter.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Message, MessageStatus, SenderName } from "../message/message.ts";
import { carriersWords, hasRecipient, withoutSecretText, type TextInstead } from "../message/messages.sql.ts";

export interface LeasedMessage {
  readonly id: Id<"msg">;
  readonly location_id: Id<"str">;
  readonly kind: Message["kind"];
  readonly channel: Message["channel"];
  readonly subject_id: string;
  readonly sender: SenderName;
  readonly language: Message["language"];
  readonly phone: string | null;
  readonly email: string | null;
  readonly body: string | null;
  readonly letter: Letter | null;
  readonly instead: TextInstead | null;
  readonly attempts: number;
  /** An earlier attempt began then, and nobody knows how it ended. */
  readonly uncertain_since: number | null;
  readonly late: boolean;
  /** What is left of its time. */
  readonly seconds_left: number;
  /** The number answered STOP, or the address is not written to. */
  readonly opted_out: boolean;
  /** So many went to the same number or address in the hour and the day before this one. */
  readonly hour_before: number;
  readonly day_before: number;
}

/** Messages to the same number or address within some time before a message; those that were not sent count nothing. */
function earlierThan(time: "1 hour" | "1 day"): string {
  const before = (own: "phone" | "email"): string =>
    `(SELECT count(*) FROM messages p WHERE p.${own} = m.${own} AND p.id < m.id AND p.channel = m.channel
        AND p.created_at > m.created_at - interval '${time}' AND p.status NOT IN ('suppressed', 'failed')
        AND p.kind NOT IN ('staff_alert', 'invitation', 'group_request'))`;
  return `(CASE m.channel WHEN 'email' THEN ${before("email")} ELSE ${before("phone")} END)::int`;
}

/** Whether a message is to be sent. */
export const messagesDue = `EXISTS (SELECT FROM messages
    WHERE due_at <= statement_timestamp() AND (leased_until IS NULL OR leased_until <= statement_timestamp()))`;

const leaseMessagesStatement = defineStatement({
  name: "lease-messages",
  takes: ["text", "float8", "int8"],
  gives: row<LeasedMessage>({
    id: "text",
    location_id: "text",
    kind: "text",
    channel: "text",
    subject_id: "text",
    sender: "text",
    language: "text",
    phone: "text",
    email: "text",
    body: "text",
    letter: "jsonb",
    instead: "jsonb",
    attempts: "int4",
    uncertain_since: "timestamptz",
    late: "bool",
    seconds_left: "float8",
    opted_out: "bool",
    hour_before: "int4",
    day_before: "int4",
  }),
  text: `WITH due AS (
      SELECT id, uncertain_since FROM messages
      WHERE due_at <= clock_timestamp() AND (leased_until IS NULL OR leased_until <= clock_timestamp())
      ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    UPDATE messages m SET leased_by = $1, leased_until = clock_timestamp() + make_interval(secs => $2),
      attempts = attempts + 1,
      uncertain_since = CASE m.channel WHEN 'email' THEN m.uncertain_since
        ELSE coalesce(m.uncertain_since, clock_timestamp()) END
    FROM due WHERE m.id = due.id
    RETURNING m.id, m.location_id, m.kind, m.channel, m.subject_id, m.sender, m.language, m.phone, m.email, m.body, m.letter,
      m.instead, m.attempts, due.uncertain_since, m.send_before <= clock_timestamp() AS late,
      extract(epoch FROM m.send_before - clock_timestamp())::float8 AS seconds_left,
      EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = m.phone)
        OR EXISTS (SELECT 1 FROM mail_stops s WHERE s.address = m.email AND (s.until IS NULL OR s.until > clock_timestamp())
          AND (s.scope = 'all' OR m.kind IN ('booking_reminder', 'table_offer'))) AS opted_out,
      ${earlierThan("1 hour")} AS hour_before, ${earlierThan("1 day")} AS day_before`,
});

/** Leases messages that are due; a lease that ran out is taken over. From here on the attempt of a text counts as begun. */
export function leaseMessages(tx: Tx, worker: string, leaseSeconds: number, limit: number): Promise<LeasedMessage[]> {
  return tx.rows(leaseMessagesStatement, [worker, leaseSeconds, limit]);
}

export interface FinishedMessage {
  /** False where the guest was forgotten, or the message withdrawn, while the message was on its way. */
  readonly isWanted: boolean;
}

const finishMessageStatement = defineStatement({
  name: "finish-message",
  prepare: false,
  takes: ["text", "text", "text", "text"],
  gives: row<FinishedMessage>({ isWanted: "bool" }),
  text: `UPDATE messages SET due_at = NULL, leased_by = NULL,
      status = CASE WHEN status = 'queued' OR (status = 'unconfirmed' AND $2 = 'sent') THEN $2 ELSE status END,
      leased_until = NULL, uncertain_since = NULL, instead = NULL, provider_id = coalesce($3, provider_id), ${carriersWords},
      ${withoutSecretText}, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${hasRecipient} AND send_before > clock_timestamp() AS "isWanted"`,
});

/** Ends the sending of a message; its provider's reports may still move it on, or may have done so already. */
export async function finishMessage(
  tx: Tx,
  id: Id<"msg">,
  end: { readonly status: MessageStatus; readonly providerId: string | null; readonly error: string | null },
): Promise<FinishedMessage> {
  const [finished] = await tx.rows(finishMessageStatement, [id, end.status, end.providerId, end.error]);
  return finished ?? { isWanted: false };
}

const postponeMessageStatement = defineStatement({
  name: "postpone-message",
  prepare: false,
  takes: ["text", "text", "int4", "float8", "text", "bool"],
  text: `UPDATE messages SET leased_by = NULL, leased_until = NULL, error = $5, updated_at = clock_timestamp(),
      due_at = clock_timestamp() + make_interval(secs => $4),
      uncertain_since = CASE WHEN $6 THEN NULL ELSE uncertain_since END
    WHERE id = $1 AND leased_by = $2 AND attempts = $3 AND status = 'queued'`,
});

/** Puts a message back for later; only by the lease still held. */
export async function postponeMessage(
  tx: Tx,
  message: LeasedMessage,
  worker: string,
  delay: { readonly seconds: number; readonly certain: boolean; readonly error: string },
): Promise<void> {
  await tx.rows(postponeMessageStatement, [
    message.id,
    worker,
    message.attempts,
    delay.seconds,
    delay.error.slice(0, 300),
    delay.certain,
  ]);
}

const beginStatement = defineStatement({
  name: "begin-mail-attempt",
  takes: ["text", "text", "int4"],
  gives: row<{ readonly id: Id<"msg"> }>({ id: "text" }),
  text: `UPDATE messages SET uncertain_since = clock_timestamp()
    WHERE id = $1 AND leased_by = $2 AND attempts = $3 AND status = 'queued' AND uncertain_since IS NULL
      AND leased_until > clock_timestamp() + interval '5 seconds' AND email IS NOT NULL
    RETURNING id`,
});

/** Stores that the attempt at an e-mail begins; false where the lease is over, or the guest was forgotten meanwhile. */
export async function beginAttempt(tx: Tx, message: LeasedMessage, worker: string): Promise<boolean> {
  return (await tx.rows(beginStatement, [message.id, worker, message.attempts])).length > 0;
}

/** What is known of a reader now, as of a message that was leased a while ago. */
export interface ReaderNow {
  readonly hasRecipient: boolean;
  readonly optedOut: boolean;
}

const findReaderStatement = defineStatement({
  name: "find-reader-of-text",
  prepare: false,
  takes: ["text"],
  gives: row<ReaderNow>({ hasRecipient: "bool", optedOut: "bool" }),
  text: `SELECT ${hasRecipient} AS "hasRecipient", EXISTS (SELECT FROM message_opt_outs o WHERE o.phone = m.phone) AS "optedOut"
    FROM messages m WHERE id = $1`,
});

/** Whether a text still has a reader, and whether they want none any more. */
export async function findReader(db: Db, id: Id<"msg">): Promise<ReaderNow> {
  return (await db.maybe(findReaderStatement, [id])) ?? { hasRecipient: false, optedOut: false };
}
