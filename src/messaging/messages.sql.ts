/** All SQL of messages: the queue, its leases, what became of each. Times are real. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { Message, MessageStatus, SenderName } from "./message.ts";

const messageTable = defineTable<Message>()({
  name: "messages",
  columns: {
    id: "text",
    location_id: "text",
    kind: "text",
    subject_id: "text",
    language: "text",
    phone: "text",
    body: "text",
    segments: "int4",
    sender: "text",
    status: "text",
    error: "text",
    attempts: "int4",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
  also: { dedupe_key: "text" },
});
const selected = messageTable.select("m");

export interface MessageTerms {
  readonly messaging: boolean;
  readonly name: string | null;
  readonly language: string | null;
  readonly country: string | null;
  readonly sender: SenderName;
  readonly opted_out: boolean;
}

const termsStatement = defineStatement({
  name: "message-terms",
  takes: ["text", "text"],
  gives: row<MessageTerms>({
    messaging: "bool",
    name: "text",
    language: "text",
    country: "text",
    sender: "text",
    opted_out: "bool",
  }),
  text: `SELECT l.messaging, l.name, l.language, l.address ->> 'country' AS country,
      coalesce((SELECT sender FROM message_settings), 'outbox') AS sender,
      EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = $2) AS opted_out
    FROM locations l WHERE l.id = $1`,
});

/** What decides whether and how a location writes to a number. */
export function findTerms(db: Db, locationId: Id<"str">, phone: string | null): Promise<MessageTerms> {
  return db.one(termsStatement, [locationId, phone]);
}

const saveSenderStatement = defineStatement({
  name: "save-message-sender",
  prepare: false,
  takes: ["text"],
  text: `INSERT INTO message_settings (sender) VALUES ($1)
    ON CONFLICT (only_one) DO UPDATE SET sender = excluded.sender WHERE message_settings.sender <> excluded.sender`,
});

/** Notes who carries messages from now on. */
export async function saveSender(tx: Tx, sender: SenderName): Promise<void> {
  await tx.rows(saveSenderStatement, [sender]);
}

export interface NewMessage extends Pick<
  Message,
  "id" | "location_id" | "kind" | "subject_id" | "language" | "phone" | "body" | "segments" | "sender"
> {
  readonly dedupeKey: string;
  readonly sendWithinSeconds: number;
  /** Handed over no sooner than this. */
  readonly dueInSeconds: number;
}

const insertion = messageTable.insert(
  ["id", "location_id", "kind", "subject_id", "language", "phone", "body", "segments", "sender", "dedupe_key"],
  {
    made: {
      status: "'queued'",
      due_at: { takes: "float8", text: (place) => `clock_timestamp() + make_interval(secs => ${place})` },
      send_before: { takes: "float8", text: (place) => `clock_timestamp() + make_interval(secs => ${place})` },
    },
  },
);
const insertStatement = defineStatement({
  name: "insert-message",
  takes: insertion.takes,
  text: `${insertion.text} ON CONFLICT (dedupe_key) DO NOTHING`,
});

/** Sends a message to the queue, unless one of its occasion is there. */
export function sendMessage(tx: Tx, message: NewMessage): void {
  const { dedupeKey: dedupe_key, sendWithinSeconds: send_before, dueInSeconds: due_at } = message;
  const written = { ...message, dedupe_key, send_before, due_at };
  tx.send(insertStatement, insertion.values(written));
}

export interface LeasedMessage {
  readonly id: Id<"msg">;
  readonly location_id: Id<"str">;
  readonly kind: Message["kind"];
  readonly subject_id: string;
  readonly sender: SenderName;
  readonly phone: string | null;
  readonly body: string | null;
  readonly attempts: number;
  /** An earlier attempt began then, and nobody knows how it ended. */
  readonly uncertain_since: number | null;
  readonly late: boolean;
  readonly opted_out: boolean;
}

const leaseMessagesStatement = defineStatement({
  name: "lease-messages",
  takes: ["text", "float8", "int8"],
  gives: row<LeasedMessage>({
    id: "text",
    location_id: "text",
    kind: "text",
    subject_id: "text",
    sender: "text",
    phone: "text",
    body: "text",
    attempts: "int4",
    uncertain_since: "timestamptz",
    late: "bool",
    opted_out: "bool",
  }),
  text: `WITH due AS (
      SELECT id, uncertain_since FROM messages
      WHERE due_at <= clock_timestamp() AND (leased_until IS NULL OR leased_until <= clock_timestamp())
      ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    UPDATE messages m SET leased_by = $1, leased_until = clock_timestamp() + make_interval(secs => $2),
      attempts = attempts + 1, uncertain_since = coalesce(m.uncertain_since, clock_timestamp())
    FROM due WHERE m.id = due.id
    RETURNING m.id, m.location_id, m.kind, m.subject_id, m.sender, m.phone, m.body, m.attempts, due.uncertain_since,
      m.send_before <= clock_timestamp() AS late,
      EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = m.phone) AS opted_out`,
});

