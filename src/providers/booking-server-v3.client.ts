/**
 * The adapter for any system that serves the booking server v3 contract (`v3-wire.ts`).
 *
 * Guarantees: a call that did not reach the server is `unsent`. A call that may have reached it is `unknown` and is asked
 * again, with the same idempotency token or the same state to be set. A failure that the server answers is final.
 * Credentials and leases go into requests only, never into faults. The desk and its jobs call the adapter through the
 * breaker of its address.
 */
import type * as port from "../bookings/provider/reservation-provider.ts";
import type { OutgoingAnswer, OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import type { OutgoingFaultCode } from "../platform/outgoing-http/outgoing-faults.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { ProviderTerms } from "./provider-settings.ts";
import { startsBetween } from "./provider-starts.ts";
import * as wire from "./v3-wire.ts";

export interface BookingServerDeps {
  readonly outgoing: OutgoingHttp;
  readonly breaker: CircuitBreaker;
  readonly baseUrl: string;
  /** The whole header, or null for a server that asks for none. */
  readonly authorization: string | null;
  readonly terms: ProviderTerms;
  readonly now: () => number;
}

type Answer<Value> = port.ProviderAnswer<Value>;
type Fields = Readonly<Record<string, unknown>>;

const slotsAtOnce = 100;
/** Faults before anything could be sent. */
const neverSent = new Set<OutgoingFaultCode>([
  "dns_failed",
  "address_refused",
  "connect_timeout",
  "connection_refused",
  "tls_failed",
]);
/** The server refused before it read the call, whoever asks: nothing was done. */
const refusedStatuses = new Set([401, 403, 429]);

/** Builds the adapter for one location. */
export function createBookingServerV3(deps: BookingServerDeps): port.ReservationProvider {
  const { terms, breaker } = deps;

  /** One call; `read` makes the value of a well-formed answer, undefined when it is not one. */
  function call<Value>(
    method: string,
    body: Fields,
    read: (answer: Fields) => Value | undefined,
  ): Promise<Answer<Value>> {
    return breaker.run(
      async () => readAnswer(await post(deps, method, body), read),
      async () => isWell(await health(deps)),
    );
  }

  function slot(of: port.ProviderSlot): wire.WireSlot {
    return wire.slotToWire(of, terms);
  }

  async function available(slots: readonly port.ProviderSlot[]): Promise<Answer<readonly port.ProviderSlot[]>> {
    const asked = slots.map((each) => {
      const { service_id, start_sec, duration_sec, resources } = slot(each);
      return { service_id, start_sec, duration_sec, resource_ids: resources };
    });
    return call("BatchAvailabilityLookup", { merchant_id: terms.merchant_id, slot_time: asked }, (answer) =>
      slots.filter(({ startsAt }) => isOffered(answer, startsAt)),
    );
  }

  return {
    name: "booking_server_v3",
    partySize: { min: 1, max: terms.max_party_size },
    holds: terms.leases,
    changesNotes: false,
    available: () => breaker.admits(),
    async search({ timeZone, now, from, until, partySize }) {
      const grid = {
        timeZone,
        firstStart: terms.first_start,
        lastStart: terms.last_start,
        everyMinutes: terms.slot_interval_minutes,
      };
      const starts = startsBetween(grid, Math.max(from, now + 1), until);
      const wanted = starts.map((startsAt) => ({ startsAt, minutes: terms.duration_minutes, partySize }));
      const parts = Array.from({ length: Math.ceil(wanted.length / slotsAtOnce) }, (_, index) =>
        wanted.slice(index * slotsAtOnce, (index + 1) * slotsAtOnce),
      );
      const answers = await Promise.all(parts.map(available));
      const failed = answers.find((answer) => answer.kind !== "done");
      if (failed !== undefined) return failed;
      return { kind: "done", value: answers.flatMap((answer) => (answer.kind === "done" ? answer.value : [])) };
    },
    async hold({ token, slot: held }) {
      if (!terms.leases) return { kind: "refused", cause: "LEASES_NOT_OFFERED", description: null };
      // No wish for when the lease ends: asked again, a token has to say the very same, or a server refuses it as reused.
      const lease = { slot: slot(held), user_reference: token };
      return call("CreateLease", { lease, idempotency_token: token }, (answer) => readLease(answer, held, deps.now()));
    },
    book: ({ token, slot: booked, lease, guest, guestKey, notes }) =>
      call(
        "CreateBooking",
        {
          slot: slot(booked),
          ...(lease === null ? {} : { lease_ref: { lease_id: lease } }),
          user_information: wire.userToWire(guestKey, guest),
          payment_information: { prepayment_status: "PREPAYMENT_NOT_PROVIDED" },
          idempotency_token: token,
          ...(notes === null ? {} : { additional_request: notes }),
        },
        (answer) => wire.bookingFromWire(answer["booking"], booked),
      ),
    change: ({ reference, slot: wanted }) =>
      wanted === null
        ? Promise.resolve({ kind: "refused", cause: "NOTES_NOT_CHANGED", description: null })
        : call("UpdateBooking", { booking: { booking_id: reference, slot: slot(wanted) } }, (answer) =>
            wire.bookingFromWire(answer["booking"], wanted),
          ),
    cancel: ({ reference }) =>
      call("UpdateBooking", { booking: { booking_id: reference, status: "CANCELED" } }, () => null),
    status: ({ reference }) =>
      call("GetBookingStatus", { booking_id: reference }, (answer) => wire.statusFromWire(answer["booking_status"])),
    lookup: ({ guestKey }) =>
      call("ListBookings", { user_id: guestKey }, (answer) =>
        wire
          .listOf(answer["bookings"])
          .filter((each) => isOfMerchant(each, terms.merchant_id))
          .flatMap((each) => wire.bookingFromWire(each, null) ?? []),
      ),
  };
}

function post(deps: BookingServerDeps, method: string, body: Fields): Promise<OutgoingAnswer> {
  return deps.outgoing.send({
    method: "POST",
    url: `${deps.baseUrl}/v3/${method}/`,
    headers: { ...headersOf(deps), "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
}

function health(deps: BookingServerDeps): Promise<OutgoingAnswer> {
  return deps.outgoing.send({ method: "GET", url: `${deps.baseUrl}/v3/HealthCheck/`, headers: headersOf(deps) });
}

function headersOf({ authorization }: BookingServerDeps): Readonly<Record<string, string>> {
  return { accept: "application/json", ...(authorization === null ? {} : { authorization }) };
}

function isWell(answer: OutgoingAnswer): boolean {
  return answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
}

function readAnswer<Value>(answer: OutgoingAnswer, read: (fields: Fields) => Value | undefined): Answer<Value> {
  if (answer.kind === "failed") {
    return neverSent.has(answer.code)
      ? { kind: "unsent", fault: answer.message }
      : { kind: "unknown", fault: answer.message };
  }
  const { status } = answer;
  if (refusedStatuses.has(status)) return { kind: "unsent", fault: `the server answered ${status}` };
  if (status >= 400 && status < 500 && status !== 408 && status !== 409)
    return { kind: "refused", cause: `HTTP_${status}`, description: null };
  if (status < 200 || status > 299) return { kind: "unknown", fault: `the server answered ${status}` };
  const fields = parse(answer.bodyStart);
  if (fields === undefined) return { kind: "unknown", fault: "the answer is not JSON" };
  const failure = wire.failureFromWire(fields["booking_failure"]);
  if (failure !== undefined) return { kind: "refused", ...failure };
  const value = read(fields);
  return value === undefined
    ? { kind: "unknown", fault: "the answer lacks what it must have" }
    : { kind: "done", value };
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? wire.objectOf(value) : undefined;
  } catch {
    return undefined;
  }
}

function isOffered(answer: Fields, startsAt: number): boolean {
  return wire.listOf(answer["slot_time_availability"]).some((each) => {
    const { available, slot_time: slot } = wire.objectOf(each);
    return available === true && wire.wholeOf(wire.objectOf(slot)["start_sec"]) === Math.floor(startsAt / 1000);
  });
}

function isOfMerchant(booking: unknown, merchantId: string): boolean {
  const merchant = wire.objectOf(wire.objectOf(booking)["slot"])["merchant_id"];
  return merchant === undefined || merchant === merchantId;
}

function readLease(answer: Fields, held: port.ProviderSlot, now: number): port.ProviderLease | undefined {
  const fields = wire.objectOf(answer["lease"]);
  const { lease_id: lease } = fields;
  const until = wire.wholeOf(fields["lease_expiration_time_sec"]);
  if (typeof lease !== "string" || lease === "" || until === undefined) return undefined;
  const slot = wire.slotFromWire(fields["slot"], held) ?? held;
  return { lease, slot, expiresInMs: Math.min(until * 1000 - now, 3_600_000) };
}
