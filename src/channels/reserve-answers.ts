/** Makes the answers of `/reserve/v3` from the answers of the provider port. Pure. */
import type { ProviderAnswer, ProviderBooking, ProviderSlot } from "../bookings/provider/reservation-provider.ts";
import type { Id } from "../kernel/id.ts";
import * as wire from "../providers/v3-wire.ts";

const serviceId = "reservation";
const prepayment = "PREPAYMENT_NOT_PROVIDED" as const;

interface GivenSlot {
  readonly start_sec: string | number;
  readonly resources: { readonly party_size: number };
}

/** The slot that a channel asks for; how long it is, the venue says. */
export function slotOf({ start_sec: start, resources }: GivenSlot): ProviderSlot {
  return { startsAt: (wire.wholeOf(start) ?? 0) * 1000, minutes: 0, partySize: resources.party_size };
}

interface NamedSlot {
  readonly merchant_id?: string;
  readonly service_id?: string;
}

/** The failure of a slot that is none of the location's; undefined where it may be one. */
export function failureOfSlot({ merchant_id: merchant, service_id: service }: NamedSlot, locationId: Id<"str">) {
  if (merchant !== undefined && merchant !== locationId) return unavailable("a booking stays at its merchant");
  return isOffered(service) ? undefined : unavailable(`${serviceId} is the only service here`);
}

/** Whether the service is the one that there is; a slot that names none means that one. */
export function isOffered(service: string | undefined): boolean {
  return service === undefined || service === "" || service === serviceId;
}

function unavailable(description: string) {
  return { booking_failure: { ...wire.failureToWire({ cause: "SLOT_UNAVAILABLE", description }) } };
}

export function shownSlot(slot: ProviderSlot, locationId: Id<"str">) {
  const { start_sec, duration_sec, resources } = wire.slotToWire(slot, {
    merchant_id: locationId,
    service_id: serviceId,
  });
  return { merchant_id: locationId, service_id: serviceId, start_sec, duration_sec, resources: { ...resources } };
}

export function shownBooking(booking: ProviderBooking, locationId: Id<"str">, userId: string) {
  return {
    booking_id: booking.reference,
    slot: shownSlot(booking.slot, locationId),
    user_information: { ...wire.userToWire(userId, booking.guest) },
    status: wire.statusToWire(booking.status),
    payment_information: { prepayment_status: prepayment },
  };
}

/** The status of a booking. */
export function shownStatus(booking: ProviderBooking) {
  return {
    booking_id: booking.reference,
    booking_status: wire.statusToWire(booking.status),
    prepayment_status: prepayment,
  };
}

type Failed = Exclude<ProviderAnswer<unknown>, { kind: "done" }>;

/** A refusal as the contract's failure. Our own book refuses or does; it is never unsure. */
export function failureOf(answer: Failed) {
  if (answer.kind !== "refused") throw new Error(`our own book answered ${answer.kind}: ${answer.fault}`);
  return { booking_failure: { ...wire.failureToWire(answer) } };
}

/** A booking, or why there is none. */
export function outcomeOf(answer: ProviderAnswer<ProviderBooking>, locationId: Id<"str">, userId: string) {
  return answer.kind === "done" ? { booking: shownBooking(answer.value, locationId, userId) } : failureOf(answer);
}
