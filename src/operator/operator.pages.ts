/** Every page below `/operator`. */
import { ofPeople, type PageRoute } from "../pages/page.ts";
import { appsPages } from "./apps/apps.pages.ts";
import { channelsPages } from "./channels/channels.pages.ts";
import { findPages } from "./find/find.pages.ts";
import { guestsPages } from "./guests/guests.pages.ts";
import { healthPages } from "./health/health.pages.ts";
import { inboxPages } from "./inbox/inbox.pages.ts";
import { sentPages } from "./messages/sent.pages.ts";
import { moneyPages } from "./money/money.pages.ts";
import { teamPages } from "./people/team.pages.ts";
import { locationsPages } from "./locations/locations.pages.ts";
import { auditPages } from "./records/audit.pages.ts";
import type { OperatorPageDeps } from "./shell/operator-visit.query.ts";

/** The operator's pages, of one service. */
export function operatorPages(deps: OperatorPageDeps): PageRoute[] {
  return ofPeople([
    ...healthPages(deps),
    ...findPages(deps),
    ...appsPages(deps),
    ...locationsPages(deps),
    ...channelsPages(deps),
    ...sentPages(deps),
    ...moneyPages(deps),
    ...inboxPages(deps),
    ...guestsPages(deps),
    ...teamPages(deps),
    ...auditPages(deps),
  ]);
}
