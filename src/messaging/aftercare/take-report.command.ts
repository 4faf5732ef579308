/** Stores reports about messages: one arrived, failed or bounced, or its guest answered or wants no more. */
import type { Id } from "../../kernel/id.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { isNews, type MessageStatus } from "../message/message.ts";
import { lockMessage, sendReport } from "../message/messages.sql.ts";
import { findReceived } from "../message/read-messages.sql.ts";
import { findLastWriter } from "../message/message-opt-outs.sql.ts";
import { saveMailStop, saveOptOut, type MailStopScope } from "../message/message-opt-outs.sql.ts";
import { answerTo } from "../text/templates.ts";
import { tellScreens } from "../message/tell-screens.command.ts";
import { readReply } from "./read-reply.ts";

export interface Report {
  readonly id: Id<"msg">;
  readonly status: MessageStatus;
  /** Null of an e-mail: a relay gives none. */
  readonly providerId: string | null;
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

/** Notes that whoever got an e-mail wants none, or no reminders; false where its address was forgotten. Asked twice is asked once. */
export async function stopMail(tx: Tx, id: Id<"msg">, scope: MailStopScope): Promise<boolean> {
  const mail = await findReceived(tx, id);
  if (mail === undefined) return false;
  await saveMailStop(tx, mail.email, scope, null);
  return true;
}

/** So long an address that does not exist is not written to. */
const bouncedForSeconds = 90 * 86_400;

/** Takes a bounce with its status (RFC 3463): 5.x.x did not arrive, and after 5.1.x the address is left alone. */
export async function takeBounce(tx: Tx, id: Id<"msg">, status: string): Promise<boolean> {
  if (!status.startsWith("5.")) return false;
  const mail = await findReceived(tx, id);
  const isTaken = await takeReport(tx, { id, status: "undelivered", providerId: null, error: `bounced: ${status}` });
  if (isTaken && mail !== undefined && status.startsWith("5.1."))
    await saveMailStop(tx, mail.email, "all", bouncedForSeconds);
  return isTaken;
}