/** Leases messages that are due; a lease that ran out is taken over. From here on the attempt counts as begun. */
export function leaseMessages(tx: Tx, worker: string, leaseSeconds: number, limit: number): Promise<LeasedMessage[]> {
  return tx.rows(leaseMessagesStatement, [worker, leaseSeconds, limit]);
}

/** The text of an invitation is a secret, kept until it is handed over (rules/people 3.7). */
const withoutSecret = "body = CASE WHEN kind = 'invitation' THEN NULL ELSE body END";

const finishMessageStatement = defineStatement({
  name: "finish-message",
  prepare: false,
  takes: ["text", "text", "text", "text"],
  text: `UPDATE messages SET status = CASE WHEN status = 'queued' THEN $2 ELSE status END, due_at = NULL, leased_by = NULL,
      leased_until = NULL, uncertain_since = NULL, provider_id = coalesce($3, provider_id), error = coalesce($4, error),
      ${withoutSecret}, updated_at = clock_timestamp()
    WHERE id = $1`,
});

/** Ends the sending of a message; its provider's reports may still move it on, or may have done so already. */
export async function finishMessage(
  tx: Tx,
  id: Id<"msg">,
  end: { readonly status: MessageStatus; readonly providerId: string | null; readonly error: string | null },
): Promise<void> {
  await tx.rows(finishMessageStatement, [id, end.status, end.providerId, end.error]);
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

const lockStatusStatement = defineStatement({
  name: "lock-message-status",
  prepare: false,
  takes: ["text"],
  gives: row<LockedMessage>({ status: "text", location_id: "text", subject_id: "text" }),
  text: "SELECT status, location_id, subject_id FROM messages WHERE id = $1 FOR UPDATE",
});

export type LockedMessage = Pick<Message, "status" | "location_id" | "subject_id">;

/** A message, locked; undefined when there is none. */
export function lockMessage(tx: Tx, id: Id<"msg">): Promise<LockedMessage | undefined> {
  return tx.maybe(lockStatusStatement, [id]);
}

const sendReportStatement = defineStatement({
  name: "save-message-report",
  prepare: false,
  takes: ["text", "text", "text", "text"],
  text: `UPDATE messages SET status = $2, provider_id = $3, error = coalesce($4, error), due_at = NULL, leased_by = NULL,
     leased_until = NULL, uncertain_since = NULL, ${withoutSecret}, updated_at = clock_timestamp() WHERE id = $1`,
});

/** Writes what the provider reported of a locked message. */
export function sendReport(
  tx: Tx,
  id: Id<"msg">,
  report: { readonly status: MessageStatus; readonly providerId: string; readonly error: string | null },
): void {
  tx.send(sendReportStatement, [id, report.status, report.providerId, report.error]);
}

const listLatestMessagesStatement = defineStatement({
  name: "list-latest-messages",
  takes: ["text[]"],
  gives: messageTable.row,
  text: `SELECT DISTINCT ON (m.subject_id) ${selected} FROM messages m WHERE m.subject_id = ANY ($1)
    ORDER BY m.subject_id, m.created_at DESC, m.id DESC`,
});

/** The latest message about each of some subjects. */
export function listLatest(db: Db, subjectIds: readonly string[]): Promise<Message[]> {
  return db.rows(listLatestMessagesStatement, [subjectIds]);
}

const listMessagesStatement = defineStatement({
  name: "list-messages",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: messageTable.row,
  text: `SELECT ${selected} FROM messages m WHERE ($1::id IS NULL OR m.location_id = $1) AND ($2::id IS NULL OR m.id < $2)
    ORDER BY m.id DESC LIMIT $3`,
});

/** Messages for the operator, newest first. */
export function listMessages(
  db: Db,
  page: { readonly locationId: Id<"str"> | undefined; readonly before: Id<"msg"> | undefined; readonly limit: number },
): Promise<Message[]> {
  return db.rows(listMessagesStatement, [page.locationId ?? null, page.before ?? null, page.limit]);
}

const listMessagesToStatement = defineStatement({
  name: "list-messages-to",
  prepare: false,
  takes: ["text"],
  gives: messageTable.row,
  text: `SELECT ${selected} FROM messages m WHERE m.phone = $1 ORDER BY m.created_at, m.id`,
});

/** What was written to a number, oldest first. */
export function listMessagesTo(db: Db, phone: string): Promise<Message[]> {
  return db.rows(listMessagesToStatement, [phone]);
}

const sendForgetStatement = defineStatement({
  name: "forget-messages",
  prepare: false,
  takes: ["text", "text[]"],
  text: `UPDATE messages SET phone = NULL, body = NULL, due_at = NULL, leased_by = NULL, leased_until = NULL,
      status = CASE WHEN status = 'queued' THEN 'suppressed' ELSE status END
    WHERE phone = $1 OR (subject_id = ANY ($2) AND phone IS NOT NULL)`,
});

/** Takes number and text out of messages to a number or about some subjects; what was not sent yet never is. */
export function sendForget(tx: Tx, phone: string | null, subjectIds: readonly string[]): void {
  tx.send(sendForgetStatement, [phone, subjectIds]);
}
