/**
 * Sends queued messages. Guarantees: a message is sent once. The outcome of an attempt can be unknown: after a time-out,
 * a lost connection, or the death of a worker. A provider of texts is asked for that outcome before another attempt. A
 * relay of e-mail cannot be asked. For e-mail the attempt is stored before it begins; one with an unknown outcome ends as
 * unconfirmed and is never repeated, and a text is sent instead where the guest agreed to texts. The lease only keeps
 * workers from sending at the same time; after its end another worker continues. Nothing is sent after its time, nor to
 * somebody who wants no messages. The call is outside every transaction, so a slow provider delays only this job.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import type { MailCarrier } from "../../mail/carrier.ts";
import { isForStaff, type MessageKind } from "../message/message-kinds.ts";
import { maskRecipient, type MessageStatus, type SenderName } from "../message/message.ts";
import type { MessageSender, SendResult } from "../message/message-sender.ts";
import {
  beginAttempt,
  findReader,
  finishMessage,
  leaseMessages,
  postponeMessage,
  type LeasedMessage,
} from "./lease-messages.sql.ts";
import { sendMessage } from "../message/messages.sql.ts";
import { tellScreens } from "../message/tell-screens.command.ts";
import { saveOptOut } from "../message/message-opt-outs.sql.ts";
import { mostInADay, mostInAnHour } from "../message/quiet-hours.ts";

export interface MessageJobOptions {
  readonly database: Database;
  readonly senderOf: (name: SenderName) => MessageSender | undefined;
  /** Who carries e-mail; undefined: it stays in the outbox. */
  readonly carrier: MailCarrier | undefined;
  /** Hears of every attempt, for the log and the metrics. */
  readonly onAttempt: (attempt: MessageAttempt) => void;
}

export interface MessageAttempt {
  readonly messageId: Id<"msg">;
  readonly kind: MessageKind;
  readonly sender: SenderName;
  /** Masked. */
  readonly to: string;
  readonly attempt: number;
  readonly outcome: MessageStatus | "postponed";
  readonly error: string | null;
}

const leaseSeconds = 30;
const batch = 16;
const delaysSeconds = [2, 8, 30, 120, 600];

/** Makes the job; `runOnce` answers true when there may be more. */
export function createMessageJob(options: MessageJobOptions): { runOnce(): Promise<boolean> } {
  const worker = `messages-${randomBytes(6).toString("hex")}`;
  return {
    async runOnce() {
      const leased = await options.database.transaction((tx) => leaseMessages(tx, worker, leaseSeconds, batch));
      await Promise.all(leased.map((message) => attempt(options, worker, message)));
      return leased.length === batch;
    },
  };
}

async function attempt(options: MessageJobOptions, worker: string, message: LeasedMessage): Promise<void> {
  const result = await (message.channel === "email"
    ? tryCarrying(options, worker, message)
    : trySending(options, message));
  const outcome = await record(options.database, worker, message, result);
  options.onAttempt({
    messageId: message.id,
    kind: message.kind,
    sender: message.sender,
    to: maskRecipient(message),
    attempt: message.attempts,
    outcome,
    error: result.kind === "accepted" ? null : result.error,
  });
}

type Attempted = SendResult | { readonly kind: "suppressed"; readonly error: string };
const forgotten = { kind: "suppressed", error: "the guest was forgotten" } as const;

async function trySending(options: MessageJobOptions, message: LeasedMessage): Promise<Attempted> {
  const { id, phone, body, uncertain_since: since } = message;
  const sender = options.senderOf(message.sender);
  if (phone === null || body === null) return forgotten;
  if (sender === undefined) return { kind: "busy", error: `${message.sender} is not configured` };
  try {
    const outgoing = { id, phone, body };
    if (since === null) return reasonAgainst(message) ?? (await sender.send(outgoing));
    const providerId = await sender.find(outgoing, since);
    if (providerId !== null) return { kind: "accepted", providerId };
    // The provider may have taken its time; the guest may have asked for peace meanwhile.
    const { hasRecipient, optedOut } = await findReader(options.database.read, id);
    if (!hasRecipient) return forgotten;
    return reasonAgainst({ ...message, opted_out: optedOut }) ?? (await sender.send(outgoing));
  } catch (error) {
    return { kind: "unknown", error: String(error) };
  }
}

