/**
 * The SQL that queues messages and stores their outcomes. `read-messages.sql.ts` reads them for people. Times are of
 * the real clock.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { Letter } from "../../mail/letter.ts";
import type { Message, MessageStatus } from "./message.ts";

export const messageTable = defineTable<Message>()({
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
      due_at: { takes: "float8", text: (parameter) => `clock_timestamp() + make_interval(secs => ${parameter})` },
      send_before: { takes: "float8", text: (parameter) => `clock_timestamp() + make_interval(secs => ${parameter})` },
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

/** Whether the message still has a recipient: none where its guest was forgotten. */
export const hasRecipient = "(phone IS NOT NULL OR email IS NOT NULL)";

/** What the carrier said ($4) may name the guest: none of it is kept once the guest was forgotten. */
export const carriersWords = `error = CASE WHEN ${hasRecipient} THEN coalesce($4, error) END`;

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
  text: `UPDATE messages SET status = $2, provider_id = coalesce($3, provider_id), ${carriersWords}, due_at = NULL, leased_by = NULL,
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
