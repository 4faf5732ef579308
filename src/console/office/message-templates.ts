/** What guests are written, with example values. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";
import type { MessageKind } from "../../messaging/message-kinds.ts";
import type { MessageValues } from "../../messaging/message-values.ts";
import { composeMessage } from "../../messaging/templates.ts";

const link = "https://example.com/…";

const booked = { date: "2026-12-06", time: "19:30", partySize: 4, code: "K7M2Q", link } as const;

const examples: readonly MessageValues[] = [
  { kind: "booking_confirmed", ...booked },
  { kind: "booking_reminder", ...booked },
  { kind: "booking_changed", ...booked },
  { kind: "booking_cancelled", date: "2026-12-06", time: "19:30", reason: null, link },
  { kind: "waitlist_joined", position: 3, wait: { min: 20, max: 30 }, link },
  { kind: "table_ready", minutes: 10, link, note: null },
  { kind: "staff_alert", orders: 2, number: "A-17" },
  { kind: "invitation", link },
];

export interface MessageTemplate {
  readonly kind: MessageKind;
  readonly text: string;
}

/** Each kind of message in a language, as a location of that name writes it. */
export function templatesIn(language: GuestLanguage, venueName: string | null): MessageTemplate[] {
  return examples.map((values) => ({ kind: values.kind, text: composeMessage(venueName, language, values).body }));
}
