/** A booking channel with a booking of its own, and a legal request for every call of /reserve/v3. */
import assert from "node:assert/strict";
import type { Id } from "../../src/kernel/id.ts";
import { operatorToken, type TestService } from "../harness/service.ts";

export interface KnownChannel {
  /** For the operator: nothing else depends on it. */
  readonly channelId: string;
  /** The whole Authorization header. */
  readonly credential: string;
  readonly bodies: Readonly<Record<string, unknown>>;
}

/** Makes it, for a location that takes bookings. */
export async function makeKnownChannel(
  service: TestService,
  locationId: Id<"str">,
  startsAt: string,
): Promise<KnownChannel> {
  const make = async (name: string) => {
    const body = { name, location_ids: [locationId] };
    const made = await service.call("POST", "/operator/v1/test/booking_channels", { key: operatorToken, body });
    assert.equal(made.status, 201, made.text);
    return made.body;
  };
  const { username, password } = await make("Known");
  // The operator changes another one.
  const { id: channelId } = await make("Changed");
  const credential = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const start_sec = String(Date.parse(startsAt) / 1000);
  const slot = { merchant_id: locationId, service_id: "reservation", start_sec, resources: { party_size: 2 } };
  const user = { user_id: "known-user", given_name: "Dana", family_name: "Diner", telephone: "+12175550144" };
  const booking = await service.call("POST", "/reserve/v3/CreateBooking", {
    key: credential,
    body: { slot, user_information: user, idempotency_token: "known" },
  });
  const { booking_id } = booking.body.booking ?? assert.fail(booking.text);
  return {
    channelId,
    credential,
    bodies: {
      reserveBatchAvailabilityLookup: {
        merchant_id: locationId,
        slot_time: [{ service_id: "reservation", start_sec, duration_sec: "5400", resource_ids: { party_size: 2 } }],
      },
      reserveCreateLease: { lease: { slot, user_reference: "known" } },
      reserveCreateBooking: { slot, user_information: { ...user, user_id: "other" }, additional_request: "Please" },
      reserveUpdateBooking: { booking: { booking_id, slot } },
      reserveGetBookingStatus: { booking_id },
      reserveListBookings: { user_id: user.user_id },
      operatorCreateBookingChannel: { name: "Another", location_ids: [locationId] },
      operatorUpdateBookingChannel: { name: "Renamed" },
      operatorSettleOperation: { outcome: "ask_again" },
    },
  };
}
