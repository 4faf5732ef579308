import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { connect } from "../../../test/harness/factories.ts";
import { smallMenu } from "../../../test/harness/small-menu.ts";
import { alwaysOpen, openLine } from "../../../test/harness/waitlist-line.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { startReceiver, type Receiver } from "../../webhooks/delivery/delivery.fixture.ts";
import { subscribableEventTypes } from "../../webhooks/subscriptions/event-types.ts";

let partner: BookingPartner;
let location: Id<"str">;
let receiver: Receiver;
before(async () => {
  partner = await startBookingPartner();
  receiver = await startReceiver();
  // Open around the clock, so that the hour of the test does not matter.
  ({ location } = await openLine(partner, 20, { messaging: true }));
  await connect(partner.service.database, partner.app, location);
  const menu = await partner.call("POST", `/v1/locations/${location}/menu`, smallMenu);
  assert.ok(menu.status < 300, menu.text);
});
after(async () => {
  await partner.service.stop();
  await receiver.close();
});

const trigger = (event_type: string, more: object = {}): Promise<CallAnswer> =>
  partner.call("POST", "/v1/sandbox/triggers", { event_type, ...more });

const subscribe = async (): Promise<string> => {
  const body = { notification_url: receiver.url, event_types: ["order.validation_requested"] };
  const made = await partner.call("POST", "/v1/webhook_subscriptions", body);
  assert.equal(made.status, 201, made.text);
  return String(made.body.subscription.id);
};

const walkIn = { party_size: 2, guest: { first_name: "Ada" }, idempotency_key: "at-the-door" };

/** What a trigger answers, and the events that it names. */
async function caused(type: string): Promise<{ readonly resource: string; readonly events: readonly string[] }> {
  const { status, body, text } = await trigger(type);
  assert.equal(status, 200, text);
  assert.deepEqual([body.object, body.event_type], ["sandbox_trigger", type]);
  assert.ok(body.event_ids.length > 0, text);
  for (const id of body.event_ids) {
    const event = await partner.call("GET", `/v1/webhook_events/${String(id)}`);
    assert.deepEqual([event.body.event_type, event.body.resource_id], [type, body.resource_id], event.text);
  }
  return { resource: body.resource_id, events: body.event_ids };
}

describe("each type of event is caused by what causes it (rules/ordering 15.7)", () => {
  for (const type of subscribableEventTypes.filter((each) => each !== "order.validation_requested"))
    test(type, async () => void (await caused(type)));

  test("order.validation_requested and webhook.test, of an app that subscribes", async () => {
    const id = await subscribe();
    await caused("order.validation_requested");
    assert.equal((await caused("webhook.test")).resource, id);
    assert.equal((await partner.call("DELETE", `/v1/webhook_subscriptions/${id}`)).status, 200);
  });
});

test("a second event of a resource that there was before is the new one alone", async () => {
  for (const type of ["store.settings.changed", "store.provisioned", "store.status.changed"]) {
    const first = await caused(type);
    const second = await caused(type);
    assert.equal(second.resource, first.resource, type);
    assert.deepEqual(
      second.events.filter((id) => first.events.includes(id)),
      [],
    );
  }
});

test("the app's own location stays as it is: grants, states and deposits are those of spare ones", async () => {
  const own = (await partner.call("GET", `/v1/locations/${location}`)).text;
  for (const type of ["store.deprovisioned", "store.status.changed", "booking.declined", "booking.confirmed"])
    assert.notEqual((await caused(type)).resource, location);
  assert.equal((await partner.call("GET", `/v1/locations/${location}`)).text, own);
});

test("in a full room a party sits down at a spare location, and nothing is left behind", async () => {
  const other = await partner.otherApp();
  const own = await partner.location(alwaysOpen(1));
  await partner.grant(other, own);
  await connect(partner.service.database, other, own);
  const full = await partner.call("POST", `/v1/locations/${own}/walk_ins`, walkIn, other.key);
  assert.equal(full.status, 201, full.text);
  const named = { event_type: "booking.seated", location_id: own };
  const refused = await partner.call("POST", "/v1/sandbox/triggers", named, other.key);
  assert.deepEqual([refused.status, refused.body.code], [409, "trigger_impossible"], refused.text);
  for (const event_type of ["booking.seated", "booking.completed"]) {
    const made = await partner.call("POST", "/v1/sandbox/triggers", { event_type }, other.key);
    assert.equal(made.status, 200, made.text);
    const { body } = await partner.call("GET", `/v1/bookings/${made.body.resource_id}`, undefined, other.key);
    assert.notEqual(body.location_id, own);
  }
  const { body } = await partner.call("GET", `/v1/bookings?location_id=${own}`, undefined, other.key);
  const states = (body.data as readonly { readonly status: string }[]).map(({ status }) => status);
  assert.ok(states.length > 0 && !states.includes("confirmed"), "what could not be seated is cancelled");
});

test("a party in line that no table is free for is taken off the line, and another is seated at a spare location", async () => {
  const other = await partner.otherApp();
  const own = await partner.location(alwaysOpen(1));
  await partner.grant(other, own);
  await connect(partner.service.database, other, own);
  const full = await partner.call("POST", `/v1/locations/${own}/walk_ins`, walkIn, other.key);
  assert.equal(full.status, 201, full.text);
  const event = { event_type: "waitlist_entry.seated" };
  const refused = await partner.call("POST", "/v1/sandbox/triggers", { ...event, location_id: own }, other.key);
  assert.deepEqual([refused.status, refused.body.code], [409, "trigger_impossible"], refused.text);
  for (let time = 0; time < 3; time++) {
    const made = await partner.call("POST", "/v1/sandbox/triggers", event, other.key);
    assert.equal(made.status, 200, made.text);
    const { body } = await partner.call("GET", `/v1/waitlist_entries/${made.body.resource_id}`, undefined, other.key);
    assert.notEqual(body.location_id, own);
    assert.equal(body.status, "seated");
  }
  const { body } = await partner.call("GET", `/v1/locations/${own}/waitlist`, undefined, other.key);
  assert.deepEqual(body.entries, []);
});

test("what nothing can cause says what is missing", async () => {
  const unasked = await trigger("order.validation_requested");
  assert.deepEqual([unasked.status, unasked.body.code], [409, "trigger_impossible"], unasked.text);
  assert.match(unasked.body.message, /no webhook subscription of the app wants it/);
  const unheard = await trigger("webhook.test");
  assert.deepEqual([unheard.status, unheard.body.details.cause], [409, "not_found"], unheard.text);
  const other = await partner.otherApp();
  const placeless = await partner.call("POST", "/v1/sandbox/triggers", { event_type: "order.created" }, other.key);
  assert.match(placeless.body.message, /the app has no location/);
});

test("a location of somebody else is not found, and a type that there is not is named", async () => {
  const other = await partner.otherApp();
  const body = { event_type: "order.created", location_id: location };
  const foreign = await partner.call("POST", "/v1/sandbox/triggers", body, other.key);
  assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
  const unknown = await trigger("order.eaten");
  assert.deepEqual([unknown.status, unknown.body.code], [400, "invalid_request"]);
  assert.match(unknown.body.message, /event_type/);
});
