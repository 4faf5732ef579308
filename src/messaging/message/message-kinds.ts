/**
 * The kinds of messages, and the channels of each (rules/messages-and-privacy 1.14). To add a kind, add a row here, its
 * name in the CHECK of `messages.kind` (a migration), its words in `src/words/{language}/letters.ts`, and its letter in
 * `src/mail/letters/`. A kind that is also sent as a text has its words in `texts.ts` there, and in `templates.ts`. Pure.
 */
export const messageKinds = [
  "waitlist_joined",
  "table_ready",
  "waitlist_expired",
  "booking_confirmed",
  "booking_requested",
  "booking_declined",
  "booking_reminder",
  "booking_changed",
  "booking_cancelled",
  "booking_payment",
  "booking_refunded",
  "order_received",
  "order_accepted",
  "order_delayed",
  "order_changed",
  "order_ready",
  "order_out_for_delivery",
  "order_denied",
  "order_cancelled",
  "order_unpaid",
  "order_refunded",
  "table_offer",
  "group_request",
  "group_answer",
  "find_links",
  "staff_alert",
  "invitation",
] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageChannels = ["sms", "email"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** How a guest is told of things, as they chose; `page`: by nothing but the page of the order, booking or entry. */
export const chosenChannels = ["sms", "email", "page"] as const;
export type ChosenChannel = (typeof chosenChannels)[number];

/**
 * `chosen`: by the channel that the guest picked. `chosen_and_text`: by text too where there is a phone. `mail`: by e-mail,
 * where there is one. `text`: by text. `text_and_mail`: by text, and by e-mail where there is one.
 */
type Way = "chosen" | "chosen_and_text" | "mail" | "text" | "text_and_mail";

const ways: Readonly<Record<MessageKind, Way>> = {
  waitlist_joined: "text_and_mail",
  table_ready: "text",
  waitlist_expired: "text",
  booking_confirmed: "chosen",
  booking_requested: "chosen",
  booking_declined: "chosen",
  booking_reminder: "chosen",
  booking_changed: "chosen",
  booking_cancelled: "chosen_and_text",
  booking_payment: "mail",
  booking_refunded: "mail",
  order_received: "chosen",
  order_accepted: "mail",
  order_delayed: "chosen",
  order_changed: "chosen_and_text",
  order_ready: "chosen",
  order_out_for_delivery: "chosen",
  order_denied: "chosen_and_text",
  order_cancelled: "chosen_and_text",
  order_unpaid: "mail",
  order_refunded: "mail",
  table_offer: "chosen_and_text",
  group_request: "mail",
  group_answer: "chosen_and_text",
  find_links: "chosen",
  staff_alert: "text",
  invitation: "text",
};

/** Kinds that are written to staff: a location that does not write to guests sends them too. */
export function isForStaff(kind: MessageKind): boolean {
  return kind === "staff_alert" || kind === "invitation" || kind === "group_request";
}

/** Kinds whose text is a secret: kept only until it is handed over, and shown to nobody else (rules/people 3.7). */
export function isSecret(kind: MessageKind): boolean {
  return kind === "invitation";
}

/** Reminders and offers: what a guest can end with one click and still hear of the rest. */
export function isUnsubscribable(kind: MessageKind): boolean {
  return kind === "booking_reminder" || kind === "table_offer";
}

/** Kinds about orders: where nobody asked the diner, they go by e-mail alone. */
export function isOfOrder(kind: MessageKind): boolean {
  return kind.startsWith("order_");
}

/** How a guest can be reached. */
export interface Contact {
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
  /** As the guest chose; null: nobody asked, so by text where there is a phone, else by e-mail. */
  readonly chosen: ChosenChannel | null;
}

/** The channels by which a guest is told of something; none where they cannot be, or chose the page. */
export function channelsFor(kind: MessageKind, contact: Contact): readonly MessageChannel[] {
  const { email, chosen } = contact;
  if (chosen === "page") return [];
  const phone = isOfOrder(kind) && chosen === null ? null : contact.phone;
  const way = ways[kind];
  const picked: MessageChannel = chosen ?? (phone === null ? "email" : "sms");
  const byText = way === "text" || way === "text_and_mail" || way === "chosen_and_text" || picked === "sms";
  const byMail = way === "mail" || way === "text_and_mail" || picked === "email";
  return [
    ...(phone !== null && way !== "mail" && byText ? (["sms"] as const) : []),
    ...(email !== null && way !== "text" && byMail ? (["email"] as const) : []),
  ];
}

/** Whether a text may take the place of an e-mail that is not known to have been taken. */
export function isTextedInstead(kind: MessageKind, { phone, chosen }: Contact): boolean {
  const way = ways[kind];
  if (isOfOrder(kind) && chosen === null) return false;
  return phone !== null && chosen !== "page" && (way === "chosen" || way === "chosen_and_text");
}
