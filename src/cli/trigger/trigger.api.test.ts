import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { connect } from "../../../test/harness/factories.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";
import type { Id } from "../../kernel/id.ts";
import { callService, exitCodes } from "../call-operator.ts";
import { subscribableEventTypes } from "../../webhooks/subscriptions/event-types.ts";
import { notOurs, triggerCommand, triggerTypes } from "../trigger.ts";
import { bookingRecipes } from "./booking-recipes.ts";
import { waitlistRecipes } from "./waitlist-recipes.ts";

let partner: BookingPartner;
let location: Id<"str">;
before(async () => {
  partner = await startBookingPartner();
  // Open around the clock, so that the hour of the test does not matter.
  ({ location } = await openLine(partner, 20, { messaging: true }));
  await connect(partner.service.database, partner.app, location);
});
after(() => partner.service.stop());

/** Runs `maple trigger TYPE` in this process. */
async function trigger(type: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const access = { url: partner.service.url, token: partner.app.key, name: "API key" } as const;
  const [out, err]: [string[], string[]] = [[], []];
  const text = (name: string): string | undefined => (name === "location" ? location : undefined);
  const code = await triggerCommand.run(
    { argument: type, text, has: () => false, access },
    {
      out: (line) => void out.push(line),
      err: (line) => void err.push(line),
      call: (call) => callService(call, access),
      interrupted: new AbortController().signal,
    },
  );
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("each event of bookings and of the waitlist is caused by the calls that cause it", () => {
  for (const type of [...Object.keys(bookingRecipes), ...Object.keys(waitlistRecipes)]) {
    test(type, async () => {
      const { code, out, err } = await trigger(type);
      assert.equal(code, exitCodes.done, err);
      const id = /\b(?:bkg|bkw)_\w+/.exec(out)?.[0] ?? "";
      const recorded = await partner.events(id);
      assert.ok(
        recorded.some((event) => event.event_type === type),
        `${out}: ${recorded.map((event) => event.event_type).join(", ")}`,
      );
    });
  }
});

test("store.settings.changed: settings change, and the second time they are back", async () => {
  const path = `/v1/locations/${location}/ordering_settings`;
  for (const minutes of [5, 0]) {
    const before = (await partner.call("GET", path)).body.busy_delay_minutes;
    assert.equal(before, 5 - minutes);
    const { code, err } = await trigger("store.settings.changed");
    assert.equal(code, exitCodes.done, err);
    const recorded = (await partner.events(location)).filter((event) => event.event_type === "store.settings.changed");
    assert.equal(recorded.length, minutes === 5 ? 1 : 2, "one event each time");
    assert.equal((await partner.call("GET", path)).body.busy_delay_minutes, minutes);
  }
});

test("every type of event is caused, or says who causes it", () => {
  assert.deepEqual(
    [...triggerTypes, ...Object.keys(notOurs)].toSorted(),
    [...subscribableEventTypes, "webhook.test"].toSorted(),
  );
});

test("what nobody with an API key can cause says who can, and a mistyped type which was meant", async () => {
  const impossible = await trigger("store.provisioned");
  assert.equal(impossible.code, exitCodes.usage);
  assert.match(impossible.err, /the operator grants a location: maple grant add/);
  assert.match((await trigger("booking.craeted")).err, /did you mean booking\.created\?/);
});
