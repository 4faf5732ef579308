/**
 * Queues a text to a guest who waits for it, or to staff about an order or an invitation. For a guest who chose how to be
 * told, features call `tell-guest.command.ts`.
 *
 * Guarantees: the message is queued in the caller's transaction, so it is sent exactly when the change is made. One
 * message per occasion, for any number of calls. A job sends it after the COMMIT; a provider that is down, slow or
 * refuses never delays the caller. Guests who answered STOP get none.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { guestLanguageOf, type GuestLanguage } from "../../kernel/language.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { isForStaff, messageChannels, type MessageChannel } from "../message/message-kinds.ts";
import { whyUnreachable, type NoMessageReason } from "../message/message.ts";
import { findTerms, type MessageTerms } from "./message-terms.sql.ts";
import * as sql from "../message/messages.sql.ts";
import type { MessageValues } from "../text/message-values.ts";
import { composeMessage } from "../text/templates.ts";
import { replaceUnsettled } from "./unsettled-messages.sql.ts";

export interface MessageRequest {
  readonly locationId: Id<"str">;
  /** The waitlist entry, booking, order or invitation that it is about. */
  readonly subjectId: string;
  /** What makes the occasion: a second message of the same is not sent. */
  readonly occasion: string;
  /** E.164. */
  readonly phone: string | null;
  /** What the reader asked for; absent or null: the language of the location. */
  readonly language?: GuestLanguage | null;
  /** What it says; as a function, made only for a guest who is written to. */
  readonly values: MessageValues | (() => Promise<MessageValues>);
  /** Real seconds after which it would only confuse. */
  readonly sendWithinSeconds: number;
  /** The message waits so long, and a later one that settles too takes its place; absent: it goes out at once. */
  readonly settleSeconds?: number;
}

/** Queues a message, or answers why the guest gets none. */
export async function queueMessage(tx: Tx, request: MessageRequest): Promise<NoMessageReason | undefined> {
  const { locationId, subjectId, phone, settleSeconds } = request;
  const terms = await findTerms(tx, locationId, { phone, email: null, subjectId: null });
  // What is switched off at a location is writing to guests.
  const toStaff = typeof request.values !== "function" && isForStaff(request.values.kind);
  const reason = reasonFor(tx, { ...terms, messaging: terms.messaging || toStaff }, phone);
  if (reason !== undefined) return reason;
  const values = typeof request.values === "function" ? await request.values() : request.values;
  const language = request.language ?? guestLanguageOf(terms.language, terms.country);
  const message = {
    id: newId("msg"),
    location_id: locationId,
    kind: values.kind,
    channel: "sms" as const,
    subject_id: subjectId,
    language,
    phone,
    email: null,
    letter: null,
    instead: null,
    ...composeMessage(terms.name, language, values),
    sender: terms.sender,
    dedupeKey: `${values.kind}:${subjectId}:${request.occasion}`,
    sendWithinSeconds: request.sendWithinSeconds,
    dueInSeconds: settleSeconds ?? 0,
  };
  if (settleSeconds === undefined || !(await replaceUnsettled(tx, message))) sql.sendMessage(tx, message);
  tx.wake("jobs");
  return undefined;
}

/** Whether a location can write to guests at all: switched on, and by somebody who carries it. */
export async function writesToGuests(db: Db, locationId: Id<"str">): Promise<boolean> {
  const terms = await findTerms(db, locationId, { phone: null, email: null, subjectId: null });
  return reasonFor(db, terms, null) === "no_phone";
}

/** The channels by which guests can be told of what is not an order, texts first; none where the location does not write to guests. */
export async function listGuestChannels(db: Db, locationId: Id<"str">): Promise<readonly MessageChannel[]> {
  const terms = await findTerms(db, locationId, { phone: null, email: null, subjectId: null });
  const { messaging, sender, mail_sender: mailSender } = terms;
  return messageChannels.filter((channel) => {
    const carrier = channel === "email" ? mailSender : sender;
    const reach = { messaging, sender: carrier, isLive: db.livemode, to: null, optedOut: false };
    return whyUnreachable(reach) === "no_phone";
  });
}

function reasonFor(db: Db, terms: MessageTerms, phone: string | null): NoMessageReason | undefined {
  const { messaging, sender, opted_out: optedOut } = terms;
  return whyUnreachable({ messaging, sender, isLive: db.livemode, to: phone, optedOut });
}
