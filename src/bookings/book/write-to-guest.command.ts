/**
 * Messages about bookings (rules/messages-and-privacy 1.1): that one is confirmed, changed or cancelled, queued in the
 * transaction of the change, and the reminder on the day; each with the booking's link. For bookings made ahead by somebody
 * who left a number; walk-ins and parties of the waitlist stand at the door.
 */
import { makeGuestLink } from "../../guest-links/make-guest-link.command.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { queueMessage } from "../../messaging/queue-message.command.ts";
import type { MessageValues } from "../../messaging/message-values.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { SubscribableEventType } from "../../webhooks/subscriptions/event-types.ts";
import type { Booking } from "./booking.ts";
import { giveGuestKey } from "./give-guest-key.command.ts";
import { isKeptByProvider } from "../venue/native-only.ts";

const madeAhead = new Set<Booking["source"]>(["partner", "online", "phone"]);
const confirmWithinSeconds = 3_600;
/** Changes that come within this are one message: the last of them. */
const settleSeconds = 20;

type Kind = "booking_confirmed" | "booking_reminder" | "booking_changed" | "booking_cancelled";

interface Occasion {
  /** A second message of the same kind about the same booking and occasion is not sent. */
  readonly occasion: string;
  /** Real seconds after which it would only confuse. */
  readonly sendWithinSeconds: number;
  readonly settles?: true;
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
  if (news === "booking.created" || news === "booking.confirmed")
    return write(tx, booking, told, {
      occasion: String(booking.starts_at),
      sendWithinSeconds: confirmWithinSeconds,
    });
  await write(tx, booking, told, {
    occasion: `${booking.starts_at}:${booking.version}`,
    sendWithinSeconds: Math.max(60, (booking.starts_at - booking.updated_at) / 1000),
    settles: true,
  });
}

/** What a guest who booked ahead is told; undefined: nothing, as of another table alone. */
function whatToTell(booking: Booking, news: SubscribableEventType, before: Booking | undefined): Kind | undefined {
  if (news === "booking.cancelled") return booking.cancellation?.actor === "venue" ? "booking_cancelled" : undefined;
  if (booking.status !== "confirmed") return undefined;
  if (news === "booking.created" || news === "booking.confirmed") return "booking_confirmed";
  if (news !== "booking.changed" || before === undefined) return undefined;
  // Undone, a cancellation that the guest was told of is a booking again; of other steps the guest knows nothing.
  if (before.status !== "confirmed") return before.status === "cancelled_by_venue" ? "booking_confirmed" : undefined;
  const isOther = (["starts_at", "party_size", "area_id"] as const).some((field) => before[field] !== booking[field]);
  return isOther ? "booking_changed" : undefined;
}

/** Queues the reminder; useless once the party is expected. */
export async function remindByMessage(tx: Tx, booking: Booking, withinSeconds: number): Promise<void> {
  // Moved to another time, the booking is reminded of anew.
  await write(tx, booking, "booking_reminder", {
    occasion: String(booking.starts_at),
    sendWithinSeconds: withinSeconds,
  });
}

async function write(tx: Tx, booking: Booking, kind: Kind, { occasion, sendWithinSeconds, settles }: Occasion) {
  // The provider that keeps the booking writes to its guests, under a code of its own.
  if (isKeptByProvider(booking) || booking.guest_phone === null) return;
  await queueMessage(tx, {
    locationId: booking.location_id,
    subjectId: booking.id,
    occasion,
    phone: booking.guest_phone,
    language: booking.language,
    values: () => valuesOf(tx, booking, kind),
    sendWithinSeconds,
    ...(settles === undefined ? {} : { settleSeconds }),
  });
}

async function valuesOf(tx: Tx, booking: Booking, kind: Kind): Promise<MessageValues> {
  const local = localTimeOf(booking.time_zone, booking.starts_at);
  const shared = { date: local.slice(0, 10), time: local.slice(11, 16), link: await linkTo(tx, booking) };
  if (kind === "booking_cancelled") return { kind, ...shared, reason: booking.cancellation?.reason ?? null };
  return { kind, ...shared, partySize: booking.party_size, code: booking.confirmation_code };
}

/** A link to the page on which the guest sees and changes the booking; one made by a partner gets its key with it. */
async function linkTo(tx: Tx, { id, location_id: locationId }: Booking): Promise<string | null> {
  return (await giveGuestKey(tx, id)) ? makeGuestLink(tx, { locationId, bookingId: id }) : null;
}
