/** How long a provider is asked what became of a booking (rules/providers 1.5). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { waitUntil } from "../../test/harness/wait-until.ts";
import { startFaultyProvider, type FaultyProvider } from "./faulty-provider.fixture.ts";

let at: FaultyProvider;
before(async () => {
  at = await startFaultyProvider();
});
after(() => at.stop());

for (const [what, hours, isAskedAgain] of [
  ["until a day after its end", 23, true],
  ["once more after that, and then never", 25, false],
] as const)
  test(`a provider is asked about a booking ${what}`, async () => {
    const { database } = at.partner.service;
    const { id } = (await at.confirmed(await at.providerLocation())).body;
    const asked = at.theirs.calls.get("GetBookingStatus") ?? 0;
    await database.transaction(async (tx) => {
      await tx.rows(
        `UPDATE bookings SET starts_at = now() - make_interval(hours => $2 + 2), ends_at = now() - make_interval(hours => $2)
         WHERE id = $1`,
        [id, hours],
      );
      await tx.rows("UPDATE provider_bookings SET next_check_at = clock_timestamp() WHERE booking_id = $1", [id]);
    });
    const { seconds } = await waitUntil(
      () =>
        database.read.one<{ seconds: number | null }>(
          `SELECT extract(epoch FROM next_check_at - clock_timestamp())::float8 AS seconds FROM provider_bookings
           WHERE booking_id = $1`,
          [id],
        ),
      // Taken for a minute, and put off for ten by the answer.
      (next) =>
        (next.seconds === null ? !isAskedAgain : next.seconds > 60) &&
        at.theirs.calls.get("GetBookingStatus") !== asked,
    );
    assert.equal(seconds !== null, isAskedAgain);
  });
