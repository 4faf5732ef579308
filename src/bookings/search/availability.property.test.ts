import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { drawCase, type RandomCase } from "../../../test/models/random-venues.ts";
import { isShownInWindow, referenceSearch, referenceSeat } from "../../../test/models/reference-availability.ts";
import { searchAvailability, type Slot } from "./availability.ts";
import { checkStart } from "./check-start.ts";
import { seatParty } from "../tables/seating.ts";
import { occupiedUntil } from "../tables/stay.ts";

/** The reference takes milliseconds for each: each run draws others, BOOKING_SEED and BOOKING_CASES repeat or extend one. */
const cases = Number(process.env["BOOKING_CASES"] ?? 200);
const firstSeed = Number(process.env["BOOKING_SEED"] ?? Math.floor(Math.random() * 1_000_000));

const wallOf = (text: string): number => Date.parse(`${text}:00Z`);

function search(drawn: RandomCase) {
  const { venue, claims, start, end, partySize, experience, areaId, now } = drawn;
  return searchAvailability(
    venue,
    claims,
    { start: wallOf(start), end: wallOf(end), partySize, experience, areaId },
    now,
  );
}

const toText = ({ startsAt, areaId, experience }: Slot): string =>
  `${new Date(startsAt).toISOString()} ${areaId} ${experience?.experienceId ?? "-"}`;

test(`${cases} random venues from seed ${firstSeed} on: the search finds what the slow reference finds, in the same order (rules/bookings 1.10, 3.4 and 3.5)`, () => {
  // The reference takes ten times as long as all the rest: it judges every other venue.
  for (let seed = firstSeed; seed < firstSeed + cases; seed += 2) {
    const drawn = drawCase(seed);
    const found = search(drawn);
    const expected = referenceSearch(drawn.venue, drawn.claims, drawn);
    assert.deepEqual(isRefusal(found) ? found.code : found.map(toText), expected, `seed ${seed}`);
  }
});

test("the venues are worth it: every refusal and many slots come up in the first 200", () => {
  const found = Array.from({ length: 200 }, (_, seed) => search(drawCase(seed)));
  const codes = new Set(found.flatMap((one) => (isRefusal(one) ? [one.code] : [])));
  const expected = [
    "date_blocked",
    "large_party_inquiry_required",
    "outside_booking_window",
    "party_size_out_of_bounds",
  ];
  assert.deepEqual([...codes].toSorted(), expected);
  const slots = found.flatMap((one) => (isRefusal(one) ? [] : one));
  assert.ok(slots.length > 200, `${slots.length} slots only`);
});

test("what the search offers can be held, in the area that it names, and nothing else can (rules/bookings 3.8)", () => {
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const drawn = drawCase(seed);
    const found = search(drawn);
    if (isRefusal(found) || found.length === 0) continue;
    const standard = new Map(
      found.filter((slot) => slot.experience === drawn.experience).map((slot) => [slot.startsAt, slot]),
    );
    const minutes = [...standard.values()][0]?.minutes;
    if (minutes === undefined) continue;
    const [first, last] = [Math.min(...standard.keys()), Math.max(...standard.keys())];
    for (let startsAt = first; startsAt <= last; startsAt += drawn.grain * 60_000) {
      // In a repeated hour the clock leaves the window that was asked for, and comes back to it.
      if (!isShownInWindow(drawn, drawn.venue.timeZone, startsAt)) continue;
      const slot = standard.get(startsAt);
      const request = {
        startsAt,
        partySize: drawn.partySize,
        minutes,
        experienceId: drawn.experience?.experienceId ?? null,
        areaId: drawn.areaId,
      };
      const checked = checkStart(drawn.venue, drawn.claims, request, drawn.now);
      const seated = isRefusal(checked) ? undefined : checked.seating.areaId;
      assert.equal(seated, slot?.areaId, `seed ${seed} ${new Date(startsAt).toISOString()}`);
    }
  }
});

test("a party sits where the rule says, and never where somebody else does (rules/bookings 6.1, 6.2)", () => {
  let seatedParties = 0;
  for (let seed = firstSeed; seed < firstSeed + cases * 5; seed++) {
    const { venue, claims, partySize, start, experience } = drawCase(seed);
    const from = wallOf(start);
    const until = occupiedUntil(venue, from, 60);
    const online = seed % 2 === 0;
    const unitIds = experience?.unitIds ?? null;
    const seating = seatParty(venue, claims, { partySize, from, until, offer: online ? "online" : "venue", unitIds });
    const areas = venue.configuration.areas;
    const expected = referenceSeat(venue, claims, { partySize, from, until, areas, kind: experience, online });
    const text = seating === null ? null : { areaId: seating.areaId, unitIds: seating.unitIds };
    assert.deepEqual(text, expected, `seed ${seed}`);
    if (seating === null) continue;
    seatedParties += 1;
    for (const claim of claims) {
      const clash: boolean = seating.unitIds.includes(claim.unitId) && claim.from < until && from < claim.until;
      assert.ok(!clash, `seed ${seed}: ${claim.unitId} is taken`);
    }
  }
  assert.ok(seatedParties > cases, `${seatedParties} seated only`);
});
