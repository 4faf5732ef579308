/** The diner's interface: menu and orders (rules/ordering 14). */
import type { BoundRoute } from "../../platform/http/route.ts";
import { storeMenuRoutes, type StoreMenuDeps } from "./store-menu.routes.ts";
import { storeOrderRoutes, type StoreOrderDeps } from "./store-orders.routes.ts";

/** All routes of ordering. */
export function storeRoutes(deps: StoreMenuDeps & StoreOrderDeps): BoundRoute[] {
  return [...storeMenuRoutes(deps), ...storeOrderRoutes(deps)];
}
