/** The SQL that reads the ledger for an app: its events, their deliveries and the attempts. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { andAll, defineFilteredStatement, given } from "../../platform/postgres/filtered-statement.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { EventType } from "../subscriptions/event-types.ts";
import type { DeliveryState } from "../subscriptions/webhook-machines.ts";
import { ledgerEventTable, type LedgerEvent } from "./events.sql.ts";

export interface LedgerDelivery {
  readonly id: Id<"dlv">;
  readonly event_id: Id<"evt">;
  readonly subscription_id: Id<"dws">;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly last_response_status: number | null;
  readonly last_error: string | null;
  readonly next_at: Instant | null;
  /** That time has come, and the attempt is made or about to be. */
  readonly is_due: boolean;
  readonly delivered_at: Instant | null;
  /** The fault of the sandbox that it met: `{rule_id, kind}`. */
  readonly fault: unknown;
}

export interface LedgerAttempt {
  readonly delivery_id: Id<"dlv">;
  readonly attempt: number;
  readonly started_at: Instant;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly response_body: string | null;
  readonly next_attempt_at: Instant | null;
}

export interface LedgerFilter {
  readonly appId: Id<"app">;
  readonly eventType?: EventType | undefined;
  readonly locationId?: Id<"str"> | undefined;
  readonly state?: DeliveryState | undefined;
  /** Only events older than this one. */
  readonly before?: Id<"evt"> | undefined;
  readonly limit: number;
}

const eventColumns = ledgerEventTable.select("e");
const deliveryColumns = `d.id, d.event_id, d.subscription_id, d.state, d.attempts, d.last_response_status, d.last_error,
  d.next_at, d.delivered_at, d.fault`;

const listEventsStatement = defineFilteredStatement({
  name: "list-events",
  takes: ["text", "int8"],
  gives: ledgerEventTable.row,
  conditions: {
    eventType: { takes: ["text"], text: (parameter) => `e.event_type = ${parameter()}` },
    locationId: { takes: ["text"], text: (parameter) => `e.location_id = ${parameter()}` },
    before: { takes: ["text"], text: (parameter) => `e.id < ${parameter()}` },
    state: {
      takes: ["text"],
      text: (parameter) => `EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.state = ${parameter()})`,
    },
  },
  text: (conditions) =>
    `SELECT ${eventColumns} FROM events e WHERE e.app_id = $1${andAll(Object.values(conditions))} ORDER BY e.id DESC LIMIT $2`,
});

/** The app's events, newest first. */
export function listEvents(db: Db, filter: LedgerFilter): Promise<LedgerEvent[]> {
  const { statement, values } = listEventsStatement([filter.appId, filter.limit], {
    eventType: given(filter.eventType),
    locationId: given(filter.locationId),
    before: given(filter.before),
    state: given(filter.state),
  });
  return db.rows(statement, values);
}

const findEventStatement = defineStatement({
  name: "find-event",
  prepare: false,
  takes: ["text", "text"],
  gives: ledgerEventTable.row,
  text: `SELECT ${eventColumns} FROM events e WHERE e.id = $1 AND e.app_id = $2`,
});

/** One event of the app. */
export function findEvent(db: Db, appId: Id<"app">, id: Id<"evt">): Promise<LedgerEvent | undefined> {
  return db.maybe(findEventStatement, [id, appId]);
}

const listDeliveriesStatement = defineStatement({
  name: "list-deliveries-of-events",
  prepare: false,
  takes: ["text[]"],
  gives: row<LedgerDelivery>({
    id: "text",
    event_id: "text",
    subscription_id: "text",
    state: "text",
    attempts: "int4",
    last_response_status: "int4",
    last_error: "text",
    next_at: "timestamptz",
    is_due: "bool",
    delivered_at: "timestamptz",
    fault: "json",
  }),
  text: `SELECT ${deliveryColumns}, coalesce(d.next_at <= now(), false) AS is_due
    FROM deliveries d WHERE d.event_id = ANY ($1) ORDER BY d.event_id, d.subscription_id`,
});

/** The deliveries of some events, oldest subscription first. */
export function listDeliveries(db: Db, eventIds: readonly Id<"evt">[]): Promise<LedgerDelivery[]> {
  return db.rows(listDeliveriesStatement, [eventIds]);
}

const listAttemptsStatement = defineStatement({
  name: "list-delivery-attempts",
  prepare: false,
  takes: ["text"],
  gives: row<LedgerAttempt>({
    delivery_id: "text",
    attempt: "int4",
    started_at: "timestamptz",
    duration_ms: "int4",
    response_status: "int4",
    error: "text",
    response_body: "text",
    next_attempt_at: "timestamptz",
  }),
  text: `SELECT a.delivery_id, a.attempt, a.started_at, a.duration_ms, a.response_status, a.error, a.response_body,
      a.next_attempt_at
    FROM delivery_attempts a
    WHERE a.event_id = $1 ORDER BY a.started_at DESC, a.delivery_id, a.attempt DESC`,
});

/** The attempts of an event's deliveries, newest first. */
export function listAttempts(db: Db, eventId: Id<"evt">): Promise<LedgerAttempt[]> {
  return db.rows(listAttemptsStatement, [eventId]);
}
