/** The SQL of messages: queued ones, their outcomes, and erased guests. Times are real. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { Letter } from "../../mail/letter.ts";
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
  text: `UPDATE messages SET status = $2, provider_id = coalesce($3, provider_id), error = coalesce($4, error), due_at = NULL, leased_by = NULL,
     leased_until = NULL, uncertain_since = NULL, ${withoutSecretText}, updated_at = clock_timestamp() WHERE id = $1`,
});

/** Writes what the provider reported of a locked message. */
export function sendReport(
  tx: Tx,
  id: Id<"msg">,
  report: { readonly status: MessageStatus; readonly providerId: string | null; readonly error: string | null },
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
  takes: ["text", "text", "text"],
  gives: messageTable.row,
  text: `SELECT ${selected} FROM messages m WHERE m.phone = $1 OR m.email = $2 OR m.subject_id = $3 ORDER BY m.created_at, m.id`,
});

/** What was written to a number, to an address or about a subject, oldest first. */
export function listMessagesTo(db: Db, phone: string | null, email: string | null, about: string | null) {
  return db.rows(listMessagesToStatement, [phone, email, about]);
}

const forgotten = `phone = NULL, email = NULL, body = NULL, letter = NULL, instead = NULL, due_at = NULL, leased_by = NULL,
      leased_until = NULL, status = CASE WHEN status = 'queued' THEN 'suppressed' ELSE status END`;

const sendForgetStatement = defineStatement({
  name: "forget-messages",
  prepare: false,
  takes: ["text", "text[]", "text"],
  text: `UPDATE messages SET ${forgotten}
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

/** How many messages of a location were forgotten, by its days of retention. */
export interface ForgottenMessages {
  readonly location_id: Id<"str">;
  readonly days: number;
  readonly messages: number;
}

const forgetOldStatement = defineStatement({
  name: "forget-old-order-messages",
  prepare: false,
  takes: ["int8"],
  gives: row<ForgottenMessages>({ location_id: "text", days: "int4", messages: "int4" }),
  text: `WITH due AS (
      SELECT m.id FROM locations l JOIN messages m ON m.location_id = l.id
      WHERE l.guest_retention_days IS NOT NULL AND m.subject_id LIKE 'ord%' AND (m.phone IS NOT NULL OR m.email IS NOT NULL)
        AND m.created_at < clock_timestamp()
          + make_interval(secs => l.clock_offset_seconds::float8, days => -l.guest_retention_days)
      LIMIT $1 FOR UPDATE OF m SKIP LOCKED),
    gone AS (UPDATE messages SET ${forgotten} WHERE id IN (SELECT id FROM due) RETURNING location_id)
    SELECT g.location_id, l.guest_retention_days AS days, count(*)::int AS messages
    FROM gone g JOIN locations l ON l.id = g.location_id GROUP BY 1, 2`,
});

/** Takes numbers, addresses and texts out of messages about orders whose time is over by the retention of their location. */
export function forgetOldOrderMessages(tx: Tx, limit: number): Promise<ForgottenMessages[]> {
  return tx.rows(forgetOldStatement, [limit]);
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

/** A message that the outbox keeps, with the letter that it is where it is an e-mail. */
export type KeptMessage = Message & { readonly letter: Letter | null };

const keptRow = rowWith<Message, { readonly letter: Letter | null }>(messageTable.row, { letter: "jsonb" });
const listKeptStatement = defineStatement({
  name: "list-outbox",
  prepare: false,
  takes: ["text", "int8"],
  gives: keptRow,
  text: `SELECT ${selected}, m.letter FROM messages m WHERE m.sender = 'outbox' AND ($1::id IS NULL OR m.id < $1)
    ORDER BY m.id DESC LIMIT $2`,
});
const findKeptStatement = defineStatement({
  name: "find-in-outbox",
  prepare: false,
  takes: ["text"],
  gives: keptRow,
  text: `SELECT ${selected}, m.letter FROM messages m WHERE m.sender = 'outbox' AND m.id = $1`,
});

/** What the outbox keeps, newest first. */
export function listKept(db: Db, before: Id<"msg"> | null, limit: number): Promise<KeptMessage[]> {
  return db.rows(listKeptStatement, [before, limit]);
}

/** One message of the outbox. */
export function findKept(db: Db, id: Id<"msg">): Promise<KeptMessage | undefined> {
  return db.maybe(findKeptStatement, [id]);
}

/** An e-mail as whoever got it knows it: to which address, of which venue. */
export interface ReceivedMail {
  readonly kind: Message["kind"];
  readonly language: Message["language"];
  readonly email: string;
  readonly venue: string | null;
}

const findReceivedStatement = defineStatement({
  name: "find-received-mail",
  prepare: false,
  takes: ["text"],
  gives: row<ReceivedMail>({ kind: "text", language: "text", email: "text", venue: "text" }),
  text: `SELECT m.kind, m.language, m.email, l.name AS venue FROM messages m JOIN locations l ON l.id = m.location_id
    WHERE m.id = $1 AND m.email IS NOT NULL`,
});

/** An e-mail by its id; undefined where there is none, or its guest was forgotten. */
export function findReceived(db: Db, id: Id<"msg">): Promise<ReceivedMail | undefined> {
  return db.maybe(findReceivedStatement, [id]);
}
