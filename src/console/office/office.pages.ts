/** The pages of a location for its managers. */
import type { PageRoute } from "../../pages/page.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { devicesPages } from "./devices.pages.ts";
import { orderingPages } from "./ordering.pages.ts";
import { peoplePages } from "./people.pages.ts";

export function officePages(deps: AccountDeps): PageRoute[] {
  return [...orderingPages(deps), ...peoplePages(deps), ...devicesPages(deps)];
}
