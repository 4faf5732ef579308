import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eventTypeDescriptions,
  parseEventType,
  parseEventTypes,
  parseSubscribableEventType,
  subscribableEventTypes,
} from "./event-types.ts";

test("the list holds the 24 documented types and that of settings, each described (rules/webhooks 3.1 to 3.5)", () => {
  assert.equal(subscribableEventTypes.length, 25);
  assert.equal(subscribableEventTypes.filter((type) => type.startsWith("booking.")).length, 8);
  assert.equal(subscribableEventTypes.filter((type) => type.startsWith("waitlist_entry.")).length, 5);
  for (const { description } of eventTypeDescriptions) assert.match(description, /\.$/);
});

test("orders.* spellings are aliases of order.* (rules/webhooks 3.1)", () => {
  assert.equal(parseSubscribableEventType("orders.notification"), "order.notification");
  assert.equal(parseSubscribableEventType("orders.cancelled"), "order.cancelled");
  assert.equal(parseSubscribableEventType("orders.validation_requested"), "order.validation_requested");
});

test("webhook.test can be filtered by, not subscribed (rules/webhooks 3.1)", () => {
  assert.equal(parseSubscribableEventType("webhook.test"), undefined);
  assert.equal(parseEventType("webhook.test"), "webhook.test");
});

test("names of the prototype are not event types", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", ""]) {
    assert.equal(parseSubscribableEventType(name), undefined, name);
  }
});

test("a list is canonical, without repeats, in order; every unknown name is reported", () => {
  assert.deepEqual(parseEventTypes(["menu.sync_failed", "orders.notification", "order.notification"]), {
    kind: "ok",
    eventTypes: ["menu.sync_failed", "order.notification"],
  });
  assert.deepEqual(parseEventTypes(["order.paid", "nope", "bookings.created"]), {
    kind: "unknown",
    unknown: ["nope", "bookings.created"],
  });
});
