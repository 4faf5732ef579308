/** A partner beside a provider that does what the test says: answers, hangs, cuts, fails, does a write twice. */
import assert from "node:assert/strict";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createLocation } from "../../test/harness/factories.ts";
import { operatorToken, type CallAnswer } from "../../test/harness/service.ts";
import { startBookingServer, type BookingServer, type Mischief } from "../../test/stand-ins/booking-server.ts";
import type { Id } from "../kernel/id.ts";

const password = "their-secret-password";
export const authorization = `Basic ${Buffer.from(`maple:${password}`).toString("base64")}`;

export type FaultyProvider = Awaited<ReturnType<typeof startFaultyProvider>>;

interface Plan {
  /** What happens to the next writes, in order. */
  next: Mischief[];
  /** What happens to all others. */
  always: Mischief;
}

/** Starts the service with its workers, and the provider. */
export async function startFaultyProvider() {
  const plan: Plan = { next: [], always: { kind: "none" } };
  const partner = await startBookingPartner({ workers: true });
  const theirs = await startBookingServer({
    tables: 50,
    authorization,
    // Looking changes nothing: mischief is for what does.
    mischief: (method) =>
      method === "HealthCheck" || method === "GetBookingStatus" ? { kind: "none" } : (plan.next.shift() ?? plan.always),
  });
  return Object.assign(plan, calls(partner, theirs), {
    partner,
    theirs,
    async stop(): Promise<void> {
      await partner.service.stop();
      await theirs.stop();
    },
  });
}

function calls(partner: BookingPartner, theirs: BookingServer) {
  let phones = 100;
  const guest = () => ({ first_name: "Ada", last_name: "Byron", phone: `+33142600${phones++}` });
  const operate = (method: string, path: string, body?: unknown): Promise<CallAnswer> =>
    partner.service.call(method, `/operator/v1${path}`, {
      key: operatorToken,
      ...(body === undefined ? {} : { body }),
    });
  const book = (body: object): Promise<CallAnswer> => partner.call("POST", "/v1/bookings", body);

  async function providerLocation(url = theirs.url): Promise<Id<"str">> {
    const id = await createLocation(partner.service.database, { timezone: "Europe/Paris", bookings_enabled: true });
    await partner.grant(partner.app, id);
    const answer = await operate("PATCH", `/test/locations/${id}`, {
      booking_mode: "provider",
      booking_provider: { adapter: "booking_server_v3", base_url: url, username: "maple", password },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(!answer.text.includes(password));
    return id;
  }

  async function bodyFor(locationId: Id<"str">, key?: string) {
    const { slot_token } = await partner.slot(locationId, 2, { days: 3, from: "19:00" });
    return { slot_token, guest: guest(), ...(key === undefined ? {} : { idempotency_key: key }) };
  }

  async function confirmed(locationId: Id<"str">): Promise<CallAnswer> {
    const answer = await book(await bodyFor(locationId));
    assert.equal(answer.status, 201, answer.text);
    return answer;
  }

  return { guest, operate, book, providerLocation, bodyFor, confirmed };
}
