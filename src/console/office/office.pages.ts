/** The pages of a location for its managers. */
import type { PageRoute } from "../../pages/page.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { devicesPages } from "./devices.pages.ts";
import { historyPages } from "./history.pages.ts";
import { messagesPages } from "./messages.pages.ts";
import { orderingPages } from "./ordering.pages.ts";
import { peoplePages } from "./people.pages.ts";
import { profilePages } from "./profile.pages.ts";
import { todayPages } from "./today.pages.ts";

export function officePages(deps: AccountDeps): PageRoute[] {
  return [
    ...orderingPages(deps),
    ...todayPages(deps),
    ...messagesPages(deps),
    ...historyPages(deps),
    ...profilePages(deps),
    ...peoplePages(deps),
    ...devicesPages(deps),
  ];
}
