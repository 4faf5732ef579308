/** Orders that no app decides (rules/ordering 1.9). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect } from "../../test/harness/factories.ts";
import { createOrderingLocation, type OrderingLocation } from "../../test/harness/ordering.ts";
import { operatorToken, startService, type TestService } from "../../test/harness/service.ts";

let service: TestService;
let venue: OrderingLocation;
before(async () => {
  service = await startService();
  venue = await manualLocation();
});
after(() => service.stop());

const operate = (method: string, path: string, body?: unknown) =>
  service.call(method, `/operator/v1/test${path}`, { key: operatorToken, ...(body === undefined ? {} : { body }) });

/** A location that its app has left. */
async function manualLocation(): Promise<OrderingLocation> {
  const made = await createOrderingLocation(service, { order_routing: "manual" });
  const left = await made.call("DELETE", `/v1/locations/${made.locationId}/connection`);
  assert.equal(left.status, 200, left.text);
  return made;
}

let keys = 0;
async function place(fields: object = {}): Promise<{ readonly id: string; readonly token: string }> {
  const placed = await service.call("POST", `/store/v1/locations/${venue.locationId}/orders`, {
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142" },
      payment: "pay_in_store",
      ...fields,
    },
    headers: { "idempotency-key": `manual-${++keys}` },
  });
  assert.equal(placed.status, 201, placed.text);
  return { id: placed.body.order.id, token: placed.body.token };
}

const act = (id: string, what: string, body: object = {}) => operate("POST", `/orders/${id}/${what}`, body);
const read = async (id: string) => (await operate("GET", `/orders/${id}`)).body;
const actors = (id: string) =>
  service.database.read.rows<{ readonly what: string; readonly actor: string }>(
    "SELECT what, actor FROM order_changes WHERE order_id = $1 ORDER BY sequence",
    [id],
  );

describe("an order that no app decides", () => {
  test("is accepted, made and handed out by the operator, as the store", async () => {
    const { id } = await place();
    const ready = Math.floor(Date.now() / 1000) + 3600;
    const accepted = await act(id, "accept", { pos_ticket_id: "T-1", estimated_ready_at: ready });
    const answer = { object: "order_decision", order_id: id, decision: "accept", status: "received" };
    assert.deepEqual([accepted.status, accepted.body], [200, answer]);
    assert.deepEqual((await act(id, "accept")).body, answer);
    for (const what of ["ready", "complete"]) assert.equal((await act(id, what)).status, 200);
    const order = await read(id);
    assert.deepEqual([order.status, order.external_id, order.estimated_ready_at], ["FULFILLED", "T-1", ready]);
    const told = (await actors(id)).filter(({ actor }) => actor === "store").map(({ what }) => what);
    assert.deepEqual(told, ["accept", "ready", "complete"]);
  });

  test("is delivered (operatorSendOrderOut)", async () => {
    const address = { street: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701" };
    const { id, token } = await place({
      payment: "link",
      fulfillment_type: "delivery",
      delivery_address: { ...address, latitude: 39.799, longitude: -89.644 },
    });
    assert.deepEqual((await act(id, "accept")).body.code, "order_not_ready");
    const { body } = await service.call("GET", `/store/v1/orders/${token}`);
    const card = new URLSearchParams({ card_number: "4242424242424242" });
    await fetch(`${service.url}${new URL(body.payment_link_url).pathname}`, { method: "POST", body: card });
    for (const what of ["accept", "ready", "out_for_delivery"]) assert.equal((await act(id, what)).status, 200, what);
    assert.equal((await read(id)).status, "IN_DELIVERY");
  });

  test("is denied, or cancelled from any live state; each decision is audited once, with what it changed", async () => {
    const denied = await place();
    assert.equal((await act(denied.id, "deny", { reason: "CAPACITY" })).status, 200);
    assert.equal((await act(denied.id, "deny", { reason: "CAPACITY" })).status, 200);
    const cancelled = await place();
    assert.equal((await act(cancelled.id, "cancel", { reason: "OTHER" })).status, 200);
    const after = await Promise.all([read(denied.id), read(cancelled.id)]);
    assert.deepEqual(
      after.map(({ status, denial, cancellation }) => [status, denial?.reason, cancellation?.actor]),
      [
        ["REJECTED", "CAPACITY", undefined],
        ["STORE_CANCELLED", undefined, "store"],
      ],
    );
    const entries = await service.database.read.rows<{ actor: string; action: string; after: { status: string } }>(
      "SELECT actor, action, after FROM audit_log WHERE subject = $1",
      [denied.id],
    );
    assert.deepEqual(
      entries.map(({ actor, action, after: state }) => [actor, action, state.status]),
      [["operator", "order.decided", "REJECTED"]],
    );
    const again = await act(denied.id, "accept");
    assert.deepEqual([again.status, again.body.code], [409, "illegal_transition"]);
  });

  test("is listed at its location, newest first", async () => {
    const first = await place();
    const second = await place();
    const path = `/locations/${venue.locationId}/orders`;
    const list = await operate("GET", `${path}?limit=1`);
    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      [second.id],
    );
    const older = await operate("GET", `${path}?limit=1&before=${second.id}`);
    assert.equal(older.body.data[0].id, first.id);
    assert.equal((await operate("GET", "/locations/str_00000000000000000000000000/orders")).status, 404);
  });

  test("belongs to the app again once one is connected, which hears that the store decided before", async () => {
    const { id } = await place();
    const other = await place();
    await connect(service.database, venue.app, venue.locationId);
    const refused = await act(id, "accept");
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details],
      [409, "app_decides", { app_id: venue.app.id }],
    );
    assert.equal((await venue.call("POST", `/v1/orders/${other.id}/accept`, {})).status, 200);
    const [event] = await venue.events(other.id);
    assert.deepEqual([event?.event_type, event?.data?.["actor"]], ["order.updated", "partner"]);
    assert.equal((await venue.call("POST", `/v1/sandbox/orders/${id}/store_cancel`, {})).status, 200);
    const [cancelled] = await venue.events(id);
    assert.deepEqual([cancelled?.event_type, cancelled?.data?.["actor"]], ["order.cancelled", "store"]);
    const left = await venue.call("DELETE", `/v1/locations/${venue.locationId}/connection`);
    assert.equal(left.status, 200);
  });
});
