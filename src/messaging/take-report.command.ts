/** Stores the reports of a message provider: a message arrived or failed, or a guest answered. */
import type { Id } from "../kernel/id.ts";
import { guestLanguageOf } from "../kernel/language.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { isNews, type MessageStatus } from "./message.ts";
import { lockMessage, sendReport } from "./messages.sql.ts";
import { findLastWriter } from "./message-opt-outs.sql.ts";
import { saveOptOut } from "./message-opt-outs.sql.ts";
import { answerTo } from "./templates.ts";
import { tellScreens } from "./tell-screens.command.ts";
import { readReply } from "./read-reply.ts";

export interface Report {
  readonly id: Id<"msg">;
  readonly status: MessageStatus;
  readonly providerId: string;
  readonly error: string | null;
}

/** Takes a report; one that comes late, twice or out of order changes nothing. Answers whether it did. */
export async function takeReport(tx: Tx, report: Report): Promise<boolean> {
  const known = await lockMessage(tx, report.id);
  if (known === undefined || !isNews(known.status, report.status)) return false;
  sendReport(tx, report.id, report);
  tellScreens(tx, known);
  return true;
}

/** Takes a guest's answer: STOP ends messages to the number, START begins them again. Answers what to reply, if anything. */
export async function takeReply(tx: Tx, phone: string, text: string): Promise<string | undefined> {
  const word = readReply(text);
  if (word === undefined) return undefined;
  if (word !== "help") await saveOptOut(tx, phone, word === "stop");
  const writer = await findLastWriter(tx, phone);
  return answerTo(word, guestLanguageOf(writer?.language ?? null, writer?.country ?? null));
}
