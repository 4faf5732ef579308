/** A developer's sandbox: simulated diners and the clock of a location. In live these calls are 404. */
import Type from "typebox";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { clockLimitSeconds } from "../locations/location/location.ts";
import { getGrantedLocation, getLocationClock } from "../locations/grants/read-locations.query.ts";
import { orderSchema } from "../orders/api/orders.schemas.ts";
import { orderToWire } from "../orders/order/order-wire.ts";
import type { PlacingDeps } from "../orders/place/place-order.command.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { Database } from "../platform/postgres/database.ts";
import { advanceLocationClock } from "../sandbox/advance-location-clock.command.ts";
import { readSimulatedOrder } from "../sandbox/read-simulated-order.ts";
import { clockSchema, clockToWire, simulatedOrderBody } from "../sandbox/sandbox.schemas.ts";
import { simulateOrder } from "../sandbox/simulate-order.command.ts";
import { actors, readers, requireApp } from "./app-access.query.ts";

const sandbox = { tag: "Developers", callClass: 4, refusals: ["not_found", "role_required"] } as const;
const reads = { kind: "console", needs: "person", roles: readers } as const;
const acts = { kind: "console", needs: "person", roles: actors } as const;
const ofLocation = { appId: idField("app"), locationId: idField("str") };

const placeOrder = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/console/v1/apps/{appId}/sandbox/orders",
  operationId: "consolePlaceSandboxOrder",
  summary: "Let a simulated diner place an order",
  description: "As POST /v1/sandbox/orders.",
  access: acts,
  params: { appId: idField("app") },
  body: simulatedOrderBody,
  success: { 201: orderSchema },
  refusals: ["not_found", "role_required", "invalid_phone", "basket_refused", "menu_not_published"],
});

const readClock = defineRoute({
  ...sandbox,
  method: "GET",
  path: "/console/v1/apps/{appId}/sandbox/locations/{locationId}/clock",
  operationId: "consoleGetSandboxClock",
  summary: "Read the clock of a location",
  access: reads,
  params: ofLocation,
  success: { 200: clockSchema },
});

const moveClock = defineRoute({
  ...sandbox,
  method: "POST",
  path: "/console/v1/apps/{appId}/sandbox/locations/{locationId}/clock",
  operationId: "consoleAdvanceSandboxClock",
  summary: "Move the clock of a location ahead",
  description: "As POST /v1/sandbox/locations/{locationId}/clock.",
  access: acts,
  params: ofLocation,
  body: Type.Object({ advance_seconds: Type.Integer({ minimum: 0, maximum: clockLimitSeconds }) }),
  success: { 200: clockSchema },
  refusals: ["not_found", "role_required", "clock_limit"],
});

export interface DeveloperSandboxDeps {
  readonly placing: PlacingDeps;
  readonly baseUrl: () => string;
  /** Fires every timer that is due: orders, settlements, refunds. */
  readonly runDue: (database: Database) => Promise<void>;
  /** Whether the service has a sandbox: live has none. */
  readonly hasSandbox: boolean;
}

/** The routes of the sandbox of an app. */
export function developerSandboxRoutes({ placing, baseUrl, runDue, hasSandbox }: DeveloperSandboxDeps): BoundRoute[] {
  return [
    bindWrite(placeOrder, async ({ console: caller, params: { appId }, body, livemode }, tx) => {
      if (!hasSandbox) return noSandbox();
      const found = await requireApp(tx, caller, appId, actors);
      if (isRefusal(found)) return found;
      const placed = await simulateOrder(tx, appId, readSimulatedOrder(body), placing);
      return isRefusal(placed) ? placed : reply(201, orderToWire(placed.order, { livemode, baseUrl: baseUrl() }));
    }),
    bindRead(readClock, async ({ console: caller, params: { appId, locationId } }, db) => {
      if (!hasSandbox) return noSandbox();
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const granted = await getGrantedLocation(db, appId, locationId);
      if (isRefusal(granted)) return granted;
      const clock = await getLocationClock(db, locationId);
      return isRefusal(clock) ? clock : reply(200, clockToWire(locationId, clock));
    }),
    bindStaged(moveClock, async ({ console: caller, params: { appId, locationId }, body }, database) => {
      if (!hasSandbox) return noSandbox();
      const found = await requireApp(database.read, caller, appId, actors);
      if (isRefusal(found)) return found;
      const granted = await getGrantedLocation(database.read, appId, locationId);
      if (isRefusal(granted)) return granted;
      const fire = (): Promise<void> => runDue(database);
      const moved = await advanceLocationClock(database, locationId, body.advance_seconds, fire);
      return isRefusal(moved) ? moved : reply(200, clockToWire(locationId, moved));
    }),
  ];
}

function noSandbox() {
  return refuse("not_found", "the sandbox is for test only");
}
