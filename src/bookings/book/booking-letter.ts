/** The words of an e-mail about a booking, in the guest's language, with the booking as an entry of a calendar; and the values of a text. Pure. */
import { calendarFile } from "../../mail/calendar-file.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import type { Letter, LetterFact, LetterReservation } from "../../mail/letter.ts";
import type { LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import type { MessageValues } from "../../messaging/text/message-values.ts";
import { formatDay, formatOffset, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { Booking } from "./booking.ts";

export type BookingNewsKind =
  | "booking_confirmed"
  | "booking_requested"
  | "booking_declined"
  | "booking_reminder"
  | "booking_changed"
  | "booking_cancelled";

export interface BookingLetterParts {
  readonly booking: Booking;
  /** The name of the area as its guest reads it; null where the restaurant chooses. */
  readonly areaName: string | null;
  /** The name of the experience that is booked, in the same way. */
  readonly experienceName: string | null;
  /** Where the guest sees and changes the booking. */
  readonly link: string | null;
  /** Of a change: the time on the wall stays, and the calendar gets another entry. */
  readonly isAsBefore?: boolean;
}

const overKinds = new Set<BookingNewsKind>(["booking_declined", "booking_cancelled"]);

/** The letter about news of a booking. */
export function bookingLetter(kind: BookingNewsKind, parts: BookingLetterParts, terms: LetterTerms): Letter {
  const { booking, areaName, experienceName, link } = parts;
  const { language, locale, venue } = terms;
  const say = speak(language, "letters", locale);
  const sayBooking = speak(language, "booking", locale);
  const date = formatDay(booking.starts_at, booking.time_zone, locale);
  const time = formatTime(booking.starts_at, booking.time_zone, locale);
  const isOver = overKinds.has(kind);
  const isAsBefore = kind === "booking_changed" && parts.isAsBefore === true;
  const isOwn = kind === "booking_cancelled" && booking.cancellation?.actor === "guest";
  const facts: readonly (LetterFact | null)[] = [
    { label: say("fact.when"), value: `${date}, ${time}` },
    { label: say("fact.party"), value: say("fact.guests", { count: booking.party_size }) },
    areaName === null ? null : { label: say("fact.area"), value: areaName },
    experienceName === null ? null : { label: sayBooking("fact.menu"), value: experienceName },
    { label: say("fact.code"), value: booking.confirmation_code },
    reasonOf(booking, kind) === null ? null : { label: say("fact.reason"), value: reasonOf(booking, kind) ?? "" },
  ];
  return {
    language,
    subject: isAsBefore ? say("booking_changed.as_before.subject", { time }) : subjectOf(kind, { date, time }, say),
    text: [isAsBefore ? say("booking_changed.as_before", { date, time }) : textOf(kind, isOwn, { date, time }, say)],
    facts: facts.filter((fact) => fact !== null),
    action: link === null ? null : { label: say(isOver ? "do.booking" : "do.manage"), href: link },
    venue,
    calendar: kind === "booking_requested" || kind === "booking_declined" ? null : entryOf(parts, terms),
    ...(kind === "booking_declined" ? {} : { reservation: reservationOf(kind, booking, link) }),
    isUnsubscribable: terms.isUnsubscribable,
  };
}

/** What mail programs show of it beside the words. */
function reservationOf(kind: BookingNewsKind, booking: Booking, link: string | null): LetterReservation {
  const { guest_first_name: first, guest_last_name: last } = booking;
  return {
    number: booking.confirmation_code,
    status: kind === "booking_requested" ? "Pending" : booking.cancellation === null ? "Confirmed" : "Cancelled",
    startTime: localTimeOf(booking.time_zone, booking.starts_at),
    partySize: booking.party_size,
    guestName: [first, last].filter((name) => name !== null).join(" "),
    url: link,
  };
}

interface When {
  readonly date: string;
  readonly time: string;
}

function subjectOf(kind: BookingNewsKind, when: When, say: ReturnType<typeof speak<"letters">>): string {
  return kind === "booking_reminder" ? say("booking_reminder.subject", when) : say(`${kind}.subject`);
}

function textOf(kind: BookingNewsKind, isOwn: boolean, when: When, say: ReturnType<typeof speak<"letters">>): string {
  if (kind === "booking_reminder") return say("booking_reminder.text");
  return say(isOwn ? "booking_cancelled.by_guest" : `${kind}.text`, when);
}

/** In the restaurant's own words. */
function reasonOf({ cancellation }: Booking, kind: BookingNewsKind): string | null {
  return kind === "booking_cancelled" && cancellation?.actor === "venue" ? (cancellation.reason ?? null) : null;
}

/** UID and SEQUENCE are those of the file on the booking's page, so a calendar knows the entry again. */
function entryOf(
  { booking, experienceName, link }: BookingLetterParts,
  { venue, locale, language }: LetterTerms,
): Letter["calendar"] {
  const say = speak(language, "letters", locale);
  const isCancelled = booking.cancellation !== null;
  const text = calendarFile({
    uid: `${booking.id}@maple`,
    madeAt: booking.updated_at,
    changedAt: booking.updated_at,
    sequence: booking.version - 1,
    status: isCancelled ? "CANCELLED" : "CONFIRMED",
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    summary: venue.name,
    description: [say("fact.guests", { count: booking.party_size }), experienceName, booking.confirmation_code]
      .filter((line) => line !== null)
      .join("\n"),
    location: venue.address === null ? null : `${venue.name}, ${venue.address}`,
    coordinate: null,
    url: link ?? "",
  });
  return isCancelled
    ? { method: "CANCEL", text: text.replace("METHOD:PUBLISH", "METHOD:CANCEL") }
    : { method: "PUBLISH", text };
}

type TextedKind = Exclude<BookingNewsKind, "booking_requested" | "booking_declined">;

/** What the text says; a time that the clock of the restaurant shows twice has its offset, as on the pages. */
export function bookingText(
  kind: TextedKind,
  booking: Booking,
  language: GuestLanguage,
  link: string | null,
): MessageValues {
  const { time_zone: zone, starts_at: at } = booking;
  const local = localTimeOf(zone, at);
  const time = [local.slice(11, 16), formatOffset(at, zone, language)].filter((part) => part !== "").join(" ");
  const shared = { date: local.slice(0, 10), time, link };
  if (kind === "booking_cancelled") return { kind, ...shared, reason: booking.cancellation?.reason ?? null };
  return { kind, ...shared, partySize: booking.party_size, code: booking.confirmation_code };
}
