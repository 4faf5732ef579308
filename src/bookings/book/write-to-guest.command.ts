/**
 * Messages about bookings (rules/messages-and-privacy 1.1). One tells that a booking is asked for, confirmed, declined,
 * changed or cancelled, and is queued in the transaction of the change; others are the reminders. Each has the booking's
 * link. They go to guests who booked ahead and left a number or an address; walk-ins and parties of the waitlist are
 * there already.
 */
import { makeGuestLink } from "../../guest-links/make-guest-link.command.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import { tellGuest, type LetterTerms } from "../../messaging/queue/tell-guest.command.ts";
import { withdrawMessages } from "../../messaging/queue/withdraw-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "../../webhooks/subscriptions/event-types.ts";
import { bookingLetter, bookingText, type BookingLetterParts, type BookingNewsKind } from "./booking-letter.ts";
import type { Booking } from "./booking.ts";
import { giveGuestKey } from "./give-guest-key.command.ts";
import { isKeptByProvider } from "../venue/native-only.ts";
import type { Shown } from "../venue/configuration.ts";
import { findVenueState } from "../venue/venue.query.ts";

const madeAhead = new Set<Booking["source"]>(["partner", "online", "phone"]);
/** Changes that come within this are one message: the last of them. */
const gatherSeconds = 20;

interface Occasion {
  /** A second message of the same kind about the same booking and occasion is not sent. */
  readonly occasion: string;
  /** Real seconds after which it would only confuse. */
  readonly sendWithinSeconds: number;
  /** From now until the start. */
  readonly aheadSeconds: number;
  readonly settles?: true;
  /** The time on the wall is what it was: the letter brings another entry for the calendar. */
  readonly isAsBefore?: true;
  /** Only by these of the channels that the guest chose. */
  readonly only?: readonly MessageChannel[];
}

/** Queues what the guest is told of the news, if anything; `before` is the booking as it was, of a change of details. */
export async function writeNews(
  tx: Tx,
  booking: Booking,
  news: SubscribableEventType,
  before: Booking | undefined,
): Promise<void> {
  const told = whatToTell(booking, news, before);
  if (told === undefined || !madeAhead.has(booking.source)) return;
  const aheadSeconds = (booking.starts_at - booking.updated_at) / 1000;
  const isOwnEnd = news === "booking.cancelled" && booking.cancellation?.actor === "guest";
  const isChange = news === "booking.changed" || news === "booking.cancelled";
  const isAsBefore = told === "booking_changed" && before !== undefined && isOnlyRecounted(before, booking);
  await write(tx, booking, told, {
    occasion: isChange ? `${booking.starts_at}:${booking.version}` : String(booking.starts_at),
    sendWithinSeconds: Math.max(60, aheadSeconds),
    aheadSeconds,
    ...(isChange ? { settles: true } : {}),
    // Who cancels knows it; the e-mail takes the entry out of the calendar.
    ...(isOwnEnd ? { only: ["email"] } : {}),
    // Nothing that the guest was told has changed; only the entry in a calendar counts from the instant.
    ...(isAsBefore ? { only: ["email"], isAsBefore } : {}),
  });
  // A text of the night that waits for the morning would say the opposite then.
  const untrue = isAsBefore ? undefined : untrueAfter[told];
  if (untrue !== undefined) withdrawMessages(tx, booking.id, untrue);
}

/** What a guest is not to read any more after some news. */
const untrueAfter: Readonly<Partial<Record<BookingNewsKind, readonly BookingNewsKind[]>>> = {
  booking_changed: ["booking_confirmed", "booking_reminder"],
  booking_cancelled: ["booking_requested", "booking_confirmed", "booking_changed", "booking_reminder"],
  booking_declined: ["booking_requested"],
};

/** Whether the booking stands at another instant that is the same time on the wall, and all else is as it was. */
function isOnlyRecounted(before: Booking, after: Booking): boolean {
  const isSameTime = before.local_start.slice(0, 19) === after.local_start.slice(0, 19);
  return isSameTime && before.party_size === after.party_size && before.area_id === after.area_id;
}

