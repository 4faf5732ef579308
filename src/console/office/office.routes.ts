/** The calls of the manager's pages. */
import type { BoundRoute } from "../../platform/http/route.ts";
import { locationSettingsRoutes } from "./locations.routes.ts";
import { pictureRoutes } from "./pictures.routes.ts";
import { recordRoutes } from "./records.routes.ts";

export function officeRoutes(): BoundRoute[] {
  return [...locationSettingsRoutes(), ...pictureRoutes(), ...recordRoutes()];
}
