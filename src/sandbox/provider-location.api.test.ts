import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { createApp } from "../../test/harness/factories.ts";

const path = "/v1/sandbox/provider_location";

describe("the location of the sandbox whose book a provider keeps (rules/providers 4.3)", () => {
  let partner: BookingPartner;
  before(async () => {
    partner = await startBookingPartner();
  });
  after(() => partner.service.stop());

  test("is made once, also by calls at the same time", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => partner.call("POST", path)));
    for (const { status, text } of answers) assert.equal(status, 200, text);
    const ids = new Set(answers.map(({ body }) => body.id));
    assert.equal(ids.size, 1);
    const { data } = (await partner.call("GET", "/v1/locations")).body;
    assert.equal(data.filter(({ id }: { readonly id: string }) => ids.has(id)).length, 1);
  });

  test("is granted, connected and booked at the provider", async () => {
    const { id } = (await partner.call("POST", path)).body;
    assert.equal((await partner.call("GET", `/v1/locations/${id}/connection`)).body.status, "active");
    const { body: profile } = await partner.call("GET", `/v1/locations/${id}/booking_profile`);
    assert.equal(profile.management, "provider", JSON.stringify(profile));
    const { now } = (await partner.call("GET", `/v1/sandbox/locations/${id}/clock`)).body;
    const day = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
    const query = `start=${day(2)}T00:00&end=${day(4)}T00:00&party_size=2`;
    const found = await partner.call("GET", `/v1/locations/${id}/booking_availability?${query}`);
    assert.ok(found.body.data.length > 0, found.text);
  });

  test("is each app's own, and is connected again", async () => {
    const own = (await partner.call("POST", path)).body.id;
    const other = await createApp(partner.service.database);
    const others = await partner.call("POST", path, undefined, other.key);
    assert.notEqual(others.body.id, own);
    assert.equal((await partner.call("GET", `/v1/locations/${others.body.id}`)).status, 404);
    const ended = await partner.call("DELETE", `/v1/locations/${own}/connection`);
    assert.equal(ended.status, 200, ended.text);
    assert.equal((await partner.call("POST", path)).body.id, own);
    assert.equal((await partner.call("GET", `/v1/locations/${own}/connection`)).body.status, "active");
  });
});