/** What a guest who booked ahead is told; undefined: nothing, as of another table alone. */
function whatToTell(
  booking: Booking,
  news: SubscribableEventType,
  before: Booking | undefined,
): BookingNewsKind | undefined {
  if (news === "booking.cancelled") return "booking_cancelled";
  if (news === "booking.declined") return "booking_declined";
  // What waits for its payment is told on the page that asks for it.
  if (news === "booking.created" && booking.status === "pending")
    return isKeptByProvider(booking) ? "booking_requested" : undefined;
  if (booking.status !== "confirmed") return undefined;
  if (news === "booking.created" || news === "booking.confirmed") return "booking_confirmed";
  if (news !== "booking.changed" || before === undefined) return undefined;
  // Undone, a cancellation that the guest was told of is a booking again; of other steps the guest knows nothing.
  if (before.status !== "confirmed") return before.status === "cancelled_by_venue" ? "booking_confirmed" : undefined;
  const isOther = (["starts_at", "party_size", "area_id"] as const).some((field) => before[field] !== booking[field]);
  return isOther ? "booking_changed" : undefined;
}

/** Queues the reminder by a channel; useless once the party is expected. */
export async function remindByMessage(
  tx: Tx,
  booking: Booking,
  withinSeconds: number,
  channel: MessageChannel,
): Promise<void> {
  // Moved to another time, the booking is reminded of anew.
  await write(tx, booking, "booking_reminder", {
    occasion: String(booking.starts_at),
    sendWithinSeconds: withinSeconds,
    aheadSeconds: withinSeconds,
    only: [channel],
  });
}

/** Kinds that only Maple can write: the provider that keeps a booking writes the rest, under a code of its own. */
const ofAsking = new Set<BookingNewsKind>(["booking_requested", "booking_declined"]);

async function write(tx: Tx, booking: Booking, kind: BookingNewsKind, occasion: Occasion): Promise<void> {
  if (isKeptByProvider(booking) && !ofAsking.has(kind)) return;
  const { id, location_id: locationId, guest_phone: phone, guest_email: email, language } = booking;
  let link: Promise<string | null> | undefined;
  const linked = (): Promise<string | null> => (link ??= linkTo(tx, booking));
  const { settles, only, isAsBefore, ...told } = occasion;
  await tellGuest(tx, {
    locationId,
    kind,
    subjectId: id,
    ...told,
    contact: { phone, email },
    language,
    letter: async (terms) => {
      const names = await namesOf(tx, booking, terms);
      const parts = { booking, ...names, link: await linked(), isAsBefore: isAsBefore === true };
      return bookingLetter(kind, parts, terms);
    },
    ...(kind === "booking_requested" || kind === "booking_declined"
      ? {}
      : { text: async (reads: GuestLanguage) => bookingText(kind, booking, reads, await linked()) }),
    ...(only === undefined ? {} : { only }),
    ...(settles === undefined ? {} : { settleSeconds: gatherSeconds }),
  });
}

/** Area and experience in the language of the letter, where the restaurant has translated them (rules/languages 2.4). */
async function namesOf(
  tx: Tx,
  booking: Booking,
  { locale, language }: LetterTerms,
): Promise<Pick<BookingLetterParts, "areaName" | "experienceName">> {
  const {
    area_id: areaId,
    area_name: areaName,
    experience_id: experienceId,
    experience_name: experienceName,
  } = booking;
  const kept = { areaName, experienceName };
  if ((areaId === null && experienceId === null) || isKeptByProvider(booking)) return kept;
  const configuration = (await findVenueState(tx, booking.location_id))?.venue?.configuration;
  const inLanguage = (found: Pick<Shown, "translations"> | undefined, name: string | null): string | null =>
    name === null ? null : (found?.translations?.[locale]?.name ?? found?.translations?.[language]?.name ?? name);
  return {
    areaName: inLanguage(
      configuration?.areas.find((area) => area.areaId === areaId),
      areaName,
    ),
    experienceName: inLanguage(
      configuration?.experiences.find((one) => one.experienceId === experienceId),
      experienceName,
    ),
  };
}

/** A link to the page on which the guest sees and changes the booking; one made by a partner gets its key with it. */
async function linkTo(tx: Tx, { id, location_id: locationId }: Booking): Promise<string | null> {
  return (await giveGuestKey(tx, id)) ? makeGuestLink(tx, { locationId, bookingId: id }) : null;
}
