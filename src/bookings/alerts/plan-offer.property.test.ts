/**
 * Random venues and a guest who waits there: which table the guest is offered, and when none any more
 * (rules/bookings 19.2, 19.3).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawCase, type RandomCase } from "../../../test/models/random-venues.ts";
import { newId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { instantOf } from "../../kernel/wall-time.ts";
import type { Slot } from "../search/availability.ts";
import { checkStart } from "../search/check-start.ts";
import { occupiedUntil } from "../tables/stay.ts";
import { slotToOffer, slotsOf, takenSince } from "./plan-offer.ts";
import type { TableAlert, TableOffer } from "./table-alert.ts";

/** Each run draws others; ALERT_SEED and ALERT_CASES repeat or extend one. */
const cases = Number(process.env["ALERT_CASES"] ?? 150);
const firstSeed = Number(process.env["ALERT_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const leastAheadMs = 120 * 60_000;

/** A guest who waits for a table within the search of the case. */
function alertOf({ venue, start, end, partySize, areaId, now }: RandomCase): TableAlert {
  const at = (text: string) => instantOf(venue.timeZone, Date.parse(`${text}:00Z`), "earlier");
  return {
    id: newId("tal"),
    location_id: venue.locationId,
    status: "waiting",
    version: 1,
    on_date: start.slice(0, 10),
    from_at: at(start),
    until_at: at(end),
    party_size: partySize,
    area_id: areaId,
    guest_phone: "+33142600142",
    guest_email: null,
    language: null,
    request_token: "",
    created_at: now,
    updated_at: now,
    unused_offers: 0,
    hold_id: null,
    booking_id: null,
  };
}

/** The offer of the table that a party of the alert would have at the start. */
function offerOf({ venue, claims, now }: RandomCase, alert: TableAlert, { startsAt, minutes }: Slot): TableOffer {
  const { party_size: partySize, area_id: areaId } = alert;
  const checked = checkStart(venue, claims, { startsAt, partySize, minutes, experienceId: null, areaId }, now);
  assert.ok(!isRefusal(checked));
  return {
    hold_id: newId("bkh"),
    alert_id: newId("tal"),
    unit_ids: checked.seating.unitIds,
    from_at: startsAt,
    until_at: occupiedUntil(venue, startsAt, minutes),
  };
}

type Span = Pick<TableOffer, "unit_ids" | "from_at" | "until_at">;
const meet = (one: Span, other: Span): boolean =>
  one.from_at < other.until_at &&
  other.from_at < one.until_at &&
  one.unit_ids.some((unitId) => other.unit_ids.includes(unitId));

test(`${cases} random venues from seed ${firstSeed} on: who is offered which table`, () => {
  const seen = { offered: 0, none: 0, ended: 0 };
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const drawn = drawCase(seed);
    const alert = alertOf(drawn);
    const { venue, claims, now } = drawn;
    const pick = (offers: readonly TableOffer[]) => slotToOffer({ venue, claims, offers, now }, alert);
    const first = pick([]);
    const [soonest] = slotsOf(venue, claims, alert, now).filter(({ startsAt }) => startsAt >= now + leastAheadMs);
    assert.equal(first?.startsAt, soonest?.startsAt, `seed ${seed}: the first start that a search finds`);
    if (first === undefined) {
      seen.none += 1;
      continue;
    }
    seen.offered += 1;
    assert.ok(alert.from_at <= first.startsAt && first.startsAt <= alert.until_at, `seed ${seed}`);
    const [one, two, three] = [1, 2, 3].map(() => offerOf(drawn, alert, first));
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    assert.equal(pick([one, two])?.startsAt, first.startsAt, `seed ${seed}: the third has a turn`);
    for (const offers of [[one, two, three], [{ ...one, alert_id: alert.id }]]) {
      const next = pick(offers);
      const isOther: boolean = next === undefined || !meet(offerOf(drawn, alert, next), one);
      assert.ok(isOther, `seed ${seed}: after three turns, or an own one, the table is no longer offered`);
    }
    // A table that somebody has had in between begins anew.
    const lasting = claims.filter(({ kind }) => kind !== "hold");
    const own = lasting.map(({ unitId, from, until }) => ({
      ...one,
      unit_ids: [unitId],
      from_at: from,
      until_at: until,
    }));
    assert.deepEqual(takenSince([one], claims), [], `seed ${seed}: nobody has the table`);
    for (const taken of own) assert.deepEqual(takenSince([taken], claims), [taken.hold_id], `seed ${seed}`);
    seen.ended += own.length;
  }
  for (const [what, count] of Object.entries(seen)) assert.ok(count > cases / 20, `${what}: ${count} only`);
});
