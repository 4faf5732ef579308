/** Configuration: the variables of the process, read once, into one value. Nothing else in the program reads `process.env`. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { withoutEndSlashes } from "../kernel/base-address.ts";
import type { ProviderSettings } from "../people/provider/sign-in-provider.ts";
import type { LogLevel } from "../platform/log.ts";
import type { StripeAccounts, TwilioAccounts } from "./service-parts.ts";
import type { GeocoderSettings } from "../addresses/geocoder.ts";
import { parseGeocoder } from "../addresses/parse-geocoder.ts";
import type { MapTiles } from "../maps/map-tiles.ts";
import { parseMapTiles } from "../maps/parse-map-tiles.ts";
import {
  poolerProblems,
  readDatabase,
  type Pooler,
  type PoolerSettings,
} from "../platform/postgres/hosts/read-database-settings.ts";
import { readOidc } from "./settings/oidc-config.ts";
import { readSecurityContacts } from "../pages/security-txt.plugin.ts";
import { misspeltVariables } from "./settings/misspelt-variables.ts";
import { readStripe } from "./settings/stripe-config.ts";
import { readMail, type MailAccounts } from "../mail/read-mail-settings.ts";
import { readTracing, type TracingSettings } from "../platform/tracing/read-tracing-settings.ts";
import { readTwilio } from "./settings/twilio-config.ts";

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: the program runs its own PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly liveDatabaseUrl: string | null;
  /** The same past a pooler, for migrations and wake-ups; equal where there is none. */
  readonly databaseDirectUrl: string | null;
  readonly liveDatabaseDirectUrl: string | null;
  /** Standbys for reads that may be some seconds old; null: the primary answers them. */
  readonly replicaDatabaseUrl: string | null;
  readonly liveReplicaDatabaseUrl: string | null;
  /** What stands between the program and PostgreSQL. */
  readonly pooler: Pooler;
  readonly dataDir: string;
  /** Null: made from the address that the service listens on. */
  readonly baseUrl: string | null;
  readonly liveBaseUrl: string | null;
  /** Null: made at the first start and kept in the data directory (embedded database); with DATABASE_URL nobody has one. */
  readonly operatorToken: string | null;
  readonly secretKey: Buffer | null;
  /** Keys that SECRET_KEY replaced, newest first. */
  readonly previousSecretKeys: readonly Buffer[];
  readonly allowPrivateWebhooks: boolean | null;
  readonly paymentProcessor: "test" | "stripe";
  /** Stripe accounts of test and of live. */
  readonly stripe: StripeAccounts;
  /** Who carries messages to guests; without it they stay in the outbox. */
  readonly twilio: TwilioAccounts;
  /** Who carries e-mail to guests; without it e-mail stays in the outbox. */
  readonly mail: MailAccounts;
  /** Where bounces are taken; null: nowhere. */
  readonly bouncePort: number | null;
  /** Where people may sign in besides; null without. */
  readonly oidc: ProviderSettings | null;
  /** Who finds addresses. */
  readonly geocoder: GeocoderSettings;
  /** The ground of maps; null: a grid. */
  readonly tiles: MapTiles | null;
  /** How long a process that stops goes on taking calls, for those who have not heard yet that it is not ready. */
  readonly drainSeconds: number;
  /** Null: health and metrics are served on the main port only. */
  readonly metricsPort: number | null;
  /** Connections of the process to the database of each service; null: the usual number. */
  readonly poolSize: number | null;
  readonly livePoolSize: number | null;
  /** How many proxies in front of the service are believed when they name the caller's address. */
  readonly trustedProxies: number;
  /** The home page lists the locations that want to be found. */
  readonly hasDirectory: boolean;
  /** Where somebody who found a weakness says so; `security.txt` is served where there is one. */
  readonly securityContacts: readonly string[];
  /** How many megabytes of menus a process keeps ready for ordering. */
  readonly menuCacheMegabytes: number;
  /** For how many days ended orders are kept before `maple archive` takes them; null: as long as nobody says a day. */
  readonly orderRetentionDays: number | null;
  /** Where spans go; null: none are made. */
  readonly tracing: TracingSettings | null;
  readonly logLevel: LogLevel;
  /** What is allowed and hardly meant, in words for the operator. */
  readonly doubts: readonly string[];
}

