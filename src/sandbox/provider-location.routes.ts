/** A location whose book the simulated provider keeps, for test keys only (rules/providers 4.3). */
import { isRefusal } from "../kernel/refusal.ts";
import { locationShape, locationToWire } from "../locations/location/locations.schemas.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { createProviderLocation, type ProviderLocationDeps } from "./create-provider-location.command.ts";

export type { ProviderLocationDeps };

const createRoute = defineRoute({
  tag: "Sandbox",
  access: { kind: "sandbox" },
  method: "POST",
  path: "/v1/sandbox/provider_location",
  operationId: "openSandboxProviderLocation",
  summary: "Open a location whose book a provider keeps",
  description:
    "The sandbox keeps one for the app: granted, connected, and booked at the simulated provider. The guest's last name chooses what happens: `Slow` is answered after five seconds, `Lost` never, `Refuse` is refused, `Pending` waits for approval. The same location is answered again.",
  success: { 200: locationShape },
  refusals: ["not_found", "location_connected", "invalid_request"],
  example: {
    response: {
      object: "location",
      id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
      name: "Spare location of the sandbox",
      status: "active",
      timezone: "Europe/Paris",
      phone: null,
      address: { line1: null, line2: null, city: null, region: null, postal_code: null, country: "FR" },
    },
  },
});

/** The route of the provider's location, bound. */
export function providerLocationRoutes(deps: ProviderLocationDeps): BoundRoute[] {
  return [
    bindWrite(createRoute, async ({ app, requestId }, tx) => {
      const location = await createProviderLocation(tx, deps, app.id, { actor: "sandbox", requestId });
      return isRefusal(location) ? location : reply(200, locationToWire(location));
    }),
  ];
}
