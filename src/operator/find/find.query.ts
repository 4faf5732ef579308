/** Finds things for the operator by id, code, phone, e-mail address or name (rules/people 10.3). */
import { findSoughtKeys, getApp, listApps, type ApiKey, type App } from "../../apps/read-apps.query.ts";
import { findProviderOperation } from "../../bookings/at-provider/settle-by-hand.command.ts";
import { findSoughtBookings } from "../../bookings/aftercare/guest-bookings.query.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { listLocationsById, listOperatedLocations } from "../../locations/grants/read-locations.query.ts";
import { findSoughtOrders } from "../../orders/order/operated-orders.query.ts";
import { findPaymentById } from "../../payments/payment/find-payment.query.ts";
import { findOperation } from "../../platform/http/idempotency/find-operation.sql.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findRequestApp } from "../../requests/list-requests.query.ts";
import { listGuestEntries } from "../../waitlist/aftercare/erase-entries.command.ts";
import { findEventApp } from "../../webhooks/ledger/read-ledger.query.ts";
import { mostFound, type Sought } from "./read-sought.ts";

export interface Found {
  readonly orders: Awaited<ReturnType<typeof findSoughtOrders>>;
  readonly bookings: Awaited<ReturnType<typeof findSoughtBookings>>;
  readonly entries: Awaited<ReturnType<typeof listGuestEntries>>;
  readonly apps: readonly App[];
  readonly keys: readonly ApiKey[];
  /** Writes behind an `operation_id`, and writes at reservation providers. */
  readonly operations: readonly SeenOperation[];
  readonly locations: readonly { readonly id: Id<"str">; readonly name: string | null }[];
  /** Of the locations and apps that the others name. */
  readonly names: ReadonlyMap<string, string>;
}

interface SeenOperation {
  readonly id: string;
  readonly at: Instant;
  /** What was asked: "POST /v1/bookings", or what of the provider. */
  readonly asked: string;
  readonly outcome: string;
}

/** Where an id leads, or undefined for one that nothing is shown of, or that does not exist. */
export async function findPath(db: Db, { prefix, id }: Extract<Sought, { kind: "id" }>): Promise<string | undefined> {
  switch (prefix) {
    case "ord":
      return `/operator/orders/${id}`;
    case "bkg":
      return `/operator/bookings/${id}`;
    case "bkw":
      return `/operator/parties/${id}`;
    case "app":
      return isRefusal(await getApp(db, id as Id<"app">)) ? undefined : `/operator/apps/${id}`;
    case "evt": {
      const app = await findEventApp(db, id as Id<"evt">);
      return app === undefined ? undefined : `/developer/${app}/events/${id}`;
    }
    case "req": {
      const app = await findRequestApp(db, id as Id<"req">);
      return app === undefined ? undefined : `/developer/${app}/requests/${id}`;
    }
    case "pay": {
      const payment = await findPaymentById(db, id as Id<"pay">);
      if (payment === undefined) return undefined;
      return payment.order_id === null
        ? `/operator/bookings/${payment.booking_id}`
        : `/operator/orders/${payment.order_id}`;
    }
    default:
      return undefined;
  }
}

/** Everything that fits, latest first. */
export async function findAll(db: Db, sought: Sought): Promise<Found> {
  const contact = {
    phone: sought.kind === "phone" ? sought.phone : null,
    email: sought.kind === "email" ? sought.email : null,
  };
  const by = { ...contact, code: sought.kind === "word" ? sought.code : null };
  const isOfGuest = contact.phone !== null || contact.email !== null;
  const isAsked = isOfGuest || by.code !== null;
  const orders = isAsked ? await findSoughtOrders(db, by, mostFound) : [];
  const bookings = isAsked ? await findSoughtBookings(db, by, mostFound) : [];
  const entries = isOfGuest ? (await listGuestEntries(db, contact)).toReversed().slice(0, mostFound) : [];
  const apps = sought.kind === "word" ? named(await listApps(db), sought.word) : [];
  const foundLocations = await findSoughtLocations(db, sought);
  const keys = await findKeys(db, sought);
  const operations = sought.kind === "id" && sought.prefix === "opn" ? await findOperations(db, sought.id) : [];
  const locationIds = [...orders, ...bookings, ...entries].map(({ location_id: id }) => id);
  const locations = await listLocationsById(db, [...new Set(locationIds)]);
  const keyApps = await Promise.all([...new Set(keys.map(({ app_id: id }) => id))].map((id) => getApp(db, id)));
  const known = [...locations, ...keyApps.flatMap((app) => (isRefusal(app) ? [] : [app]))];
  return {
    orders,
    bookings,
    entries,
    apps,
    keys,
    operations,
    locations: foundLocations,
    names: new Map(known.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))),
  };
}

async function findOperations(db: Db, text: string): Promise<readonly SeenOperation[]> {
  const id = text as Id<"opn">;
  const [kept, sent] = [await findOperation(db, id), await findProviderOperation(db, id)];
  return [
    ...(kept === undefined
      ? []
      : [{ id, at: kept.created_at, asked: `${kept.method} ${kept.path}`, outcome: `answered ${kept.status}` }]),
    ...(sent === undefined
      ? []
      : [{ id, at: sent.created_at, asked: `${sent.kind} at the provider`, outcome: sent.state }]),
  ];
}

async function findKeys(db: Db, sought: Sought): Promise<readonly ApiKey[]> {
  if (sought.kind === "word") return findSoughtKeys(db, sought.word.replace(/^…/, ""), mostFound);
  return sought.kind === "id" && sought.prefix === "key" ? findSoughtKeys(db, sought.id, mostFound) : [];
}

async function findSoughtLocations(db: Db, sought: Sought): Promise<Found["locations"]> {
  if (sought.kind === "word") return named(await listOperatedLocations(db), sought.word);
  return sought.kind === "id" && sought.prefix === "str" ? listLocationsById(db, [sought.id as Id<"str">]) : [];
}

/** Those with the word in their name, whatever the case and the accents. */
function named<T extends { readonly name: string | null }>(all: readonly T[], word: string): readonly T[] {
  const wanted = foldLetters(word);
  return all.filter(({ name }) => name !== null && foldLetters(name).includes(wanted)).slice(0, mostFound);
}
