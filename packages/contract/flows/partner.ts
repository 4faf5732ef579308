/** The work of a till, with the client of hey-api: hear of an order, fetch it, decide it, page through the ledger. */
import { createClient } from "../generated/hey-api/partner/client";
import { acceptOrder, getOrder, listWebhookEvents, placeSandboxOrder } from "../generated/hey-api/partner";
import type { WebhookEvent } from "../generated/hey-api/partner";

/** A line for the kitchen; each case knows the data of its event. */
export function lineOf(event: WebhookEvent): string {
  switch (event.event_type) {
    case "order.notification":
      return `order ${event.data.order_id} is ${event.data.status}`;
    case "order.cancelled":
      return `order ${event.data.order_id}: ${event.data.cancellation?.reason ?? "no reason"}`;
    case "booking.created":
      return `${event.data.party_size} at ${event.data.starts_at}`;
    case "waitlist_entry.created":
      return `${event.data.party_size} in line`;
    case "menu.sync_failed":
      return `${event.data.issues?.length ?? 0} mistakes in the menu`;
    case "webhook.test":
      return "a test";
    default:
      return event.event_type;
  }
}

export interface Played {
  readonly status: string;
  readonly events: readonly string[];
  readonly pages: number;
  readonly unknown: string | undefined;
}

/** Plays the flow against the service at the address. */
export async function playPartner(baseUrl: string, apiKey: string, locationId: string): Promise<Played> {
  const client = createClient({ baseUrl, auth: () => apiKey });
  const placed = await placeSandboxOrder({ client, body: { location_id: locationId }, throwOnError: true });
  const path = { orderId: placed.data.id };
  await acceptOrder({ client, path, body: { pos_ticket_id: "T-1" }, throwOnError: true });
  const order = await getOrder({ client, path, throwOnError: true });
  const events: string[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const query: { limit: number; starting_after?: string } = { limit: 1, ...(after && { starting_after: after }) };
    const page = await listWebhookEvents({ client, query, throwOnError: true });
    events.push(...page.data.data.map((event) => event.event_type));
    after = page.data.next_cursor;
    pages++;
  } while (after !== null);
  const other = placed.data.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const missing = await getOrder({ client, path: { orderId: other } });
  return { status: order.data.status, events, pages, unknown: missing.error?.code };
}
