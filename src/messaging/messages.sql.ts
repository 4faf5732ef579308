/** All SQL of messages: the queue, its leases, what became of each. Times are real. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";
import type { Address } from "../locations/location.ts";
import type { Letter } from "../mail/letter.ts";
import type { Message, MessageStatus, SenderName } from "./message.ts";

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

export interface MessageTerms {
  readonly messaging: boolean;
  readonly order_messages: "off" | "email" | "email_and_sms";
  readonly name: string | null;
  readonly language: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly address: Address | null;
  /** Minutes since midnight by the location's clock. */
  readonly minute_of_day: number;
  /** Who carries texts, and who carries e-mail. */
  readonly sender: SenderName;
  readonly mail_sender: SenderName;
  readonly opted_out: boolean;
  /** The scopes in which the address is not written to. */
  readonly mail_stops: readonly string[];
}

const termsStatement = defineStatement({
  name: "message-terms",
  takes: ["text", "text", "text"],
  gives: row<MessageTerms>({
    messaging: "bool",
    order_messages: "text",
    name: "text",
    language: "text",
    country: "text",
    phone: "text",
    address: "jsonb",
    minute_of_day: "int4",
    sender: "text",
    mail_sender: "text",
    opted_out: "bool",
    mail_stops: "text[]",
  }),
  text: `SELECT l.messaging, l.order_messages, l.name, l.language, l.address ->> 'country' AS country, l.phone, l.address,
      (extract(epoch FROM ((clock_timestamp() + make_interval(secs => l.clock_offset_seconds))
        AT TIME ZONE coalesce(l.timezone, 'UTC'))::time) / 60)::int AS minute_of_day,
      coalesce(settings.sender, 'outbox') AS sender, coalesce(settings.mail_sender, 'outbox') AS mail_sender,
      EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = $2) AS opted_out,
      ARRAY(SELECT s.scope FROM mail_stops s WHERE s.address = $3 AND (s.until IS NULL OR s.until > clock_timestamp()))
        AS mail_stops
    FROM locations l LEFT JOIN message_settings settings ON true WHERE l.id = $1`,
});

/** What decides whether and how a location writes to a number or an address. */
export function findTerms(
  db: Db,
  locationId: Id<"str">,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
): Promise<MessageTerms> {
  return db.one(termsStatement, [locationId, phone, email]);
}

const saveSendersStatement = defineStatement({
  name: "save-message-senders",
  prepare: false,
  takes: ["text", "text"],
  text: `INSERT INTO message_settings (sender, mail_sender) VALUES ($1, $2)
    ON CONFLICT (only_one) DO UPDATE SET sender = excluded.sender, mail_sender = excluded.mail_sender
    WHERE (message_settings.sender, message_settings.mail_sender) IS DISTINCT FROM (excluded.sender, excluded.mail_sender)`,
});

/** Notes who carries texts and e-mail from now on. */
export async function saveSenders(tx: Tx, texts: SenderName, mail: SenderName): Promise<void> {
  await tx.rows(saveSendersStatement, [texts, mail]);
}

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
