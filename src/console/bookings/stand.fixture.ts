/** A location with a host stand, for tests: a partner's bookings, a host and a manager. */
import assert from "node:assert/strict";
import { guest, tablesOfFour, type BookingPartner, type SearchOptions } from "../../../test/harness/booking-partner.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import type { GivenConfiguration } from "../../bookings/venue/configuration.schemas.ts";
import type { Id } from "../../kernel/id.ts";

export interface Stand {
  readonly locationId: Id<"str">;
  readonly host: TestPerson;
  readonly manager: TestPerson;
  /** Calls the console as the host, or with another session. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<CallAnswer>;
  /** Does something with a booking, as the host. */
  act(id: string, what: string, body: object): Promise<CallAnswer>;
  /** Books by the partner, under a number of its own; answers the partner's booking. */
  book(partySize?: number, options?: SearchOptions): Promise<CallAnswer["body"]>;
  /** Moves the clock of the location to an instant. */
  goTo(at: string | number): Promise<void>;
}

let guests = 0;

/** Opens a stand with so many tables of four. */
export async function openStand(
  partner: BookingPartner,
  configuration: GivenConfiguration = tablesOfFour(3),
  columns: Readonly<Record<string, unknown>> = {},
): Promise<Stand> {
  const { service } = partner;
  const locationId = await partner.location(configuration, columns);
  const [host, manager] = await Promise.all([
    createPerson(service.database, [{ role: "host", at: locationId }], { name: "Hana Host" }),
    createPerson(service.database, [{ role: "manager", at: locationId }], { name: "Mia Manager" }),
  ]);
  const call: Stand["call"] = (method, path, body, key = host.token) =>
    service.call(method, `/console/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  return {
    locationId,
    host,
    manager,
    call,
    act: (id, what, body) => call("POST", `/bookings/${id}/${what}`, body),
    async book(partySize = 2, options) {
      const { slot_token } = await partner.slot(locationId, partySize, options);
      const phone = `+331426${String(++guests).padStart(5, "0")}`;
      const made = await partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone } });
      assert.equal(made.status, 201, made.text);
      return made.body;
    },
    async goTo(at) {
      const clock = await partner.call("GET", `/v1/sandbox/locations/${locationId}/clock`);
      const seconds = Math.ceil((new Date(at).getTime() - Date.parse(clock.body.now)) / 1000);
      if (seconds > 0) await partner.advance(locationId, seconds);
    },
  };
}
