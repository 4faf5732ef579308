/** The conformance suite over the adapters: native, simulated, and booking_server_v3 driven against our own /reserve/v3. */
import { tablesOfFour } from "../../test/harness/booking-partner.ts";
import { createBookableLocation } from "../../test/harness/booking-setup.ts";
import { createLocation } from "../../test/harness/factories.ts";
import { operatorToken, startService, type TestService } from "../../test/harness/service.ts";
import { createSlotTokens } from "../bookings/search/slot-token.ts";
import { createLocationPermits } from "../bookings/make/wait-for-location.query.ts";
import type { Id } from "../kernel/id.ts";
import { localDate, wallTime } from "../kernel/wall-time.ts";
import { createOutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import { createKeyedSemaphore } from "../platform/postgres/keyed-semaphore.ts";
import { createBookingServerV3 } from "./booking-server-v3.client.ts";
import { createNativeProvider } from "../channels/native-provider.command.ts";
import { createCircuitBreaker, usualBreaker } from "./circuit-breaker.ts";
import { usualTerms } from "./provider-settings.ts";
import { conforms, type AdapterUnderTest } from "./reservation-provider.fixture.ts";
import { createSimulatedProvider } from "./simulated-provider.command.ts";

const timeZone = "Europe/Paris";

function evening(): AdapterUnderTest["evening"] {
  const now = Date.now();
  const date = localDate(timeZone, now + 3 * 86_400_000);
  // The zone is at most two hours ahead; the window is wide enough.
  const from = wallTime(date, 15 * 60);
  return { timeZone, now, from, until: from + 8 * 3_600_000 };
}

async function channelFor(service: TestService, locationId: Id<"str">) {
  const answer = await service.call("POST", "/operator/v1/test/booking_channels", {
    key: operatorToken,
    body: { name: "A channel", location_ids: [locationId] },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as { readonly id: Id<"bch">; readonly username: string; readonly password: string };
}

conforms("native", async () => {
  const service = await startService();
  const { database } = service;
  const locationId = await createBookableLocation(database, tablesOfFour(10));
  const { id: channelId } = await channelFor(service, locationId);
  const tokens = createSlotTokens(Buffer.alloc(32, 3));
  const permits = createLocationPermits(createKeyedSemaphore({ atOnce: 3, maxWaiting: 100, maxWaitMs: 5_000 }));
  const provider = createNativeProvider({ database, tokens, permits, channelId, locationId });
  return { provider, evening: evening(), tables: 10, stop: () => service.stop() };
});

conforms("simulated", async () => {
  const service = await startService();
  const locationId = await createLocation(service.database, { timezone: timeZone });
  const provider = createSimulatedProvider({ database: service.database, locationId, sleep: async () => {} });
  return { provider, evening: evening(), tables: 10, stop: () => service.stop() };
});

conforms("booking_server_v3", async () => {
  const service = await startService();
  const locationId = await createBookableLocation(service.database, tablesOfFour(10));
  const { username, password } = await channelFor(service, locationId);
  const outgoing = createOutgoingHttp({ allowPrivate: true, answerBytes: 1024 * 1024 });
  // Time goes on between two calls: what a token asks for again is not asked for in the same second.
  let calls = 0;
  const provider = createBookingServerV3({
    outgoing,
    breaker: createCircuitBreaker({ now: Date.now, ...usualBreaker }),
    baseUrl: `${service.url}/reserve`,
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    terms: { ...usualTerms(locationId), leases: true },
    now: () => Date.now() + 2_000 * calls++,
  });
  return {
    provider,
    evening: evening(),
    tables: 10,
    stop: async () => {
      await outgoing.close();
      await service.stop();
    },
  };
});
