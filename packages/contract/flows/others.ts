/** The same service, with the clients of the other generators. */
import type { components } from "../generated/openapi-typescript/partner";
import { getMe, getOrder } from "../generated/orval/partner";
import * as schemas from "../generated/orval/partner.zod";
import { Api } from "../generated/swagger/partner";

/** The types of openapi-typescript tell events apart. */
export function placeOf(event: components["schemas"]["WebhookEvent"]): string {
  if (event.event_type === "order.paid") return event.data.order_id;
  return event.event_type === "booking.seated" ? event.data.location_id : event.resource_id;
}

/** Reads by orval and by swagger-typescript-api; the schemas of zod check what came. */
export async function readByOthers(baseUrl: string, apiKey: string, orderId: string): Promise<readonly string[]> {
  const plain = globalThis.fetch;
  globalThis.fetch = (path, init) => plain(new URL(path instanceof Request ? path.url : path, baseUrl), init);
  try {
    const options = { headers: { authorization: `Bearer ${apiKey}` } };
    const order = await getOrder(orderId, options);
    const me = await getMe(options);
    if (order.status !== 200 || me.status !== 200) throw new Error(`answered ${order.status} and ${me.status}`);
    const checked = schemas.GetOrderResponse.parse(order.data);
    const api = new Api({ baseUrl, baseApiParams: options, customFetch: plain });
    const locations = await api.v1.listLocations();
    return [checked.status, me.data.environment, String(locations.data.has_more)];
  } finally {
    globalThis.fetch = plain;
  }
}
