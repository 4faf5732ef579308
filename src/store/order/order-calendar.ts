/** A scheduled order as an entry of a calendar. Pure. */
import type { LocationSettings } from "../../locations/location/location.ts";
import { isTerminal } from "../../orders/order/order-status.ts";
import { speak, type WordsLanguage } from "../../words/speak.ts";
import { addressLine } from "../book/booking-guest-wire.ts";
import type { CalendarEntry } from "../../mail/calendar-file.ts";
import type { StoreOrder } from "./store-order.ts";

const quarterMs = 15 * 60_000;

/** The entry, without its page; null for an order for as soon as possible, and for one that is brought. */
export function orderEntry({
  order,
  location,
  language,
}: {
  readonly order: StoreOrder;
  readonly location: LocationSettings;
  readonly language: WordsLanguage;
}): Omit<CalendarEntry, "url"> | null {
  if (order.scheduled_for === null || order.fulfillment_type !== "pickup") return null;
  const say = speak(language, "receipt");
  const startsAt = order.scheduled_for * 1_000;
  const address = addressLine(location.address);
  const isOff = isTerminal(order.status) && order.status !== "FULFILLED";
  return {
    uid: `${order.id}@maple`,
    madeAt: location.now,
    changedAt: Date.parse(order.updated_at),
    sequence: order.sequence - 1,
    status: isOff ? "CANCELLED" : "CONFIRMED",
    startsAt,
    endsAt: startsAt + quarterMs,
    summary: say("calendar.pickup", { number: order.display_number, venue: location.name ?? "" }),
    description: [
      ...order.line_items.map(({ quantity, name }) => `${quantity} × ${name}`),
      `${say("code")} ${order.confirmation_code}`,
      ...(location.phone === null ? [] : [location.phone]),
    ].join("\n"),
    location: [location.name, address].filter((part) => part !== null).join(", ") || null,
    coordinate: location.coordinate,
  };
}
