/** Messages as the operator reads them: a masked number, and the text as it was sent. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { messageChannels, messageKinds } from "./message-kinds.ts";
import { maskRecipient, messageStatuses, senderNames, type Message } from "./message.ts";

export const messageShape = Type.Object(
  {
    object: Type.Literal("guest_message"),
    id: idField("msg"),
    location_id: idField("str"),
    kind: oneOf(messageKinds),
    channel: oneOf(messageChannels),
    subject_id: Type.String({
      maxLength: 100,
      description: "The waitlist entry, booking, order or invitation that it is about.",
    }),
    language: Type.String({ maxLength: 20 }),
    to: nullable(Type.String({ maxLength: 254, description: "Masked; null once the guest was forgotten." })),
    body: nullable(
      Type.String({
        maxLength: 1000000,
        description: "Null once the guest was forgotten, and for an invitation, whose text is a secret.",
      }),
    ),
    segments: Type.Integer({ minimum: 1, description: "Parts that a text is sent, and charged, as; 1 for an e-mail." }),
    sender: oneOf(senderNames, "outbox only records."),
    status: oneOf(
      messageStatuses,
      "unconfirmed: an e-mail may have been taken by the relay, nobody can say, and it is not sent again.",
    ),
    error: nullable(Type.String({ maxLength: 1000 })),
    attempts: Type.Integer({ minimum: 0 }),
    created_at: isoInstant("When it was queued, in real time."),
    updated_at: isoInstant("When its status last changed."),
  },
  { title: "GuestMessage" },
);

export function messageToWire(message: Message): Static<typeof messageShape> {
  const { phone, email, created_at: created, updated_at: updated, ...fields } = message;
  return {
    object: "guest_message",
    ...fields,
    to: phone === null && email === null ? null : maskRecipient(message),
    created_at: toIso(created),
    updated_at: toIso(updated),
  };
}

export const messageExample = {
  object: "guest_message",
  id: "msg_01k0w3hc7m4e9s2w5z8b1f6j3x",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  kind: "table_ready",
  channel: "sms",
  subject_id: "bkw_01k0w3hb2x5c8r1t6v9y4m7q0d",
  language: "en",
  to: "+33•••••••43",
  body: "Maple Street Diner: your table is ready. Please come within 10 min. https://maple.example/wait/Xy7_kTq0PZ2mB8rLw4sVdA",
  segments: 1,
  sender: "outbox",
  status: "sent",
  error: null,
  attempts: 1,
  created_at: "2026-03-06T18:52:00.000Z",
  updated_at: "2026-03-06T18:52:01.000Z",
} as const;
