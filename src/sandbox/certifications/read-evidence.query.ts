/** The evidence of the judge: the records of the service from the time of a certification. */
import {
  timesOfCall,
  type Evidence,
  type Fields,
  type SeenAttempt,
  type SeenCall,
  type SeenEvent,
} from "../../certification/evidence.ts";
import type { Instant } from "../../kernel/clock.ts";
import { idInstant, parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getBooking } from "../../bookings/book/get-booking.query.ts";
import { bookingToWire } from "../../bookings/book/booking-wire.ts";
import { viewFor } from "../../bookings/book/booking-view.ts";
import { getOrder } from "../../orders/order/get-order.query.ts";
import { orderToWire } from "../../orders/order/order-wire.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listRequests } from "../../requests/list-requests.query.ts";
import { getWholeEvent, readLedger } from "../../webhooks/ledger/read-ledger.query.ts";

/** The user agent of the player, whose calls are not the partner's. */
const player = "maple-certify";
const pageSize = 100;
/** The row of a call may say so much later than the call was. */
const latestRowMs = 10_000;
/** More happens in no run; what is older than that is not looked at. */
const mostPages = { calls: 200, events: 50 } as const;

export interface Played {
  readonly app: AppCaller;
  readonly locationId: Id<"str">;
  readonly subscriptionId: Id<"dws">;
  readonly since: Instant;
  readonly until: Instant;
}

/** The calls of the partner in that time, oldest first. */
export async function readCalls(db: Db, { app, since, until }: Played): Promise<readonly SeenCall[]> {
  const found: SeenCall[] = [];
  let before: Id<"req"> | undefined;
  for (let page = 0; page < mostPages.calls; page++) {
    const rows = await listRequests(db, {
      appId: app.id,
      since: Math.floor(since / 1000),
      until: Math.ceil((until + latestRowMs) / 1000),
      before,
      limit: pageSize,
    });
    for (const one of rows) {
      const { startedAt, endedAt } = timesOfCall(one.id, one.duration_ms ?? 0);
      if (one.operation === null || one.user_agent === player || startedAt < since || endedAt > until) continue;
      const { id, operation, status, code } = one;
      found.push({
        id,
        operation,
        method: one.method ?? "",
        resourceId: one.resource_id,
        status,
        code,
        key: one.idempotency_key,
        startedAt,
        endedAt,
      });
    }
    if (rows.length < pageSize) break;
    before = rows.at(-1)?.id;
  }
  return found.toSorted((a, b) => a.startedAt - b.startedAt);
}

/** The events of the location, and those of no location, in that time, oldest first. */
export async function readEvents(db: Db, { app, locationId, since, until }: Played): Promise<readonly SeenEvent[]> {
  const found: SeenEvent[] = [];
  let before: Id<"evt"> | undefined;
  for (let page = 0; page < mostPages.events; page++) {
    const { events } = await readLedger(db, { appId: app.id, before, limit: pageSize });
    for (const one of events) {
      const at = idInstant(one.id) ?? 0;
      if (at < since || at > until || (one.location_id !== null && one.location_id !== locationId)) continue;
      const data = typeof one.data === "object" && one.data !== null ? (one.data as Fields) : {};
      found.push({ id: one.id, type: one.event_type, resourceId: one.resource_id, data, at });
    }
    const last = events.at(-1);
    if (events.length < pageSize || last === undefined || (idInstant(last.id) ?? 0) < since) break;
    before = last.id;
  }
  return found.toReversed();
}

/** The attempts at the endpoint of events of these types, oldest first; what was read once is in `known`. */
export async function readAttempts(
  db: Db,
  played: Played,
  events: readonly SeenEvent[],
  { types, known }: { readonly types: ReadonlySet<string>; readonly known: Map<string, readonly SeenAttempt[]> },
): Promise<readonly SeenAttempt[]> {
  for (const { id, type } of events)
    if (types.has(type) && !known.has(id)) known.set(id, await readAttemptsOf(db, played, id));
  const found = events.flatMap(({ id, type }) => (types.has(type) ? (known.get(id) ?? []) : []));
  return found.toSorted((a, b) => a.at - b.at);
}

async function readAttemptsOf(db: Db, { app, subscriptionId }: Played, id: string): Promise<readonly SeenAttempt[]> {
  const parsed = parseId("evt", id);
  if (parsed.kind !== "ok") return [];
  const whole = await getWholeEvent(db, app.id, parsed.id);
  if (isRefusal(whole)) return [];
  const own = new Set(
    whole.deliveries.flatMap((delivery) => (delivery.subscription_id === subscriptionId ? [delivery.id] : [])),
  );
  return whole.attempts.flatMap((one) =>
    own.has(one.delivery_id)
      ? [{ eventId: id, at: one.started_at, durationMs: one.duration_ms, status: one.response_status }]
      : [],
  );
}

/** The orders and bookings with these ids, as the app reads them now; others are left out. */
export async function readResources(db: Db, app: AppCaller, ids: readonly string[]): Promise<Evidence["resources"]> {
  const found = new Map<string, Fields>();
  for (const id of ids) {
    const order = parseId("ord", id);
    const booking = parseId("bkg", id);
    if (order.kind === "ok") {
      const one = await getOrder(db, order.id, app.id);
      if (!isRefusal(one)) found.set(id, orderToWire(one, { livemode: false, baseUrl: "" }));
    } else if (booking.kind === "ok") {
      const one = await getBooking(db, booking.id, app.id);
      if (!isRefusal(one)) found.set(id, bookingToWire(one, viewFor(app)));
    }
  }
  return found;
}
