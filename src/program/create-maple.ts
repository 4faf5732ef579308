/**
 * Builds one service from its parts: which feature's routes and pages are served, which jobs run, and what fills each port.
 * A service does not know which it is: what a test and a live one differ in is what they are built with.
 */
import { withinLimit } from "../platform/time-limit.ts";
import type { Threads } from "./build-threads.ts";
import { appRoutes } from "../apps/apps.routes.ts";
import { createKeyAuthenticator } from "../apps/authenticate-key.query.ts";
import { availabilityRoutes } from "../bookings/api/availability.routes.ts";
import { bookingSetupRoutes } from "../bookings/api/booking-setup.routes.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import { bookingRoutes } from "../bookings/api/bookings.routes.ts";
import { holdRoutes } from "../bookings/api/holds.routes.ts";
import { venueActionRoutes } from "../bookings/api/venue-actions.routes.ts";
import { buildBookingDeps, buildProviders, orderCursors, placeTokens, type Providers } from "./build-providers.ts";
import { buildPictures, buildProvider, buildWebhookDeps } from "./build-outgoing.ts";
import { buildBoardRoutes } from "./build-board.ts";
import { officeRoutes } from "../console/office/office.routes.ts";
import { reportRoutes } from "../console/reports/reports.routes.ts";
import { setupRoutes } from "../console/setup/setup.routes.ts";
import { zoneRoutes } from "../console/zones/zones.routes.ts";
import { buildStandRoutes } from "./build-stand.ts";
import { buildRequestLog, buildWorkers, runDueTimers, type Workers } from "./build-workers.ts";
import { quoteDelivery } from "../delivery-zones/zones/check-zones.query.ts";
import { deliveryZoneRoutes } from "../delivery-zones/api/delivery-zones.routes.ts";
import { feedbackRoutes } from "../feedback/feedback.routes.ts";
import { requestRoutes } from "../requests/requests.routes.ts";
import type { RequestLog } from "../requests/request-log.cache.ts";
import { floorRoutes } from "../floor/floor.routes.ts";
import { idExists } from "./id-exists.sql.ts";
import { storefrontRoutes } from "../locations/storefront.routes.ts";
import { locationRoutes } from "../locations/locations.routes.ts";
import { menuRoutes } from "../menus/api/menus.routes.ts";
import { operatorRoutes } from "../operator/operator.routes.ts";
import { createDisplayNumbers } from "../orders/place/display-numbers.cache.ts";
import { itemChangeRoutes } from "../orders/api/item-changes.routes.ts";
import { orderingSettingsRoutes } from "../orders/api/ordering-settings.routes.ts";
import { orderRoutes } from "../orders/api/orders.routes.ts";
import { leaveOrdersToStaff } from "../orders/decide/leave-orders.command.ts";
import { buildSenders } from "./build-waitlist.ts";
import { openPaymentDesk } from "../bookings/payments/open-payment-desk.query.ts";
import { createProcessors } from "../payments/stripe/create-processors.client.ts";
import { createTestProcessor } from "../payments/test-processor/test-processor.command.ts";
import { developerRoutes } from "../developer/developer.routes.ts";
import type { DeveloperPageDeps } from "../developer/developer-visit.query.ts";
import { listPages } from "./list-pages.ts";
import type { PageRoute } from "../pages/page.ts";
import { noticesOf } from "../platform/http/deprecation.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import { takeBudget, type BudgetLimits } from "../platform/limits/rate-budget.sql.ts";
import type { ProviderSettings } from "../people/provider/sign-in-provider.ts";
import type { PasswordHasher } from "../people/sign-in/password-hasher.cache.ts";
import { demoCode } from "../people/sign-in/demo-people.command.ts";
import { createSignInDeps } from "../people/sign-in/sign-in-deps.cache.ts";
import { createConsoleAuthenticator, type ConsoleLimits } from "../people/session/authenticate-console.command.ts";
import type { accountPages } from "../console/account/account.pages.ts";
import { consoleAccessRoutes, type AccessDeps } from "../console/access/access.routes.ts";
import { consoleMenuRoutes } from "../console/menu/menu.routes.ts";
import { createChannelAuthenticator } from "../channels/authenticate-channel.query.ts";
import { reserveRoutes } from "../channels/reserve.routes.ts";
import { tellOfPayment } from "./paid-things.ts";
import { findApiFault } from "../sandbox/faults/meet-fault.command.ts";
import { sandboxRoutes, type SandboxDeps } from "../sandbox/sandbox.routes.ts";
import { stockRoutes } from "../stock/stock.routes.ts";
import { guestBookingRoutes } from "../store/book/booking-guest.routes.ts";
import { ownBookingRoutes } from "../store/manage/booking-own.routes.ts";
import { bookingSearchRoutes } from "../store/book/booking-search.routes.ts";
import { createGuestBookingDeps } from "../store/book/guest-booking-deps.cache.ts";
import { orderChangeRoutes } from "../store/order/order-change.routes.ts";
import { helpersOf } from "../store/around/privacy-page.ts";
import { storeRoutes } from "../store/menu/store.routes.ts";
import { orderingTimesRoutes } from "../store/checkout/ordering-times.routes.ts";
import { webhookRoutes } from "../webhooks/api/webhooks.routes.ts";
import { waitFollowRoutes } from "../store/wait/wait-follow.routes.ts";
import { waitlistEntryRoutes } from "../waitlist/api/waitlist-entries.routes.ts";
import { waitlistRoutes } from "../waitlist/api/waitlist.routes.ts";
import type { Id } from "../kernel/id.ts";
import { labelsOf } from "../kernel/service-labels.ts";
import type { ProcessorName } from "../payments/payment/payment-processor.ts";
import type { StripeSettings } from "../payments/stripe/stripe.client.ts";
import { addressRoutes } from "../addresses/address-suggestions.routes.ts";
import { createGeocoder } from "../addresses/geocoder.client.ts";
import type { Geocoder, GeocoderSettings } from "../addresses/geocoder.ts";
import type { PlaceTokens } from "../addresses/place-token.ts";
import type { MapTiles } from "../maps/map-tiles.ts";
import type { MailSettings } from "../mail/mail-settings.ts";
import type { TwilioSettings } from "../twilio/twilio-settings.ts";
import type { HttpService } from "../platform/http/ports.ts";
import type { PlacingDeps } from "../orders/place/place-order.command.ts";
import type { GuestBookingDeps } from "../store/book/guest-booking-deps.ts";
import type { WebhookDeps } from "../webhooks/api/subscriptions.routes.ts";
import type { OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../platform/postgres/database.ts";

export interface MapleParts {
  readonly database: Database;
  /** A small pool of its own for order numbers. */
  readonly counters: Database;
  /** The pool of the background work. */
  readonly workerDatabase: Database;
  readonly version: string;
  /** The current key first, then those that it replaced. */
  readonly secretKeys: readonly [Buffer, ...Buffer[]];
  /** What partners, diners and guests reach this service by, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Whether webhooks and providers may have private addresses; never in live. */
  readonly allowPrivate: boolean;
  readonly paymentProcessor: ProcessorName;
  readonly stripe: StripeSettings | undefined;
  readonly twilio: TwilioSettings | undefined;
  readonly mail: MailSettings | undefined;
  /** The ground of maps; null: a grid. */
  readonly tiles: MapTiles | null;
  /** Who finds addresses; nobody when undefined. */
  readonly geocoder: GeocoderSettings | undefined;
  readonly oidc: ProviderSettings | undefined;
  /** How long a call waits for other calls about its location, in milliseconds. */
  readonly locationWaitMs: number;
  /** Requests a minute and app; the limits of the rules when absent. */
  readonly budgets?: BudgetLimits | undefined;
  /** Strangers are shown the locations that are listed. */
  readonly hasDirectory: boolean;
  /** One demonstration person for each role; never in live. */
  readonly hasDemoPeople: boolean;
  /** Calls of the console a minute; the limits of the rules when absent. */
  readonly consoleLimits?: ConsoleLimits | undefined;
  /** Whether a location is kept by this service. */
  readonly keepsLocation: (id: Id<"str">) => Promise<boolean>;
  readonly threads: Threads;
  /** Of the process: both services wait for the same two places. */
  readonly hasher: PasswordHasher;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Makes these routes instead of all, for tests of one feature. */
  readonly routes?: ((database: Database) => readonly BoundRoute[]) | undefined;
}

/** One service, whole: test or live. */
export interface Maple extends HttpService {
  readonly pages: readonly PageRoute[];
  readonly workers: Workers;
  readonly pictures: OutgoingHttp;
  /** Fires every timer that is due, once; workers do so by themselves. */
  runDue(): Promise<void>;
  /** Writes what is remembered and closes outgoing connections; the last thing to call. */
  close(): Promise<void>;
}

/** Builds one service; nothing listens or runs yet. */
export function createMaple(parts: MapleParts): Maple {
  const { database, secretKeys, log, metrics, baseUrl } = parts;
  const { livemode } = database;
  const [secretKey, ...previousSecretKeys] = secretKeys;
  const requests = buildRequestLog(parts);
  const deps = buildWebhookDeps({ secretKeys, livemode, allowPrivate: parts.allowPrivate, baseUrl }, database);
  const processors = createProcessors(parts, livemode ? undefined : createTestProcessor(database));
  const senders = buildSenders({ ...parts, livemode, secretKey });
  const booked = buildBookingDeps(secretKey, livemode, parts.locationWaitMs);
  const providers = buildProviders({ ...parts, ...booked });
  const booking: BookingRouteDeps = { ...booked, books: providers.books, providers: providers.deps };
  const workers = buildWorkers({
    ...parts,
    threads: parts.threads.menus,
    database: parts.workerDatabase,
    deps,
    processors,
    providers,
    senders,
  });
  const { name: processor } = processors;
  openPaymentDesk(database.read, { processor, baseUrl });
  const runDue = (of: Database): Promise<void> => runDueTimers(of, { metrics, log, processors, senders });
  const placing = { processor, displayNumbers: createDisplayNumbers(parts.counters), deliveryTerms: quoteDelivery };
  const access = { signIn: createSignInDeps(parts.hasher, secretKeys), baseUrl };
  const guestBooking = createGuestBookingDeps({ ...parts, ...booking, secretKey, previousSecretKeys });
  const account = {
    database,
    authenticate: createConsoleAuthenticator(database, parts.consoleLimits),
    // In live sessions travel over https only: browsers keep no such cookie that came otherwise.
    isSecure: () => livemode || baseUrl().startsWith("https:"),
    ...access,
    provider: buildProvider(parts),
    showsPlaces: parts.hasDirectory
      ? ("listed" as const)
      : parts.hasDemoPeople && !livemode
        ? ("all" as const)
        : ("none" as const),
    demoCode: livemode || !parts.hasDemoPeople ? undefined : demoCode(secretKey),
  };
  const addresses = createGeocoder(parts.geocoder ?? { name: "none", url: "", key: null });
  const faces = {
    ...parts,
    geocoder: addresses.geocoder,
    places: placeTokens(secretKey, database),
    access,
    account,
    developer: { account, threads: parts.threads.menus, webhooks: deps, placing, baseUrl, runDue },
    placing,
    deliveryTerms: quoteDelivery,
    booking,
    guestBooking,
    requests,
    deps,
    providers,
    orderCursors: orderCursors(secretKey, livemode),
  };
  const pictures = buildPictures(parts.allowPrivate);
  const maple: Maple = {
    ...labelsOf({ livemode }),
    database,
    routes: parts.routes?.(database) ?? listRoutes({ ...faces, runDue, service: () => maple }),
    pages: listPages({ ...faces, helpers: helpersOf(parts), processors }),
    workers,
    pictures,
    authenticateKey: createKeyAuthenticator(database.read, livemode),
    authenticateChannel: createChannelAuthenticator(database.read, livemode),
    authenticateConsole: account.authenticate,
    isSecure: account.isSecure,
    takeBudget: (appId, budget) => takeBudget(database, appId, budget, parts.budgets),
    idExists: (id) => idExists(database.read, id),
    ...(livemode ? {} : { findFault: (call) => findApiFault(database, call) }),
    remember: (answered) => requests.remember(answered),
    runDue: () => runDue(database),
    async close() {
      await withinLimit("the last write of requests", 3_000, () => requests.stop()).catch(() => {});
      await providers.close();
      await Promise.all([addresses.close(), deps.outgoing.close(), pictures.close()]);
    },
  };
  return maple;
}

/** What the faces of one service are made of. */
interface Faces extends Omit<MapleParts, "geocoder"> {
  readonly geocoder: Geocoder;
  readonly access: AccessDeps;
  readonly account: Parameters<typeof accountPages>[0];
  readonly developer: DeveloperPageDeps;
  readonly placing: PlacingDeps;
  readonly places: PlaceTokens;
  readonly deliveryTerms: typeof quoteDelivery;
  readonly booking: BookingRouteDeps;
  readonly guestBooking: GuestBookingDeps;
  readonly requests: RequestLog;
  readonly deps: WebhookDeps;
  readonly providers: Providers;
  readonly orderCursors: ReturnType<typeof orderCursors>;
}

function listRoutes(faces: Faces & Pick<SandboxDeps, "runDue" | "service">): readonly BoundRoute[] {
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
    ...sandboxRoutes({ ...faces, ...placing, onNews: tellOfPayment, log: faces.requests }),
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
