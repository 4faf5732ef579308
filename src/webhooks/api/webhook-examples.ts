/** Bodies that the API description shows. A test checks them against the schemas. */

export const subscriptionExample = {
  object: "webhook_subscription",
  id: "dws_01k0w3h4m2e8t9v6zq1c7r5b3n",
  environment: "test",
  notification_url: "https://pos.example/maple/webhooks",
  event_types: ["order.notification", "order.cancelled"],
  status: "enabled",
  disabled_reason: null,
  created_at: "2026-03-01T12:00:00.000Z",
  updated_at: "2026-03-01T12:00:00.000Z",
};

export const eventExample = {
  object: "event",
  event_id: "evt_01k0w3h5bxf5mtpp3aq2ck8xya",
  event_type: "order.notification",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  resource_id: "ord_01k0w3h57r3c9x2b8y6p4s1g0d",
  resource_type: "order",
  resource_href: "https://sandbox.maple.example/v1/orders/ord_01k0w3h57r3c9x2b8y6p4s1g0d",
  idempotency_key: "order:ord_01k0w3h57r3c9x2b8y6p4s1g0d:notification",
  created: 1_772_366_400,
  livemode: false,
  sequence: 3,
  data: { order_id: "ord_01k0w3h57r3c9x2b8y6p4s1g0d", status: "PENDING", payment_status: "paid", actor: "service" },
  deliveries: [
    {
      id: "dlv_01k0w3h5by0g7k4z2n9q1m8v30",
      subscription_id: subscriptionExample.id,
      status: "delivered",
      attempts: 2,
      last_response_status: 200,
      last_error: null,
      next_attempt_at: null,
      delivered_at: "2026-03-01T12:00:05.412Z",
      fault: null,
    },
  ],
  listeners: 0,
};

export const attemptExample = {
  object: "delivery_attempt",
  delivery_id: "dlv_01k0w3h5by0g7k4z2n9q1m8v30",
  attempt: 1,
  started_at: "2026-03-01T12:00:00.031Z",
  duration_ms: 24,
  response_status: 503,
  error: "http_503: the endpoint did not answer with a 2xx status",
  response_body: "starting up",
  next_attempt_at: "2026-03-01T12:00:05.380Z",
};
