/** The SQL of messages: what is queued, what became of each, and who was forgotten. Times are real. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { Letter } from "../mail/letter.ts";
import type { Message, MessageStatus } from "./message.ts";

const messageTable = defineTable<Message>()({
  name: "messages",
  columns: {
    id: "text",
    location_id: "text",
    kind: "text",
    channel: "text",
    subject_id: "text",
    language: "text",
    phone: "text",
    email: "text",
    body: "text",
    segments: "int4",
    sender: "text",
    status: "text",
    error: "text",
    attempts: "int4",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
  also: { dedupe_key: "text", letter: "jsonb", instead: "jsonb" },
});
const selected = messageTable.select("m");

export interface NewMessage extends Pick<
  Message,
  | "id"
  | "location_id"
  | "kind"
  | "channel"
  | "subject_id"
  | "language"
  | "phone"
  | "email"
  | "body"
  | "segments"
  | "sender"
> {
  /** Of an e-mail. */
  readonly letter: Letter | null;
  /** The text that goes out when the e-mail is not known to have been taken. */
  readonly instead: TextInstead | null;
  readonly dedupeKey: string;
  readonly sendWithinSeconds: number;
  /** Handed over no sooner than this. */
  readonly dueInSeconds: number;
}

/** A text that is ready to be queued. */
export type TextParts = Pick<NewMessage, "id" | "phone" | "body" | "segments" | "sender" | "dedupeKey">;

/** The same, with the real seconds for which it waits where guests sleep. */
export type TextInstead = TextParts & { readonly waitsSeconds: number };

const insertion = messageTable.insert(
  [
    "id",
    "location_id",
    "kind",
    "channel",
    "subject_id",
    "language",
    "phone",
    "email",
    "body",
    "letter",
    "instead",
    "segments",
    "sender",
    "dedupe_key",
  ],
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

/** The text of an invitation is a secret, kept until it is handed over (rules/people 3.7). */
export const withoutSecretText = "body = CASE WHEN kind = 'invitation' THEN NULL ELSE body END";

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
     leased_until = NULL, uncertain_since = NULL, ${withoutSecretText}, updated_at = clock_timestamp() WHERE id = $1`,
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
      AND m.channel = 'sms' AND m.kind <> 'waitlist_expired'
    ORDER BY m.subject_id, m.created_at DESC, m.id DESC`,
});

/** The latest text about each of some subjects, but for news that a place in line is given up. */
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
  takes: ["text", "text"],
  gives: messageTable.row,
  text: `SELECT ${selected} FROM messages m WHERE m.phone = $1 OR m.email = $2 ORDER BY m.created_at, m.id`,
});

/** What was written to a number or an address, oldest first. */
export function listMessagesTo(db: Db, phone: string | null, email: string | null): Promise<Message[]> {
  return db.rows(listMessagesToStatement, [phone, email]);
}

const sendForgetStatement = defineStatement({
  name: "forget-messages",
  prepare: false,
  takes: ["text", "text[]", "text"],
  text: `UPDATE messages SET phone = NULL, email = NULL, body = NULL, letter = NULL, instead = NULL, due_at = NULL, leased_by = NULL, leased_until = NULL,
      status = CASE WHEN status = 'queued' THEN 'suppressed' ELSE status END
    WHERE phone = $1 OR email = $3 OR instead ->> 'phone' = $1
      OR (subject_id = ANY ($2) AND (phone IS NOT NULL OR email IS NOT NULL))`,
});

/** Takes numbers, addresses and texts out of messages to somebody or about some subjects; what was not sent yet never is. */
export function sendForget(
  tx: Tx,
  to: { readonly phone: string | null; readonly email: string | null },
  subjectIds: readonly string[],
): void {
  tx.send(sendForgetStatement, [to.phone, subjectIds, to.email]);
}

const lastOccasionStatement = defineStatement({
  name: "find-last-occasion",
  takes: ["text", "text[]"],
  gives: row<{ readonly occasion: string }>({ occasion: "text" }),
  text: `SELECT split_part(m.dedupe_key, ':', 3) AS occasion FROM messages m WHERE m.subject_id = $1 AND m.kind = ANY ($2)
    ORDER BY m.updated_at DESC LIMIT 1`,
});

/** The occasion of the last message of some kinds about a subject; undefined where there is none. */
export async function findLastOccasion(
  db: Db,
  subjectId: string,
  kinds: readonly Message["kind"][],
): Promise<string | undefined> {
  return (await db.maybe(lastOccasionStatement, [subjectId, kinds]))?.occasion;
}
