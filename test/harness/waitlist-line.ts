/** A line at a small restaurant, for tests of the waitlist. */
import assert from "node:assert/strict";
import type { GivenConfiguration } from "../../src/bookings/venue/configuration.schemas.ts";
import type { Id } from "../../src/kernel/id.ts";
import { wallAt } from "../../src/kernel/wall-time.ts";
import { tablesOfFour, type BookingPartner } from "./booking-partner.ts";
import type { CallAnswer } from "./service.ts";

export interface Line {
  readonly location: Id<"str">;
  add(fields?: object, key?: string): Promise<CallAnswer>;
  /** Adds a party that must be taken, and answers its entry. */
  join(fields?: object): Promise<CallAnswer["body"]>;
  act(id: string, what: string, body?: object, key?: string): Promise<CallAnswer>;
  get(key?: string): Promise<CallAnswer>;
  /** The ids in line with their positions, as read. */
  positions(): Promise<readonly (readonly [string, number])[]>;
  estimate(partySize: number | string): Promise<CallAnswer>;
}

/** Open around the clock, so that a test never meets the end of a service day by accident: that is some eleven hours off. */
export function alwaysOpen(tables: number, more: Partial<GivenConfiguration> = {}): GivenConfiguration {
  const hour = new Date(wallAt("Europe/Paris", Date.now())).getUTCHours();
  const at = (hours: number): string => `${String((hour + hours) % 24).padStart(2, "0")}:00`;
  const services = [
    {
      serviceId: "all-day",
      name: "All day",
      days: [0, 1, 2, 3, 4, 5, 6],
      opens: at(12),
      closes: at(12),
      lastSeating: at(11),
    },
  ];
  return { ...tablesOfFour(tables), services, ...more };
}

let keys = 0;

/** A location with so many tables of four, and its line. */
export async function openLine(
  partner: BookingPartner,
  tables: number | GivenConfiguration,
  fields?: Readonly<Record<string, unknown>>,
): Promise<Line> {
  const configuration = typeof tables === "number" ? alwaysOpen(tables) : tables;
  const location = await partner.location(configuration, fields);
  const path = `/v1/locations/${location}/waitlist`;
  const add: Line["add"] = (more = {}, key?: string) =>
    partner.call(
      "POST",
      `/v1/locations/${location}/waitlist_entries`,
      { party_size: 2, guest: { first_name: "Ada" }, idempotency_key: `party-${++keys}`, ...more },
      key,
    );
  return {
    location,
    add,
    async join(more) {
      const answer = await add(more);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
    act: (id, what, body, key) => partner.call("POST", `/v1/waitlist_entries/${id}/${what}`, body, key),
    get: (key) => partner.call("GET", path, undefined, key),
    async positions() {
      const answer = await partner.call("GET", path);
      assert.equal(answer.status, 200, answer.text);
      const entries: readonly { readonly id: string; readonly position: number }[] = answer.body.entries;
      return entries.map(({ id, position }) => [id, position] as const);
    },
    estimate: (partySize) => partner.call("GET", `${path}_estimate?party_size=${partySize}`),
  };
}
