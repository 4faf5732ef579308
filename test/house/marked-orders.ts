/** What a guest with unmistakable details orders, and the partners who hear of it. */
import assert from "node:assert/strict";
import type { BookingPartner } from "../harness/booking-partner.ts";
import { createOrderingLocation } from "../harness/ordering.ts";
import type { CallAnswer } from "../harness/service.ts";

/** Texts that are of this guest and nobody else. */
export const marks = {
  name: "Zebulonia",
  family: "Quarzmann",
  phone: "142607733",
  email: "zq.stone@quarry.example",
  street: "Feldspatgasse",
  note: "hematite",
} as const;

export const markedPhone = `+33${marks.phone}`;
export const notes = `Allergic to ${marks.note}`;
export const reason = `${marks.name} ${marks.family} is ill`;

type Call = (method: string, path: string, body?: unknown) => Promise<CallAnswer>;

/** The body of an answer that must have this status. */
export const done = (answer: CallAnswer, status = 201): CallAnswer["body"] => {
  assert.equal(answer.status, status, answer.text);
  return answer.body;
};

/** Sends every event of the caller to an address. */
export async function subscribe(call: Call, hook: string): Promise<void> {
  const types = await call("GET", "/v1/webhook_event_types");
  const event_types = types.body.data
    .map(({ type }: { readonly type: string }) => type)
    .filter((type: string) => type !== "webhook.test" && type !== "order.validation_requested");
  done(await call("POST", "/v1/webhook_subscriptions", { notification_url: hook, event_types }));
}

/** Food to the door: paid, accepted, a dish missing, money back. */
export async function orderFood(partner: BookingPartner, hook: string): Promise<void> {
  const shop = await createOrderingLocation(partner.service, { messaging: true, order_messages: "email_and_sms" });
  await subscribe((method, path, body) => shop.call(method, path, body), hook);
  const placed = await partner.service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": "marked-order" },
    body: {
      items: [
        { menu_entity_id: "soup-bowl", quantity: 1, notes },
        { menu_entity_id: "bread-loaf", quantity: 1 },
      ],
      customer: { name: `${marks.name} ${marks.family}`, phone: markedPhone, email: marks.email },
      fulfillment_type: "delivery",
      delivery_address: {
        street: `17 ${marks.street}`,
        city: "Springfield",
        postal_code: "62701",
        latitude: 39.799,
        longitude: -89.644,
        notes,
      },
      told_by: "email",
    },
  });
  const { order: made } = done(placed);
  done(await shop.call("POST", `/v1/sandbox/orders/${made.id}/pay`, { card_number: "4242424242424242" }), 200);
  done(await shop.call("POST", `/v1/orders/${made.id}/accept`, {}), 200);
  const { line_items } = done(await shop.call("GET", `/v1/orders/${made.id}`), 200);
  const missing = { line_items: [{ id: line_items[1].id }], reason: `No bread for ${marks.family}` };
  done(await shop.call("POST", `/v1/orders/${made.id}/unavailable_items`, missing), 200);
  done(await shop.call("POST", `/v1/orders/${made.id}/cancel`, { reason }), 200);
  await partner.service.runDue();
}
