/** What a service is built from, and what it offers: the routes of programs, the pages of people. */
import type { Threads } from "./parts/build-threads.ts";
import type { BookingRouteDeps } from "../bookings/api/booking-route-deps.ts";
import type { orderCursors, Providers } from "./parts/build-providers.ts";
import type { quoteDelivery } from "../delivery-zones/zones/check-zones.query.ts";
import type { RequestLog } from "../requests/request-log.cache.ts";
import type { DeveloperPageDeps } from "../developer/developer-visit.query.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/create-metrics.ts";
import { type BudgetLimits } from "../platform/limits/rate-budget.sql.ts";
import type { ProviderSettings } from "../people/provider/sign-in-provider.ts";
import type { PasswordHasher } from "../people/sign-in/password-hasher.cache.ts";
import { type ConsoleLimits } from "../people/session/authenticate-console.command.ts";
import type { accountPages } from "../console/account/account.pages.ts";
import { type AccessDeps } from "../console/access/access.routes.ts";
import type { Id } from "../kernel/id.ts";
import type { ProcessorName } from "../payments/payment/payment-processor.ts";
import type { StripeSettings } from "../payments/stripe/stripe.client.ts";
import type { Geocoder, GeocoderSettings } from "../addresses/geocoder.ts";
import type { PlaceTokens } from "../addresses/place-token.ts";
import type { MapTiles } from "../maps/map-tiles.ts";
import type { MailSettings } from "../mail/mail-settings.ts";
import type { TwilioSettings } from "../twilio/twilio-settings.ts";
import type { PlacingDeps } from "../orders/place/place-order.command.ts";
import type { GuestBookingDeps } from "../store/book/guest-booking-deps.ts";
import type { WebhookDeps } from "../webhooks/api/subscriptions.routes.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { ServiceTraits } from "./service-traits.ts";

/** What a process gives a service. */
export interface MapleParts {
  readonly database: Database;
  /** A small pool of its own for order numbers. */
  readonly counters: Database;
  /** The pool of the background work. */
  readonly workerDatabase: Database;
  readonly version: string;
  readonly traits: ServiceTraits;
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
  /** Deliveries under way at once; 1,024 when undefined. */
  readonly deliveriesAtOnce: number | undefined;
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

/** What the faces of one service are made of. */
export interface Faces extends Omit<MapleParts, "geocoder"> {
  readonly geocoder: Geocoder;
  readonly access: AccessDeps;
  readonly account: Parameters<typeof accountPages>[0];
  readonly developer: DeveloperPageDeps;
  readonly placing: PlacingDeps;
  readonly placeTokens: PlaceTokens;
  readonly deliveryTerms: typeof quoteDelivery;
  readonly booking: BookingRouteDeps;
  readonly guestBooking: GuestBookingDeps;
  readonly requests: RequestLog;
  readonly deps: WebhookDeps;
  readonly providers: Providers;
  readonly orderCursors: ReturnType<typeof orderCursors>;
}
