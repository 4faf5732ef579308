/** The messages that were written, for people who may read them. A text that is a secret is left out, also before it is sent. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { isSecret, type ChosenChannel } from "./message-kinds.ts";
import { findChoice } from "./message-opt-outs.sql.ts";
import type { KeptMessage, Message, ReceivedMail } from "./message.ts";
import * as sql from "./read-messages.sql.ts";

/** The latest message about each of some subjects, by subject. */
export async function readLatestMessages(db: Db, subjectIds: readonly string[]): Promise<ReadonlyMap<string, Message>> {
  if (subjectIds.length === 0) return new Map();
  const messages = await sql.listLatest(db, subjectIds);
  return new Map(messages.map((message) => [message.subject_id, withoutSecret(message)]));
}

export interface MessagePage {
  readonly locationId: Id<"str"> | undefined;
  readonly before: Id<"msg"> | undefined;
  readonly limit: number;
}

/** The messages, newest first, for the operator. */
export async function listMessages(db: Db, page: MessagePage): Promise<Message[]> {
  return (await sql.listMessages(db, page)).map(withoutSecret);
}

/** What was written to a number or an address, oldest first. */
export async function listMessagesTo(db: Db, phone: string | null, email: string | null): Promise<Message[]> {
  return (await sql.listMessagesTo(db, phone, email, null)).map(withoutSecret);
}

/** What was written about an order, a booking or a party, oldest first. */
export async function listMessagesAbout(db: Db, subject: string): Promise<Message[]> {
  return (await sql.listMessagesTo(db, null, null, subject)).map(withoutSecret);
}

function withoutSecret(message: Message): Message {
  return isSecret(message.kind) ? { ...message, body: null } : message;
}

/** What the last message of some kinds about a subject told of, as its caller named the occasion; undefined where there is none. */
export function findLastOccasion(
  db: Db,
  subjectId: string,
  kinds: readonly Message["kind"][],
): Promise<string | undefined> {
  return sql.findLastOccasion(db, subjectId, kinds);
}

/** What the outbox keeps, newest first; the text of a secret is left out. */
export async function listOutbox(db: Db, before: Id<"msg"> | null, limit: number): Promise<KeptMessage[]> {
  return (await sql.listKept(db, before, limit)).map((kept) => ({ ...kept, ...withoutSecret(kept) }));
}

/** One message of the outbox; undefined where there is none. */
export async function findInOutbox(db: Db, id: Id<"msg">): Promise<KeptMessage | undefined> {
  const kept = await sql.findKept(db, id);
  return kept === undefined ? undefined : { ...kept, ...withoutSecret(kept) };
}

/** An e-mail by its id, as whoever got it knows it; undefined where there is none, or its guest was forgotten. */
export function findReceivedMail(db: Db, id: Id<"msg">): Promise<ReceivedMail | undefined> {
  return sql.findReceived(db, id);
}

/** How a guest chose to be told of an order, a booking or an entry; undefined where nothing was asked. */
export async function findChosenChannel(db: Db, subjectId: string): Promise<ChosenChannel | undefined> {
  return (await findChoice(db, subjectId))?.channel;
}
