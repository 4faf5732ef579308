/** The routes of one service for programs, of every feature, in the order of the contract. */
import { appRoutes } from "../apps/apps.routes.ts";
import { availabilityRoutes } from "../bookings/api/availability.routes.ts";
import { bookingSetupRoutes } from "../bookings/api/booking-setup.routes.ts";
import { bookingRoutes } from "../bookings/api/bookings.routes.ts";
import { holdRoutes } from "../bookings/api/holds.routes.ts";
import { venueActionRoutes } from "../bookings/api/venue-actions.routes.ts";
import { buildBoardRoutes } from "./parts/build-board.ts";
import { officeRoutes } from "../console/office/office.routes.ts";
import { reportRoutes } from "../console/reports/reports.routes.ts";
import { setupRoutes } from "../console/setup/setup.routes.ts";
import { zoneRoutes } from "../console/zones/zones.routes.ts";
import { buildStandRoutes } from "./parts/build-stand.ts";
import { deliveryZoneRoutes } from "../delivery-zones/api/delivery-zones.routes.ts";
import { feedbackRoutes } from "../feedback/feedback.routes.ts";
import { requestRoutes } from "../requests/requests.routes.ts";
import { floorRoutes } from "../floor/floor.routes.ts";
import { storefrontRoutes } from "../locations/api/storefront.routes.ts";
import { locationRoutes } from "../locations/api/locations.routes.ts";
import { menuRoutes } from "../menus/api/menus.routes.ts";
import { operatorRoutes } from "../operator/operator.routes.ts";
import { itemChangeRoutes } from "../orders/api/item-changes.routes.ts";
import { orderingSettingsRoutes } from "../orders/api/ordering-settings.routes.ts";
import { orderRoutes } from "../orders/api/orders.routes.ts";
import { leaveOrdersToStaff } from "../orders/decide/leave-orders.command.ts";
import { developerRoutes } from "../developer/developer.routes.ts";
import { noticesOf } from "../platform/http/deprecation.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import { consoleAccessRoutes } from "../console/access/access.routes.ts";
import { consoleMenuRoutes } from "../console/menu/menu.routes.ts";
import { reserveRoutes } from "../channels/reserve.routes.ts";
import { tellOfPayment } from "./paid-things.ts";
import { sandboxRoutes, type SandboxDeps } from "../sandbox/sandbox.routes.ts";
import { stockRoutes } from "../stock/stock.routes.ts";
import { guestBookingRoutes } from "../store/book/booking-guest.routes.ts";
import { ownBookingRoutes } from "../store/manage/booking-own.routes.ts";
import { bookingSearchRoutes } from "../store/book/booking-search.routes.ts";
import { orderChangeRoutes } from "../store/order/order-change.routes.ts";
import { storeRoutes } from "../store/menu/store.routes.ts";
import { orderingTimesRoutes } from "../store/checkout/ordering-times.routes.ts";
import { webhookRoutes } from "../webhooks/api/webhooks.routes.ts";
import { waitFollowRoutes } from "../store/wait/wait-follow.routes.ts";
import { waitlistEntryRoutes } from "../waitlist/api/waitlist-entries.routes.ts";
import { waitlistRoutes } from "../waitlist/api/waitlist.routes.ts";
import { addressRoutes } from "../addresses/address-suggestions.routes.ts";
import type { Faces } from "./maple-parts.ts";

/** Lists the routes of one service, feature by feature; nothing is served yet. */
export function listRoutes(faces: Faces & Pick<SandboxDeps, "runDue" | "service">): readonly BoundRoute[] {
  const { booking, guestBooking, deps, providers, threads, wakeups, placing, baseUrl, access } = faces;
  const routes: readonly BoundRoute[] = [
    ...appRoutes({ version: faces.version, notices: () => noticesOf(routes, `${baseUrl()}/docs`) }),
    ...locationRoutes({ onDisconnected: leaveOrdersToStaff }),
    ...storefrontRoutes({ baseUrl }),
    ...menuRoutes({ threads: threads.menus }),
    ...stockRoutes(),
    ...deliveryZoneRoutes(threads.imports),
    ...orderRoutes({ baseUrl, cursors: faces.orderCursors }),
    ...itemChangeRoutes(),
    ...orderingSettingsRoutes(),
    ...availabilityRoutes({ ...booking, baseUrl }),
    ...holdRoutes(booking),
    ...bookingRoutes(booking),
    ...venueActionRoutes(booking),
    ...floorRoutes(),
    ...waitlistRoutes({ permits: booking.permits, baseUrl }),
    ...waitlistEntryRoutes({ permits: booking.permits, baseUrl }),
    ...waitFollowRoutes(faces),
    ...bookingSetupRoutes({ ...booking, threads: threads.configurations }),
    ...webhookRoutes(deps, wakeups),
    ...requestRoutes(faces.requests),
    ...feedbackRoutes(faces.requests),
    ...storeRoutes(faces),
    ...orderingTimesRoutes(faces),
    ...addressRoutes(faces),
    ...orderChangeRoutes(faces),
    ...bookingSearchRoutes(guestBooking),
    ...guestBookingRoutes(guestBooking),
    ...ownBookingRoutes(guestBooking),
    ...sandboxRoutes({ ...faces, ...placing, ...providers.deps, onNews: tellOfPayment, log: faces.requests }),
    ...reserveRoutes(providers.findForChannel),
    ...buildBoardRoutes(faces),
    ...consoleMenuRoutes({ work: threads.menus }),
    ...officeRoutes(),
    ...setupRoutes(threads.configurations),
    ...zoneRoutes(),
    ...reportRoutes(),
    ...buildStandRoutes(faces),
    ...consoleAccessRoutes(access),
    ...developerRoutes(faces.developer),
    ...operatorRoutes({ compare: threads.menus.compare, ...providers.deps, baseUrl }),
  ];
  return routes;
}