/** Hands an e-mail over, unless an earlier attempt began: then it may have gone out already. */
async function tryCarrying(
  { database, carrier }: MessageJobOptions,
  worker: string,
  message: LeasedMessage,
): Promise<Attempted> {
  const { id, email, letter } = message;
  if (email === null || letter === null) return forgotten;
  if (message.uncertain_since !== null) return { kind: "unknown", error: "the attempt has no known end" };
  const against = reasonAgainst(message);
  if (against !== undefined) return against;
  if (message.sender === "outbox") return { kind: "accepted", providerId: null };
  if (carrier === undefined) return { kind: "busy", error: `${message.sender} is not configured` };
  return carrier.carry({ id, email, letter }, () => database.transaction((tx) => beginAttempt(tx, message, worker)));
}

/** Why a message is not sent any more; undefined where it is. */
function reasonAgainst(message: LeasedMessage): Attempted | undefined {
  const { sender, kind, hour_before: hour, day_before: day } = message;
  if (message.opted_out) return { kind: "suppressed", error: "the guest wants no messages" };
  // The outbox bothers nobody.
  const isTooMany = sender !== "outbox" && !isForStaff(kind) && (hour >= mostInAnHour || day >= mostInADay);
  if (isTooMany) return { kind: "suppressed", error: "too many messages within an hour or a day" };
  return message.late
    ? { kind: "refused", error: "its time was over before it could be sent", optedOut: false }
    : undefined;
}

/** A text in place of an e-mail that is not known to have been taken, while it is still worth something. */
function sendInstead(
  tx: Tx,
  { instead, location_id, kind, subject_id, language, seconds_left: left }: LeasedMessage,
): void {
  if (instead === null || left <= 0) return;
  const { waitsSeconds: waits, ...text } = instead;
  const about = {
    location_id,
    kind,
    subject_id,
    language,
    channel: "sms" as const,
    email: null,
    letter: null,
    instead: null,
  };
  sendMessage(tx, { ...about, ...text, sendWithinSeconds: left + waits, dueInSeconds: waits });
  tx.wake("jobs");
}

async function record(
  database: Database,
  worker: string,
  message: LeasedMessage,
  result: Attempted,
): Promise<MessageStatus | "postponed"> {
  const { id, phone } = message;
  return database.transaction(async (tx) => {
    tellScreens(tx, message);
    switch (result.kind) {
      case "accepted":
        await finishMessage(tx, id, { status: "sent", providerId: result.providerId, error: null });
        return "sent";
      case "suppressed":
        await finishMessage(tx, id, { status: "suppressed", providerId: null, error: result.error });
        return "suppressed";
      case "refused": {
        const status = result.optedOut ? "suppressed" : "failed";
        if (result.optedOut && phone !== null) await saveOptOut(tx, phone, true);
        const { isWanted } = await finishMessage(tx, id, { status, providerId: null, error: result.error });
        if (isWanted) sendInstead(tx, message);
        return status;
      }
      case "busy":
      case "unknown": {
        if (result.kind === "unknown" && message.channel === "email") {
          const status = "unconfirmed";
          const { isWanted } = await finishMessage(tx, id, { status, providerId: null, error: result.error });
          if (isWanted) sendInstead(tx, message);
          return status;
        }
        // An outcome that stays unknown until long after the message's time is given up: it was asked for often enough.
        if (message.late && message.attempts > delaysSeconds.length) {
          await finishMessage(tx, id, { status: "failed", providerId: null, error: result.error });
          return "failed";
        }
        const seconds = delaysSeconds[Math.min(message.attempts, delaysSeconds.length) - 1] ?? 2;
        // Certain about this attempt says nothing of an earlier one.
        const certain = result.kind === "busy" && message.uncertain_since === null;
        await postponeMessage(tx, message, worker, { seconds, certain, error: result.error });
        return "postponed";
      }
    }
  });
}
