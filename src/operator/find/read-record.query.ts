/** The record of an order, a booking or a party in line, read at one moment. */
import { getApp } from "../../apps/read-apps.query.ts";
import { findAnyBooking } from "../../bookings/book/get-booking.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getOperatedLocation } from "../../locations/grants/read-locations.query.ts";
import type { Message } from "../../messaging/message/message.ts";
import { listMessagesAbout } from "../../messaging/message/read-messages.query.ts";
import { getOperatedOrder, listOrderSteps } from "../../orders/order/operated-orders.query.ts";
import type { Order } from "../../orders/order/order.ts";
import { listLedger } from "../../payments/money/list-ledger.query.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { WaitlistEntry } from "../../waitlist/entry/waitlist-entry.ts";
import { findAnyEntry } from "../../waitlist/line/read-waitlist.query.ts";
import { readLedgerOf, type ResourceLedger } from "../../webhooks/ledger/read-ledger.query.ts";

const mostEvents = 100;
const mostMovements = 100;

/** What became known of a record: to apps, to its guest, and in money. */
export interface Aftermath {
  readonly location: string;
  readonly ledger: ResourceLedger;
  /** Names of the apps, by id. */
  readonly apps: ReadonlyMap<string, string>;
  readonly messages: readonly Message[];
  /** Newest first. */
  readonly money: Awaited<ReturnType<typeof listLedger>>;
}

export interface OrderSeen extends Aftermath {
  readonly order: Order;
  readonly steps: Awaited<ReturnType<typeof listOrderSteps>>;
  /** Of the people and devices that acted, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The order with all that became of it; undefined where there is none. */
export async function readOrderSeen(db: Db, id: Id<"ord">): Promise<OrderSeen | undefined> {
  const order = await getOperatedOrder(db, id);
  if (isRefusal(order)) return undefined;
  const steps = await listOrderSteps(db, id);
  const actors = steps.map(({ acted_by: by }) => by?.id ?? null).filter((actor) => actor !== null);
  const money = { orderId: id, bookingId: null };
  return { order, steps, names: await listNames(db, actors), ...(await readAftermath(db, order, null, money)) };
}

export interface BookingSeen extends Aftermath {
  readonly booking: Booking;
}

/** The same of a booking. */
export async function readBookingSeen(db: Db, id: Id<"bkg">): Promise<BookingSeen | undefined> {
  const booking = await findAnyBooking(db, id);
  if (booking === undefined) return undefined;
  return { booking, ...(await readAftermath(db, booking, booking.app_id, { orderId: null, bookingId: id })) };
}

export interface PartySeen extends Aftermath {
  readonly entry: WaitlistEntry;
}

/** The same of a party in line. */
export async function readPartySeen(db: Db, id: Id<"bkw">): Promise<PartySeen | undefined> {
  const entry = await findAnyEntry(db, id);
  return entry === undefined ? undefined : { entry, ...(await readAftermath(db, entry, entry.app_id, undefined)) };
}

async function readAftermath(
  db: Db,
  { id, location_id: locationId }: { readonly id: string; readonly location_id: Id<"str"> },
  madeBy: Id<"app"> | null,
  money: { readonly orderId: Id<"ord"> | null; readonly bookingId: Id<"bkg"> | null } | undefined,
): Promise<Aftermath> {
  const location = await getOperatedLocation(db, locationId);
  const granted = isRefusal(location) ? [] : location.granted_app_ids;
  const ledger = await readLedgerOf(db, id, [...new Set(madeBy === null ? granted : [...granted, madeBy])], mostEvents);
  const told = [...new Set(ledger.events.map(({ app_id: app }) => app))];
  const apps = await Promise.all(told.map((app) => getApp(db, app)));
  const page = { locationId: null, before: undefined, limit: mostMovements };
  return {
    location: isRefusal(location) ? locationId : (location.name ?? locationId),
    ledger,
    apps: new Map(apps.flatMap((app) => (isRefusal(app) ? [] : [[app.id, app.name] as const]))),
    messages: await listMessagesAbout(db, id),
    money: money === undefined ? [] : await listLedger(db, { ...money, ...page }),
  };
}
