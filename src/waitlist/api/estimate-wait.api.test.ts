import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

describe("estimateWait", () => {
  test("0 to 0 when a table is free and nobody competes; else a band (rules/waitlist 3.1, 3.3)", async () => {
    const line = await openLine(partner, 1);
    const free = await line.estimate(2);
    assert.deepEqual(free.body, {
      object: "waitlist_estimate",
      location_id: line.location,
      livemode: false,
      party_size: 2,
      parties_ahead: 0,
      wait_minutes: { min: 0, max: 0 },
    });
    const entry = await line.join();
    assert.deepEqual(entry.quoted_wait.wait_minutes, { min: 0, max: 0 });
    assert.equal((await line.act(entry.id, "seat")).status, 200);
    const busy = await line.estimate(2);
    const { min, max } = busy.body.wait_minutes;
    assert.ok(busy.body.parties_ahead === 0 && min >= 30 && max <= 200 && max > min, busy.text);
  });

  test("the same within a minute; nobody who joins behind makes it shorter, and everybody who competes counts (rules/waitlist 3.4, 3.5)", async () => {
    const line = await openLine(partner, 2);
    for (const { id } of [await line.join(), await line.join()]) await line.act(id, "seat");
    let before = (await line.estimate(2)).body;
    for (let party = 1; party <= 4; party++) {
      await line.join({ party_size: party });
      const [once, again] = [(await line.estimate(2)).body, (await line.estimate(2)).body];
      assert.equal(once.parties_ahead, party);
      // A minute may begin between two looks; then both may be a step shorter.
      if (once.wait_minutes.min === again.wait_minutes.min) assert.deepEqual(once, again);
      assert.ok(once.wait_minutes.max >= before.wait_minutes.max - 5, JSON.stringify([before, once]));
      before = once;
    }
    assert.ok(before.wait_minutes.min > 60, JSON.stringify(before));
  });

  test("sizes: above 50, and what no table can have, are refused; what is no size is 400 (rules/waitlist 3.8)", async () => {
    const line = await openLine(partner, 1);
    for (const size of [51, 1000, 1001, 5]) {
      const refused = await line.estimate(size);
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.details],
        [422, "party_size_out_of_bounds", { min: 1, max: 4 }],
      );
    }
    for (const size of ["0", "-1", "two", "2.5", "", "1e3"])
      assert.equal((await line.estimate(size)).status, 400, size);
  });
});
