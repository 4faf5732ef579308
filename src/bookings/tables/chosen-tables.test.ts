import assert from "node:assert/strict";
import { test } from "node:test";
import { smallConfiguration } from "../api/setup-examples.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { newId } from "../../kernel/id.ts";
import { seatAtChosen } from "./chosen-tables.ts";
import { parseConfiguration } from "../venue/parse-configuration.ts";
import { compileVenue } from "../venue/venue.ts";

function venueIn(timeZone: string) {
  const configuration = parseConfiguration({ ...smallConfiguration, experiences: [] });
  if (isRefusal(configuration)) throw new Error(configuration.message);
  const fixed = { locationId: newId("str"), revision: 1, blackouts: [], blackoutsRevision: 0 };
  return compileVenue({ ...fixed, timeZone, configuration });
}

function refusalOf(timeZone: string, now: string, next: string, until: string): string {
  const from = Date.parse(next);
  const claim = {
    ownerId: "other",
    unitId: "t1",
    kind: "booking",
    partySize: 2,
    startsAt: from,
    from,
    until: from + 1,
  } as const;
  const chosen = { unitIds: ["t1"], allowOverrun: false, allowOverCapacity: false };
  const party = { partySize: 2, from: Date.parse(now), until: Date.parse(until) };
  const seated = seatAtChosen(venueIn(timeZone), [claim], chosen, party);
  if (!isRefusal(seated)) throw new Error("the table is free long enough");
  return seated.message;
}

const remedy = "choose others, or send allow_overrun: true";

test("a table that is wanted again too soon is refused with two lengths of time that differ, whatever the clock shows", () => {
  assert.equal(
    refusalOf("Europe/Paris", "2026-06-05T16:00:40Z", "2026-06-05T17:30:00Z", "2026-06-05T17:30:40Z"),
    `table t1 is free for 89 minutes only, until 19:30, and the party needs 90; ${remedy}`,
  );
  assert.equal(
    refusalOf("Europe/Paris", "2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
    `table t1 is free for 30 minutes only, until 02:30, and the party needs 90; ${remedy}`,
  );
});
