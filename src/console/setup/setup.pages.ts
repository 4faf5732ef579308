/** The pages about taking bookings. */
import type { PageRoute } from "../../pages/page.ts";
import { bookingsPages } from "./bookings.pages.ts";
import { calendarPages } from "./calendar.pages.ts";
import type { SetupDeps } from "./setup-deps.ts";

export function setupPages(deps: SetupDeps): PageRoute[] {
  return [...bookingsPages(deps), ...calendarPages(deps)];
}
