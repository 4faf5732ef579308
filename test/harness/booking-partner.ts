/** A partner with a bookable location, for tests of holds, bookings and the floor. */
import assert from "node:assert/strict";
import type { GivenConfiguration } from "../../src/bookings/venue/configuration.schemas.ts";
import type { Id } from "../../src/kernel/id.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import type { Scope } from "../../src/platform/http/scopes.ts";
import { createBookableLocation } from "./booking-setup.ts";
import { createApp, type TestApp } from "./factories.ts";
import { waitUntil, waitUntilTrue } from "./wait-until.ts";
import { startService, type CallAnswer, type StartOptions, type TestService } from "./service.ts";

/** What tests read of a slot. */
export interface FoundSlot {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly slot_token: string;
  readonly local_start: string;
  readonly local_end: string;
}

export interface BookingPartner {
  readonly service: TestService;
  readonly app: TestApp;
  /** Calls with the app's key. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<CallAnswer>;
  /** Posts the very same request again until what it does at a provider is settled. */
  settled(path: string, body: unknown): Promise<CallAnswer>;
  /** A bookable location granted to the app. */
  location(configuration?: GivenConfiguration, fields?: Readonly<Record<string, unknown>>): Promise<Id<"str">>;
  grant(app: TestApp, locationId: Id<"str">): Promise<void>;
  otherApp(scopes?: readonly Scope[]): Promise<TestApp>;
  /** The slots of a dinner so many days ahead. */
  search(locationId: Id<"str">, partySize: number, options?: SearchOptions): Promise<readonly FoundSlot[]>;
  /** One slot of it, which must be there. */
  slot(locationId: Id<"str">, partySize: number, options?: SearchOptions): Promise<FoundSlot>;
  advance(locationId: Id<"str">, seconds: number): Promise<void>;
  /** The events recorded for the app about a resource, in order. */
  events(resourceId: string, app?: TestApp): Promise<readonly RecordedEvent[]>;
}

export interface SearchOptions {
  readonly days?: number;
  /** The day itself, in place of so many days ahead: a test that moves the clock may pass midnight. */
  readonly date?: string;
  readonly from?: string;
  readonly until?: string;
  readonly query?: string;
  readonly key?: string;
}

export interface RecordedEvent {
  readonly event_type: string;
  readonly sequence: number;
  readonly idempotency_key: string;
  readonly data: CallAnswer["body"];
}

/** Starts the service with a partner that has every scope. */
export async function startBookingPartner(options: StartOptions = {}): Promise<BookingPartner> {
  const service = await startService(options);
  const app = await createApp(service.database);
  const call: BookingPartner["call"] = (method, path, body, key = app.key) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const grant: BookingPartner["grant"] = async (to, locationId) => {
    await service.database.transaction((tx) =>
      tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [to.id, locationId]),
    );
  };
  const search: BookingPartner["search"] = async (locationId, partySize, given = {}) => {
    const { days = 2, from = "18:00", until = "23:00", query = "", key } = given;
    const { now } = await service.database.read.one<{ now: number }>(
      "SELECT clock_timestamp() + clock_offset_seconds * interval '1 second' AS now FROM locations WHERE id = $1",
      [locationId],
    );
    const date = given.date ?? localDate("Europe/Paris", now + days * 24 * 3_600_000);
    const window = `start=${date}T${from}&end=${date}T${until}&party_size=${partySize}${query}`;
    const answer = await call("GET", `/v1/locations/${locationId}/booking_availability?${window}`, undefined, key);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as FoundSlot[];
  };
  const hasSettled = async (): Promise<boolean> => {
    const text =
      "SELECT NOT EXISTS (SELECT FROM provider_operations WHERE state IN ('sending', 'unsettled')) AS settled";
    return (await service.database.read.one<{ settled: boolean }>(text)).settled;
  };
  return {
    service,
    app,
    call,
    async settled(path, body) {
      const ask = async (): Promise<CallAnswer> => {
        const answer = await call("POST", path, body);
        if (answer.body.code === "operation_in_progress") await waitUntilTrue(hasSettled);
        return answer;
      };
      return waitUntil(ask, (answer) => answer.body.code !== "operation_in_progress");
    },
    grant,
    search,
    otherApp: (scopes) => createApp(service.database, scopes),
    async location(configuration, fields) {
      const locationId = await createBookableLocation(service.database, configuration, fields);
      await grant(app, locationId);
      return locationId;
    },
    async slot(locationId, partySize, given) {
      const [slot] = await search(locationId, partySize, given);
      assert.ok(slot !== undefined, "no slot was found");
      return slot;
    },
    async advance(locationId, seconds) {
      const answer = await call("POST", `/v1/sandbox/locations/${locationId}/clock`, { advance_seconds: seconds });
      assert.equal(answer.status, 200, answer.text);
    },
    events: (resourceId, of = app) =>
      service.database.read.rows<RecordedEvent>(
        `SELECT event_type, sequence, idempotency_key, data FROM events WHERE resource_id = $1 AND app_id = $2
         ORDER BY sequence`,
        [resourceId, of.id],
      ),
  };
}

/** One area with so many tables of two to four, dinner from 18:00 with starts until 21:30. */
export function tablesOfFour(tables: number, more: Partial<GivenConfiguration> = {}): GivenConfiguration {
  return {
    slotIntervalMinutes: 30,
    partySize: { min: 1, max: 8 },
    leadTime: { minMinutes: 0, maxDays: 60 },
    holdSeconds: 300,
    contactRequired: "none",
    cancellation: { guestWindowMinutes: 120 },
    durations: [{ minPartySize: 1, maxPartySize: 8, minutes: 90 }],
    waitlist: { enabled: true, maxPartySize: 8 },
    services: [
      {
        serviceId: "dinner",
        name: "Dinner",
        days: [0, 1, 2, 3, 4, 5, 6],
        opens: "18:00",
        closes: "23:30",
        lastSeating: "21:30",
      },
    ],
    areas: [
      {
        areaId: "room",
        poolId: 1,
        name: "Room",
        units: Array.from({ length: tables }, (_, index) => ({
          unitId: `t${index + 1}`,
          name: `Table ${index + 1}`,
          minSeats: 1,
          maxSeats: 4,
          listed: true,
        })),
        combinations: [],
      },
    ],
    experiences: [],
    ...more,
  };
}

export const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600143" };
