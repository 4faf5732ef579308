/** Uses that must not compile: each line under an expectation is an error, and an expectation without one is an error too. */
import { acceptOrder, denyOrder, getOrder, listOrders } from "../generated/hey-api/partner";
import type { Order, WebhookEvent } from "../generated/hey-api/partner";
import type { components } from "../generated/openapi-typescript/partner";

export async function wrongCalls(order: Order): Promise<void> {
  // @ts-expect-error The id of an order stands in the path.
  await getOrder({});
  // @ts-expect-error A denial has a reason.
  await denyOrder({ path: { orderId: order.id }, body: {} });
  // @ts-expect-error A time in seconds is no text.
  await acceptOrder({ path: { orderId: order.id }, body: { estimated_ready_at: "soon" } });
  // @ts-expect-error A limit is a number.
  await listOrders({ query: { limit: "ten" } });
}

export function wrongReads(order: Order, event: WebhookEvent, other: components["schemas"]["WebhookEvent"]): unknown[] {
  return [
    // @ts-expect-error An order has no such field.
    order.price,
    // @ts-expect-error The set of statuses is closed.
    order.status === "EATEN",
    // @ts-expect-error A note may be null.
    order.notes.length,
    // @ts-expect-error Which data an event has is known only with its type.
    event.data.order_id,
    // @ts-expect-error There is no such event.
    event.event_type === "order.eaten",
    // @ts-expect-error A paid order has no cancellation.
    other.event_type === "order.paid" && other.data.cancellation,
  ];
}