export type ConfigProblems = readonly string[];

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Reads the configuration, or every problem with it in words for the operator. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | ConfigProblems {
  const problems: string[] = [];
  const set = (name: string): string | null => {
    const value = env[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const text = set(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}; it is "${text}"`);
    return fallback;
  };
  const word = <Word extends string>(name: string, words: readonly Word[], fallback: Word): Word => {
    const text = set(name);
    const found = words.find((candidate) => candidate === text);
    if (text !== null && found === undefined)
      problems.push(`${name} must be one of ${words.join(", ")}; it is "${text}"`);
    return found ?? fallback;
  };
  const address = (name: string): string | null => {
    const text = set(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol)) return withoutEndSlashes(text);
    problems.push(`${name} must be an address that begins with http:// or https://`);
    return null;
  };
  const publicAddress = (name: string): string | null => {
    const text = address(name);
    if (text !== null && /^https?:\/\/[^/?#@]+$/i.test(text)) return text;
    if (text !== null)
      problems.push(`${name} must be a scheme and a host name alone, as https://api.example.com: Maple answers at /`);
    return null;
  };
  const poolers: PoolerSettings = {
    pooler: word("DATABASE_POOLER", ["none", "session", "transaction"], "none"),
    prepares: word("DATABASE_PREPARED", ["off", "on"], "off") === "on",
  };
  problems.push(...poolerProblems(poolers));
  const testDatabase = readDatabase(set, "", poolers, problems);
  const liveDatabase = readDatabase(set, "LIVE_", poolers, problems);
  const liveDatabaseUrl = liveDatabase?.url ?? null;
  // A wrong address is told by itself, and what needs one is not missing.
  const hasLive = set("LIVE_DATABASE_URL") !== null;
  const poolSize = (name: string): number | null => (set(name) === null ? null : whole(name, 2, 2, 200));
  const paymentProcessor = word("PAYMENT_PROCESSOR", ["test", "stripe"], "test");
  const config: Config = {
    port: whole("PORT", 8080, 0, 65_535),
    host: set("HOST") ?? "127.0.0.1",
    databaseUrl: testDatabase?.url ?? null,
    liveDatabaseUrl,
    databaseDirectUrl: testDatabase?.directUrl ?? null,
    liveDatabaseDirectUrl: liveDatabase?.directUrl ?? null,
    replicaDatabaseUrl: testDatabase?.replicaUrl ?? null,
    liveReplicaDatabaseUrl: liveDatabase?.replicaUrl ?? null,
    pooler: poolers.pooler,
    dataDir: path.resolve(set("MAPLE_DATA_DIR") ?? ".maple"),
    baseUrl: publicAddress("BASE_URL"),
    liveBaseUrl: publicAddress("LIVE_BASE_URL"),
    operatorToken: operatorToken(set("OPERATOR_TOKEN"), problems),
    secretKey: secretKey("SECRET_KEY", set("SECRET_KEY"), problems),
    previousSecretKeys: previousSecretKeys(set("SECRET_KEY_PREVIOUS"), problems),
    allowPrivateWebhooks: flag("ALLOW_PRIVATE_WEBHOOKS", set("ALLOW_PRIVATE_WEBHOOKS"), problems),
    paymentProcessor,
    twilio: readTwilio(set, { hasLive }, problems),
    mail: readMail(set, { hasLive }, problems),
    oidc: readOidc(set, { hasLive }, problems),
    tiles: parseMapTiles(set, problems),
    geocoder: parseGeocoder(set, { isSandbox: set("DATABASE_URL") === null, hasLive }, problems),
    stripe: readStripe(set, { processor: paymentProcessor, hasLive }, problems),
    bouncePort: set("MAIL_BOUNCE_PORT") === null ? null : whole("MAIL_BOUNCE_PORT", 0, 1, 65_535),
    metricsPort: set("METRICS_PORT") === null ? null : whole("METRICS_PORT", 0, 1, 65_535),
    poolSize: poolSize("DATABASE_POOL_SIZE"),
    livePoolSize: poolSize("LIVE_DATABASE_POOL_SIZE") ?? poolSize("DATABASE_POOL_SIZE"),
    drainSeconds: whole("DRAIN_SECONDS", 5, 0, 5),
    hasDirectory: word("DIRECTORY", ["off", "on"], "off") === "on",
    securityContacts: readSecurityContacts(set("SECURITY_CONTACT"), problems),
    trustedProxies: whole("TRUSTED_PROXIES", 0, 0, 10),
    menuCacheMegabytes: whole("MENU_CACHE_MB", 160, 8, 16_384),
    orderRetentionDays: set("ORDER_RETENTION_DAYS") === null ? null : whole("ORDER_RETENTION_DAYS", 400, 400, 36_500),
    tracing: readTracing(set, address, problems),
    logLevel: word("LOG_LEVEL", logLevels, "info"),
    doubts: [],
  };
  checkTogether(config, set, problems);
  const misspelt = misspeltVariables(Object.keys(env).filter((name) => set(name) !== null));
  // A name that is misspelt is often why another is missing.
  if (problems.length > 0) return [...new Set([...problems, ...misspelt])];
  return { ...config, doubts: [...misspelt, ...doubtsOfAddresses(config)] };
}

/** Whether reading the configuration found problems. */
export function isProblems(config: Config | ConfigProblems): config is ConfigProblems {
  return Array.isArray(config);
}

function checkTogether(config: Config, set: (name: string) => string | null, problems: string[]): void {
  const [hasTest, hasLive] = [set("DATABASE_URL") !== null, set("LIVE_DATABASE_URL") !== null];
  if (hasTest && config.secretKey === null)
    problems.push("SECRET_KEY is required with DATABASE_URL: 32 random bytes in base64 or hex");
  if (config.bouncePort !== null && !(config.mail.test?.bounceDomain ?? config.mail.live?.bounceDomain))
    problems.push("MAIL_BOUNCE_PORT needs MAIL_BOUNCE_DOMAIN or LIVE_MAIL_BOUNCE_DOMAIN: else nothing comes there");
  if (!hasLive) return;
  if (!hasTest) problems.push("LIVE_DATABASE_URL needs DATABASE_URL: live does not run on the embedded database");
  if (config.liveDatabaseUrl !== null && config.liveDatabaseUrl === config.databaseUrl)
    problems.push("LIVE_DATABASE_URL must name another database than DATABASE_URL");
  if (config.paymentProcessor === "test")
    problems.push(
      "live does not start with PAYMENT_PROCESSOR=test: no money would be taken; set PAYMENT_PROCESSOR=stripe",
    );
}

/** Browsers keep one set of cookies for a name: where it serves test and live, screens are live only. */
function doubtsOfAddresses({ baseUrl, liveBaseUrl, liveDatabaseUrl }: Config): readonly string[] {
  if (liveDatabaseUrl === null)
    return liveBaseUrl === null
      ? []
      : ["LIVE_BASE_URL is set and there is no live service: set LIVE_DATABASE_URL too, or remove it"];
  const names = [baseUrl, liveBaseUrl].map((url) => (url === null ? null : new URL(url).hostname));
  return names[1] === null || names[0] === names[1]
    ? ["BASE_URL and LIVE_BASE_URL have no two host names: the screens of people are live only"]
    : [];
}

function operatorToken(text: string | null, problems: string[]): string | null {
  if (text !== null && !/^[\x21-\x7e]{24,512}$/.test(text)) {
    problems.push("OPERATOR_TOKEN must have at least 24 visible ASCII characters");
  }
  return text;
}

function secretKey(name: string, text: string | null, problems: string[]): Buffer | null {
  if (text === null) return null;
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length !== 32)
    problems.push(`${name} must be 32 bytes, as 64 hex digits or in base64; it has ${text.length} characters`);
  return bytes;
}

function previousSecretKeys(text: string | null, problems: string[]): readonly Buffer[] {
  const parts = text === null ? [] : text.split(",").map((part) => part.trim());
  return parts.flatMap((part) => secretKey("each key of SECRET_KEY_PREVIOUS", part, problems) ?? []);
}

function flag(name: string, text: string | null, problems: string[]): boolean | null {
  if (text === null) return null;
  if (["1", "true", "yes", "on"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no", "off"].includes(text.toLowerCase())) return false;
  problems.push(`${name} must be on or off; it is "${text}"`);
  return null;
}

/** Fresh secrets for a sandbox that was given none. */
export function generateSecrets(): { readonly operatorToken: string; readonly secretKey: Buffer } {
  return { operatorToken: `mop_${randomBytes(24).toString("base64url")}`, secretKey: randomBytes(32) };
}
