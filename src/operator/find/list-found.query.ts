/** The results of a search as one list of one kind of entry, for programs. No entry names a guest. */
import { findAnyBooking } from "../../bookings/book/get-booking.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getApp } from "../../apps/read-apps.query.ts";
import { getOperatedOrder } from "../../orders/order/operated-orders.query.ts";
import { findPaymentById } from "../../payments/payment/find-payment.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findRequestApp } from "../../requests/list-requests.query.ts";
import { findAnyEntry } from "../../waitlist/line/read-waitlist.query.ts";
import { findEventApp } from "../../webhooks/ledger/read-ledger.query.ts";
import { findAll, type Found } from "./find.query.ts";
import type { Sought } from "./read-sought.ts";

export const foundKinds = [
  "order",
  "booking",
  "waitlist_entry",
  "payment",
  "app",
  "api_key",
  "location",
  "operation",
  "event",
  "request",
] as const;

export interface FoundEntry {
  readonly kind: (typeof foundKinds)[number];
  readonly id: string;
  /** What people call it: a number, a code, a name, the end of a key. */
  readonly label: string | null;
  readonly status: string | null;
  readonly location_id: Id<"str"> | null;
  readonly app_id: Id<"app"> | null;
  readonly created_at: Instant | null;
}

const unknown = { label: null, status: null, location_id: null, app_id: null, created_at: null };

/** Everything that fits, each kind with its latest first. */
export async function listFound(db: Db, sought: Sought): Promise<readonly FoundEntry[]> {
  const byId = sought.kind === "id" ? await entryById(db, sought) : undefined;
  if (byId !== undefined) return [byId];
  return entriesOf(await findAll(db, sought));
}

type Order = Pick<Found["orders"][number], "id" | "display_number" | "status" | "location_id" | "created_at">;

const ofOrder = ({ id, display_number: label, status, location_id, created_at }: Order): FoundEntry => ({
  ...unknown,
  kind: "order",
  id,
  label,
  status,
  location_id,
  created_at,
});

const ofBooking = (booking: Pick<Found["bookings"][number], "id" | "status" | "location_id" | "confirmation_code">) => {
  const { id, status, location_id, confirmation_code: label } = booking;
  return { ...unknown, kind: "booking" as const, id, label, status, location_id };
};

const ofEntry = (entry: Pick<Found["entries"][number], "id" | "status" | "location_id" | "joined_at">): FoundEntry => {
  const { id, status, location_id, joined_at: created_at } = entry;
  return { ...unknown, kind: "waitlist_entry", id, status, location_id, created_at };
};

const ofApp = ({ id, name: label, status }: Pick<Found["apps"][number], "id" | "name" | "status">): FoundEntry => ({
  ...unknown,
  kind: "app",
  id,
  label,
  status,
  app_id: id,
});

/** What an id names that `findAll` does not look for. */
async function entryById(db: Db, { prefix, id }: Extract<Sought, { kind: "id" }>): Promise<FoundEntry | undefined> {
  switch (prefix) {
    case "ord": {
      const order = await getOperatedOrder(db, id as Id<"ord">);
      return isRefusal(order) ? undefined : ofOrder(order);
    }
    case "bkg": {
      const booking = await findAnyBooking(db, id as Id<"bkg">);
      return booking === undefined ? undefined : ofBooking(booking);
    }
    case "bkw": {
      const entry = await findAnyEntry(db, id as Id<"bkw">);
      return entry === undefined ? undefined : ofEntry(entry);
    }
    case "app": {
      const app = await getApp(db, id as Id<"app">);
      return isRefusal(app) ? undefined : ofApp(app);
    }
    case "pay": {
      const payment = await findPaymentById(db, id as Id<"pay">);
      if (payment === undefined) return undefined;
      return { ...unknown, kind: "payment", id, label: payment.order_id ?? payment.booking_id };
    }
    case "evt": {
      const app = await findEventApp(db, id as Id<"evt">);
      return app === undefined ? undefined : { ...unknown, kind: "event", id, app_id: app };
    }
    case "req": {
      const app = await findRequestApp(db, id as Id<"req">);
      return app === undefined ? undefined : { ...unknown, kind: "request", id, app_id: app };
    }
    default:
      return undefined;
  }
}

function entriesOf({ orders, bookings, entries, apps, keys, operations, locations }: Found): readonly FoundEntry[] {
  return [
    ...orders.map(ofOrder),
    ...bookings.map(ofBooking),
    ...entries.map(ofEntry),
    ...apps.map(ofApp),
    ...keys.map(({ id, app_id, last_four, created_at, revoked_at }) => ({
      ...unknown,
      kind: "api_key" as const,
      id,
      label: `…${last_four}`,
      app_id,
      created_at,
      status: revoked_at === null ? null : "revoked",
    })),
    ...locations.map(({ id, name: label }) => ({ ...unknown, kind: "location" as const, id, label, location_id: id })),
    ...operations.map(({ id, at: created_at, asked: label, outcome: status }) => ({
      ...unknown,
      kind: "operation" as const,
      id,
      label,
      status,
      created_at,
    })),
  ];
}
