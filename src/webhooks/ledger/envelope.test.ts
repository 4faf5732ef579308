import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptHeaders, envelopeBody, type RecordedEvent } from "./envelope.ts";

const event: RecordedEvent = {
  eventId: "evt_1",
  eventType: "order.notification",
  locationId: "str_1",
  resourceType: "order",
  resourceId: "ord_1",
  resourcePath: "/v1/orders/ord_1",
  idempotencyKey: "order:ord_1:notification",
  sequence: 3,
  created: 1_767_225_600_999,
  dataText: '{"status":"PENDING","b":1,"a":2}',
};
const source = { baseUrl: "https://api.maple.example", livemode: true };

test("the envelope has the documented fields, data as it was written (rules/webhooks 4.1)", () => {
  assert.equal(
    envelopeBody(event, source).toString(),
    '{"event_id":"evt_1","event_type":"order.notification","location_id":"str_1","resource_id":"ord_1",' +
      '"resource_type":"order","resource_href":"https://api.maple.example/v1/orders/ord_1",' +
      '"idempotency_key":"order:ord_1:notification","created":1767225600,"livemode":true,"sequence":3,' +
      '"data":{"status":"PENDING","b":1,"a":2}}',
  );
  assert.equal(JSON.parse(envelopeBody({ ...event, dataText: null, locationId: null }, source).toString()).data, null);
});

test("the headers name event, delivery and attempt, and sign twice (rules/webhooks 5.2)", () => {
  const identity = {
    eventId: "evt_1",
    deliveryId: "dlv_1",
    subscriptionId: "dws_1",
    notificationUrl: "https://partner.example/",
    attempt: 2,
  };
  const headers = attemptHeaders(identity, ["whsec_AAAA"], 1_767_225_600, Buffer.from("{}"));
  assert.equal(headers["user-agent"], "Maple-Webhooks/1");
  assert.equal(headers["x-service-event-id"], "evt_1");
  assert.equal(headers["x-service-delivery-id"], "dlv_1");
  assert.equal(headers["x-service-attempt"], "2");
  assert.match(headers["x-service-signature"] ?? "", /^t=1767225600,v1=[0-9a-f]{64}$/);
  assert.match(headers["webhook-signature"] ?? "", /^v1,[A-Za-z0-9+/]{43}=$/);
});
