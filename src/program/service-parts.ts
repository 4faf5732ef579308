/** The settings of a process and what it gives to its services. The configuration and tests fill them. Types only. */
import type { GeocoderSettings } from "../addresses/geocoder.ts";
import type { FindReader } from "../docs-site/serve/docs-site.plugin.ts";
import type { OfSome } from "../kernel/of-each.ts";
import type { MailAccounts } from "../mail/read-mail-settings.ts";
import type { MapTiles } from "../maps/map-tiles.ts";
import type { StripeSettings } from "../payments/stripe/stripe.client.ts";
import type { ProviderSettings } from "../people/provider/sign-in-provider.ts";
import type { ConsoleLimits } from "../people/session/authenticate-console.command.ts";
import type { AdmissionLimits } from "../platform/admission/admission.ts";
import type { Databases } from "../platform/http/ports.ts";
import type { BoundRoute } from "../platform/http/route.ts";
import type { Wakeups } from "../platform/jobs/wakeups.ts";
import type { AddressLimitCounts } from "../platform/limits/address-limits.ts";
import type { BudgetLimits } from "../platform/limits/rate-budget.sql.ts";
import type { SharedCounts } from "../platform/limits/shared-counts.ts";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/create-metrics.ts";
import type { Database } from "../platform/postgres/database.ts";
import type { TwilioSettings } from "../twilio/twilio-settings.ts";

/** Accounts of the services that have one. */
export type StripeAccounts = OfSome<StripeSettings>;
export type TwilioAccounts = OfSome<TwilioSettings>;

export interface ServiceSettings {
  readonly version: string;
  /** What partners reach us by, without a slash at the end; without a live one, the same for both. */
  readonly baseUrls: { readonly test: string; readonly live: string | null };
  /** Null: nobody has one. */
  readonly operatorToken: string | null;
  readonly secretKey: Buffer;
  /** Keys that it replaced: they open what is not yet sealed anew. */
  readonly previousSecretKeys?: readonly Buffer[];
  /** In test only; live never delivers to private addresses. */
  readonly allowPrivateWebhooks: boolean;
  readonly paymentProcessor: "test" | "stripe";
  /** Accounts of the services that have one. */
  readonly stripe?: StripeAccounts;
  /** Who carries messages to guests, where it is not the outbox. */
  readonly twilio?: TwilioAccounts;
  /** Who carries e-mail to guests, where it is not the outbox. */
  readonly mail?: MailAccounts;
  /** Who finds addresses; nobody when absent. */
  readonly geocoder?: GeocoderSettings;
  /** The ground of maps; a grid when absent. */
  readonly tiles?: MapTiles | null;
  /** Where people may sign in besides (OpenID Connect). */
  readonly oidc?: ProviderSettings | undefined;
  /** Requests a minute, per app and service; the limits of rules/http 8.1 and 8.2 when absent. */
  readonly budgets?: BudgetLimits;
  /** Requests a minute, per address, of callers without a key; the usual ones when absent. */
  readonly addressLimits?: Partial<AddressLimitCounts>;
  /** Strangers are shown the locations that are listed. */
  readonly hasDirectory?: boolean;
  /** Whose key the docs put into samples; nobody's when absent. */
  readonly docsReader?: FindReader | undefined;
  /** Where somebody who found a weakness says so; nowhere when absent. */
  readonly securityContacts?: readonly string[];
  /** The sandbox of a developer has one demonstration person for each role. */
  readonly hasDemoPeople?: boolean;
  /** Calls of the console a minute, per session; the limits of rules/people 5.7 when absent. */
  readonly consoleLimits?: ConsoleLimits;
  /** Connections for requests of test; 16 when absent. */
  readonly poolSize?: number;
  /** The same of live; as many as of test when absent. */
  readonly livePoolSize?: number;
  /** How long a call waits for other calls about its location, in milliseconds; 2 s when absent. */
  readonly locationWaitMs?: number;
  /** Other limits of admission than the usual ones. */
  readonly admission?: Partial<AdmissionLimits>;
  /** Deliveries under way at once of each database; 1,024 when absent. */
  readonly deliveriesAtOnce?: number;
  /** How many proxies in front are believed when they say whom a request comes from. */
  readonly trustedProxies?: number;
  /** Pages can be read in the languages for tests; on in tests. */
  readonly pseudoLanguages?: boolean;
  /** Every answer is checked against its schema; on in tests. */
  readonly checkAnswers: boolean;
}

export interface ServiceParts {
  readonly settings: ServiceSettings;
  readonly databases: Databases;
  /** A small pool of its own for the order numbers of each service. */
  readonly counters: Databases;
  /** Pools of the background work's own; without them it shares those of the requests. */
  readonly workerDatabases?: Databases;
  readonly wakeups: Wakeups;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The process's number in the table `processes`. */
  readonly processId?: string;
  /** What all processes count of addresses; each counts alone when absent. */
  readonly sharedCounts?: SharedCounts;
  /** Whether requests are answered here; true when absent. */
  readonly serves?: boolean;
  /** Called when background work stands still and only a new process helps. */
  readonly onStanding?: (reason: string) => void;
  /** Makes these routes of each service instead of all, for tests of one feature. */
  readonly routes?: (database: Database) => readonly BoundRoute[];
}
