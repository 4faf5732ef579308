/**
 * Sends a guest without a code the links to their orders, bookings and entries (rules/messages-and-privacy 4.6): to the
 * typed phone or e-mail, and to no other. Guarantees: only that contact learns whether anything was found. Attempts are
 * counted as those of codes. A link is made with its message, in one transaction. A guest who is erased meanwhile is told
 * of no booking.
 */
import { findBookingsOf } from "../../bookings/aftercare/guest-bookings.query.ts";
import { giveGuestKey } from "../../bookings/book/give-guest-key.command.ts";
import { makeGuestLink, type LinkTarget } from "../../guest-links/make-guest-link.command.ts";
import { takeTries } from "../../guest-links/count-tries.command.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Letter } from "../../mail/letter.ts";
import { tellGuest, type LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { findOrdersOf } from "../../orders/order/find-order-by-token.query.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import { phoneOf, type Contact } from "./contact.ts";
import { contactTry, networkTry } from "./find-again.command.ts";

export interface LinksWanted {
  readonly contact: Contact;
  /** The visitor's address. */
  readonly address: string;
  /** Of the restaurant that the visitor comes from, where it is known. */
  readonly country: string | null;
  /** What the visitor reads. */
  readonly language: GuestLanguage;
  /** This order alone; absent: whatever is the contact's. */
  readonly only?: Id<"ord">;
}

/** More are sent to nobody at once: the newest come first. */
const mostLinks = 5;
/** Of a contact, among which one order is looked for. */
const mostOrders = 200;
const tenMinutes = 600;

interface Told {
  readonly target: LinkTarget;
  readonly subjectId: string;
  /** What the message is about, as its reader reads days. */
  readonly subject: (terms: LetterTerms) => string;
  readonly code: string;
}

/** Sends the links, if there are any; answers the seconds to wait when the try is over a limit. */
export async function sendLinks(database: Database, wanted: LinksWanted): Promise<number | undefined> {
  const { contact, address, country, language, only } = wanted;
  const wait = await takeTries(database, [networkTry(address), contactTry(contact, country)]);
  if (wait !== undefined) return wait;
  const reached = {
    phone: phoneOf(contact, country),
    email: contact.kind === "email" ? contact.email : null,
  };
  if (reached.phone === null && reached.email === null) return undefined;
  const found = await listTold(database, reached, only);
  if (found.length === 0) return undefined;
  const occasion = `find:${Math.floor(database.clock.now() / (tenMinutes * 1_000))}`;
  const channel = contact.kind === "email" ? "email" : "sms";
  // A transaction each: they may be of several locations.
  for (const told of found)
    await database.transaction(async (tx) => {
      // The guest may have been erased since the reading: nobody is told of the booking then.
      if ("bookingId" in told.target && !(await giveGuestKey(tx, told.target.bookingId))) return;
      await tellGuest(tx, {
        locationId: told.target.locationId,
        kind: "find_links",
        subjectId: told.subjectId,
        occasion,
        contact: { ...reached, chosen: channel },
        only: [channel],
        language,
        letter: (terms) => writeLetter(tx, told, terms),
        sendWithinSeconds: tenMinutes,
      });
    });
  return undefined;
}

async function listTold(
  { read }: Database,
  reached: { readonly phone: string | null; readonly email: string | null },
  only: Id<"ord"> | undefined,
): Promise<readonly Told[]> {
  const [orders, bookings] = await Promise.all([
    findOrdersOf(read, reached, only === undefined ? mostLinks : mostOrders),
    only === undefined ? findBookingsOf(read, reached, mostLinks) : [],
  ]);
  const told: readonly Told[] = [
    ...bookings.map(({ id, location_id: locationId, starts_at: at, time_zone: zone, code }) => ({
      target: { locationId, bookingId: id },
      subjectId: id,
      subject: ({ language, locale }: LetterTerms) =>
        speak(language, "finding", locale)("letter.booking", { day: formatDayTime(at, zone, locale) }),
      code,
    })),
    ...orders.map(({ id, location_id: locationId, display_number: number, code }) => ({
      target: { locationId, orderId: id },
      subjectId: id,
      subject: ({ language }: LetterTerms) => speak(language, "finding")("letter.order", { number }),
      code,
    })),
  ];
  const wanted = only === undefined ? told : told.filter(({ subjectId }) => subjectId === only);
  return wanted.slice(0, mostLinks);
}

function writeLetter(tx: Tx, { target, subject, code }: Told, terms: LetterTerms): Letter {
  const { language, venue, isUnsubscribable } = terms;
  const say = speak(language, "finding");
  const href = makeGuestLink(tx, target);
  return {
    language,
    subject: subject(terms),
    text: [say("letter.text")],
    facts: [{ label: say("code"), value: code }],
    action: href === null ? null : { label: say("letter.open"), href },
    venue,
    calendar: null,
    isUnsubscribable,
  };
}
