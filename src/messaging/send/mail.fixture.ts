/** A letter and its carrier, for tests of e-mail. */
import type { Letter } from "../../mail/letter.ts";
import { createSmtpCarrier } from "../../mail/smtp-carrier.client.ts";
import type { LetterTerms } from "../queue/tell-guest.command.ts";

/** Carries e-mail to the relay at a port of loopback. */
export const carrierTo = (port: number, limits: { readonly wholeMs?: number } = {}) =>
  createSmtpCarrier({
    settings: {
      relay: { host: "127.0.0.1", port, secure: false, user: null, password: null },
      from: "tables@example.com",
      requiresTls: false,
      bounceDomain: null,
    },
    linksOf: (id) => ({ stop: `http://test/mail/${id}`, unsubscribe: `http://test/mail/${id}/reminders` }),
    bounceAddressOf: (id) => `bounce+${id}@example.com`,
    limits,
  });

/** A letter about an order. */
export const orderLetter = ({ language, venue, isUnsubscribable }: LetterTerms): Letter => ({
  language,
  subject: "Order 17 is ready",
  text: ["You can collect it now."],
  facts: [{ label: "Code", value: "K7M2Q9XZ" }],
  action: { label: "See your order", href: "http://test/order/1" },
  venue,
  calendar: null,
  isUnsubscribable,
});
