/** The pages of one service, called by create-maple.ts, and the documentation of all of them, called by build.ts. */
import type { FastifyInstance } from "fastify";
import type { Log } from "../platform/log.ts";
import { docsPagesPlugin } from "../docs-pages/docs-pages.plugin.ts";
import { docsSitePlugin, siteStylePath, type FindReader } from "../docs-site/serve/docs-site.plugin.ts";
import { createDocumentation } from "../docs-site/serve/docs-threads.worker.ts";
import { pageFiles } from "../pages/pages.plugin.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import { documentedBudgets, type BudgetLimits } from "../platform/limits/rate-budget.sql.ts";
import { addHeads } from "../store/around/heads.pages.ts";
import { storePages } from "../store/menu/store.pages.ts";
import { addressPages } from "../store/address/address.pages.ts";
import { dishPages } from "../store/dish/dish.pages.ts";
import { checkoutPages } from "../store/checkout/checkout.pages.ts";
import { bookPages } from "../store/book/booking.pages.ts";
import { holdPages } from "../store/hold/booking-hold.pages.ts";
import { slotPages } from "../store/hold/booking-slot.pages.ts";
import { alertPages } from "../store/alerts/alert.pages.ts";
import { groupPages } from "../store/groups/group.pages.ts";
import { requestPages } from "../store/manage/request.pages.ts";
import { changePages } from "../store/manage/booking-change.pages.ts";
import { managePages } from "../store/manage/booking-manage.pages.ts";
import { waitPages } from "../store/wait/wait.pages.ts";
import { boardPages } from "../board/page/board.pages.ts";
import { menuPartPages } from "../console/dishes/part.pages.ts";
import { menuPages, type MenuPageDeps } from "../console/menu/menu.pages.ts";
import { officePages } from "../console/office/office.pages.ts";
import { floorPages } from "../console/floor/floor.pages.ts";
import { moneyPages } from "../console/reports/money.pages.ts";
import { reportPages } from "../console/reports/report.pages.ts";
import { calendarPages } from "../console/calendar/calendar.pages.ts";
import { bookingsPages } from "../console/setup/bookings.pages.ts";
import { zonesPages, type ZonePageDeps } from "../console/zones/zones.pages.ts";
import { shellPages } from "../console/shell/shell.pages.ts";
import type { Threads } from "./parts/build-threads.ts";
import { findPages } from "../store/find/find.pages.ts";
import { aroundPages } from "../store/around/around.pages.ts";
import { frontPages } from "../store/around/front.pages.ts";
import { linkPages } from "../store/find/links.pages.ts";
import { bookingReceiptPages } from "../store/manage/booking-receipt.pages.ts";
import { receiptPages } from "../store/order/receipt.pages.ts";
import { orderPages } from "../store/order/order.pages.ts";
import { payPages } from "../payments/pages/pay.pages.ts";
import { describePaid, emailOfOrder, endUnpaid, sendPaidOrder, tellOfPayment } from "./paid-things.ts";
import { createRateLimit } from "../platform/limits/rate-limit.ts";
import { accountPages } from "../console/account/account.pages.ts";
import { developerPages } from "../developer/developer.pages.ts";
import { operatorPages } from "../operator/operator.pages.ts";
import type { OperatorPageDeps } from "../operator/shell/operator-visit.query.ts";
import type { GuestBookingDeps } from "../store/book/guest-booking-deps.ts";
import type { DeveloperPageDeps } from "../developer/developer-visit.query.ts";
import type { PageRoute } from "../pages/page.ts";
import { stopPages, type StopDeps } from "../mail-answers/stop.pages.ts";
import { outboxPages } from "../outbox/outbox.pages.ts";
import { standPages } from "../stand/page/stand.pages.ts";
import type { ServiceTraits } from "./service-traits.ts";

