import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { Message } from "./message.ts";
import * as sql from "./messages.sql.ts";

/** The latest message about each of some subjects, by subject. */
export async function readLatestMessages(db: Db, subjectIds: readonly string[]): Promise<ReadonlyMap<string, Message>> {
  if (subjectIds.length === 0) return new Map();
  const messages = await sql.listLatest(db, subjectIds);
  return new Map(messages.map((message) => [message.subject_id, message]));
}

export interface MessagePage {
  readonly locationId: Id<"str"> | undefined;
  readonly before: Id<"msg"> | undefined;
  readonly limit: number;
}

/** The messages, newest first, for the operator. */
export function listMessages(db: Db, page: MessagePage): Promise<Message[]> {
  return sql.listMessages(db, page);
}

/** What was written to a number, oldest first. */
export function listMessagesTo(db: Db, phone: string): Promise<Message[]> {
  return sql.listMessagesTo(db, phone);
}
