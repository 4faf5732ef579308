/** The port that sends messages; each way of sending has an adapter. Types only. */
import type { Id } from "../../kernel/id.ts";
import type { SenderName } from "./message.ts";

export interface OutgoingMessage {
  readonly id: Id<"msg">;
  /** E.164. */
  readonly phone: string;
  readonly body: string;
}

/** How an attempt ended, as far as anybody knows. */
export type SendResult =
  | { readonly kind: "accepted"; readonly providerId: string | null }
  /** Final: the provider will never take this. */
  | { readonly kind: "refused"; readonly error: string; readonly optedOut: boolean }
  /** Not taken, for certain; later it may be. */
  | { readonly kind: "busy"; readonly error: string }
  /** Perhaps taken: the provider is asked before another attempt. */
  | { readonly kind: "unknown"; readonly error: string };

export interface MessageSender {
  readonly name: SenderName;
  /** Hands a message over; in bounded time, and never throws. */
  send(message: OutgoingMessage): Promise<SendResult>;
  /** What an earlier attempt since then, real time, became: its id at the provider, null for none; throws when it cannot say. */
  find(message: OutgoingMessage, since: number): Promise<string | null>;
}

/** Keeps messages where the operator reads them, and carries them nowhere. */
export const outboxSender: MessageSender = {
  name: "outbox",
  send: async () => ({ kind: "accepted", providerId: null }),
  find: async () => null,
};
