/** The calls of the manager's pages. */
import type { BoundRoute } from "../../platform/http/route.ts";
import { locationSettingsRoutes } from "./locations.routes.ts";

export function officeRoutes(): BoundRoute[] {
  return [...locationSettingsRoutes()];
}
