/** A text or an e-mail to a guest as the program holds it. Times are real, not a location's. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import { maskEmail, type Letter } from "../../mail/letter.ts";
import type { MessageChannel, MessageKind } from "./message-kinds.ts";

export const messageStatuses = [
  "queued",
  "sent",
  "unconfirmed",
  "delivered",
  "undelivered",
  "failed",
  "suppressed",
] as const;
/** What a text can come to; the rest is of e-mail alone. */
export const textStatuses = ["queued", "sent", "delivered", "undelivered", "failed", "suppressed"] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What moves a message: the job that hands it over, a report of the provider, news that it contradicts, or forgetting its guest. */
export type MessageMover = "job" | "report" | "news" | "forgetting";

/** What becomes of a message (rules/messages-and-privacy 1). A report may come before the job has written its own end. */
export const messageMachine: StateMachine<MessageStatus, MessageMover> = {
  states: messageStatuses,
  initial: ["queued"],
  terminal: ["delivered", "undelivered", "failed", "suppressed"],
  transitions: [
    { from: "queued", to: "sent", by: ["job", "report"] },
    { from: "queued", to: "unconfirmed", by: ["job"] },
    { from: "queued", to: "delivered", by: ["report"] },
    { from: "queued", to: "undelivered", by: ["report"] },
    { from: "queued", to: "failed", by: ["job", "report"] },
    { from: "queued", to: "suppressed", by: ["job", "news", "forgetting"] },
    { from: "sent", to: "delivered", by: ["report"] },
    { from: "sent", to: "undelivered", by: ["report"] },
    { from: "sent", to: "failed", by: ["report"] },
    // A worker that was taken for dead may still hear that the relay took it.
    { from: "unconfirmed", to: "sent", by: ["job"] },
    { from: "unconfirmed", to: "undelivered", by: ["report"] },
  ],
};

/** Who carries messages: `outbox` only records them, `twilio` sends texts, `smtp` e-mail. */
export const senderNames = ["outbox", "twilio", "smtp"] as const;
export type SenderName = (typeof senderNames)[number];

export interface Message {
  readonly id: Id<"msg">;
  readonly location_id: Id<"str">;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  /** The waitlist entry, booking, order or invitation that it is about. */
  readonly subject_id: string;
  readonly language: GuestLanguage;
  /** E.164, of a text; null once the guest was forgotten, as the body. */
  readonly phone: string | null;
  /** Of an e-mail, in small letters; null once the guest was forgotten. */
  readonly email: string | null;
  /** Also null where it is a secret, for all but the sender. */
  readonly body: string | null;
  readonly segments: number;
  readonly sender: SenderName;
  readonly status: MessageStatus;
  readonly error: string | null;
  readonly attempts: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Why a guest cannot be sent a message. */
export const noMessageReasons = ["disabled", "not_configured", "no_phone", "opted_out"] as const;
export type NoMessageReason = (typeof noMessageReasons)[number];

/** What decides whether a guest is written to. */
export interface ReachTerms {
  /** Switched on at the location. */
  readonly messaging: boolean;
  readonly sender: SenderName;
  readonly isLive: boolean;
  /** A number, or an address. */
  readonly to: string | null;
  readonly optedOut: boolean;
}

/** Why a guest is not written to; undefined when they are. What the location lacks comes before what the guest lacks. */
export function whyUnreachable({ messaging, sender, isLive, to, optedOut }: ReachTerms): NoMessageReason | undefined {
  if (!messaging) return "disabled";
  // The outbox only records: in live a guest would wait for a message that nobody carries.
  if (isLive && sender === "outbox") return "not_configured";
  if (to === null) return "no_phone";
  return optedOut ? "opted_out" : undefined;
}

/** Whether news from the provider goes beyond what is known: its reports come late, twice and out of order. */
export function isNews(known: MessageStatus, reported: MessageStatus): boolean {
  return canMove(messageMachine, known, reported, "report");
}

/** A message that did not reach its guest and will not. */
export function hasFailed(status: MessageStatus): boolean {
  return status === "undelivered" || status === "failed" || status === "suppressed";
}

/** Whom a message is for, for logs and lists; empty once its guest was forgotten. */
export function maskRecipient({ phone, email }: Pick<Message, "phone" | "email">): string {
  if (email !== null) return maskEmail(email);
  return phone === null ? "" : maskPhone(phone);
}

/** A number for logs and lists: enough to tell two apart, too little to call. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}${"•".repeat(Math.max(0, phone.length - 5))}${phone.slice(-2)}`;
}

/** A message that the outbox keeps, with the letter that it is where it is an e-mail. */
export type KeptMessage = Message & { readonly letter: Letter | null };

/** An e-mail for its receiver: the address, and the name of the venue. */
export interface ReceivedMail {
  readonly kind: Message["kind"];
  readonly language: Message["language"];
  readonly email: string;
  readonly venue: string | null;
}