type PageParts = Parameters<typeof storePages>[0] &
  Parameters<typeof checkoutPages>[0] &
  Omit<Parameters<typeof aroundPages>[0], "isIndexed"> &
  Parameters<typeof orderPages>[0] &
  StopDeps &
  Omit<Parameters<typeof payPages>[0], "onNews" | "onPaying" | "describe" | "emailOf" | "sendOrder"> & {
    readonly traits: Pick<ServiceTraits, "isIndexed" | "hasOutbox">;
    readonly guestBooking: GuestBookingDeps;
    readonly account: Parameters<typeof accountPages>[0];
    readonly developer: DeveloperPageDeps;
    readonly providers: { readonly deps: Pick<OperatorPageDeps, "sealing" | "sandbox"> };
    readonly tiles: ZonePageDeps["tiles"];
    readonly threads: Pick<Threads, "configurations"> & { readonly menus: MenuPageDeps["work"] };
  };

/** A whole restaurant may join from one network, a script gets no further than that. */
const joinLimit = { limit: 60, windowMs: 3_600_000 };

/** The documentation: partners' site, and the references of the others. */
export function docsPlugins(about: {
  readonly routes: () => readonly BoundRoute[];
  readonly baseUrl: () => string;
  readonly version: string;
  readonly log: Log;
  readonly budgets?: BudgetLimits;
  readonly docsReader?: FindReader | undefined;
}): ((server: FastifyInstance) => void)[] {
  const { baseUrl, version, budgets = documentedBudgets } = about;
  const documentation = createDocumentation({
    routes: () => about.routes().map(({ route }) => route),
    // Both have parts in common.
    scripts: () => [...new Set(["docs-search", "docs-code"].flatMap((name) => pageFiles().module(name)))],
    style: siteStylePath(),
    baseUrl,
    version,
    budgets,
  });
  return [
    docsPagesPlugin(documentation),
    docsSitePlugin(documentation, about.log, about.docsReader),
    (server) => void server.addHook("onClose", () => documentation.close()),
  ];
}

/** Every page of one service, in the order of the features. */
export function listPages(faces: PageParts): readonly PageRoute[] {
  const { guestBooking } = faces;
  const pages = [
    ...storePages(faces),
    ...addressPages(faces),
    ...dishPages(faces),
    ...checkoutPages(faces),
    ...bookPages(guestBooking),
    ...holdPages(guestBooking),
    ...slotPages(guestBooking),
    ...groupPages(guestBooking),
    ...alertPages(guestBooking),
    ...requestPages(guestBooking),
    ...managePages(guestBooking),
    ...changePages(guestBooking),
    ...waitPages({ guestBooking, joins: createRateLimit(joinLimit) }),
    ...boardPages(faces.account),
    ...standPages(faces.account),
    ...developerPages(faces.developer),
    ...operatorPages({ ...faces.account, ...faces.providers.deps, compare: faces.threads.menus.compare }),
    ...shellPages(faces.account),
    ...officePages(faces.account),
    ...bookingsPages({ ...faces.account, threads: faces.threads.configurations }),
    ...calendarPages({ ...faces.account, threads: faces.threads.configurations }),
    ...floorPages(faces.account),
    ...reportPages(faces.account),
    ...moneyPages(faces.account),
    ...menuPages({ ...faces.account, work: faces.threads.menus }),
    ...menuPartPages({ ...faces.account, work: faces.threads.menus }),
    ...zonesPages({ ...faces.account, tiles: faces.tiles }),
    ...orderPages(faces),
    ...receiptPages(faces),
    ...bookingReceiptPages(guestBooking),
    ...aroundPages({ ...faces, isIndexed: faces.traits.isIndexed }),
    ...frontPages(guestBooking),
    ...stopPages(faces),
    ...linkPages(guestBooking),
    ...findPages(guestBooking),
    ...payPages({
      ...faces,
      onNews: tellOfPayment,
      onPaying: endUnpaid,
      describe: describePaid,
      emailOf: emailOfOrder,
      sendOrder: sendPaidOrder,
    }),
    // Last: the test service may have pages that the live one has not.
    ...accountPages(faces.account),
    ...(faces.traits.hasOutbox ? outboxPages(faces) : []),
  ];
  return addHeads(pages, faces);
}
