/** A restaurant in Paris with one zone of three kilometres, for tests of addresses. */
import assert from "node:assert/strict";
import type { OrderPartner } from "../../../test/harness/order-calls.ts";

export const invented = { name: "simulated", url: "", key: null } as const;

/** Connected, with the demonstration menu; answers its id. */
export async function openChezAda(partner: OrderPartner): Promise<string> {
  const id = await partner.connectedLocation({
    latitude: 48.8638,
    longitude: 2.3615,
    name: "Chez Ada",
    address: JSON.stringify({
      line1: "12 Rue des Érables",
      line2: null,
      city: "Paris",
      region: null,
      postal_code: "75003",
      country: "FR",
    }),
    timezone: "Europe/Paris",
  });
  const zones = `/v1/locations/${id}/delivery_zones`;
  for (const zone of (await partner.call("GET", zones)).body.data) await partner.call("DELETE", `${zones}/${zone.id}`);
  const made = await partner.call("POST", zones, {
    name: "Near",
    fee: { amount: 350, currency: "EUR" },
    minimum_order: { amount: 1500, currency: "EUR" },
    free_delivery_over: { amount: 4000, currency: "EUR" },
    estimated_minutes: { min: 25, max: 40 },
    geometry: { type: "Circle", radius_meters: 3000 },
  });
  assert.equal(made.status, 201, made.text);
  return id;
}
