/** The SQL that reads messages for people: the latest one, lists, the outbox, and e-mails by their receivers. */
import type { Id } from "../../kernel/id.ts";
import type { Letter } from "../../mail/letter.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row, rowWith } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { KeptMessage, Message, ReceivedMail } from "./message.ts";
import { messageTable } from "./messages.sql.ts";

const selected = messageTable.select("m");

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
