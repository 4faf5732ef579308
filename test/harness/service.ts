/** The real service for a test: real routes, real PostgreSQL (a clone of the template), real HTTP on loopback. */
import { request } from "undici";
import { isOfPrograms } from "../../src/pages/addresses.ts";
import { buildService, type Service } from "../../src/program/build.ts";
import type { ServiceSettings } from "../../src/program/service-parts.ts";
import type { BoundRoute } from "../../src/platform/http/route.ts";
import { listenAt } from "../../src/platform/http/server.ts";
import { createWakeups, type Wakeups } from "../../src/platform/jobs/wakeups.ts";
import { createLog, type Log } from "../../src/platform/log.ts";
import { createMetrics } from "../../src/platform/metrics/create-metrics.ts";
import { connectDatabase, type Database, type TextDatabase } from "../../src/platform/postgres/database.ts";
import { cloneDatabase } from "./database-server.ts";
import { assertEventsHaveTheirShapes } from "./event-shapes.ts";

export const operatorToken = "test-operator-token-0123456789";

export interface TestService {
  readonly url: string;
  readonly database: TextDatabase;
  /** For processes of their own on the same database. */
  readonly databaseUrl: string;
  /** Null unless the service was started with live. */
  readonly live: TextDatabase | null;
  readonly service: Service;
  /** Sends a request; an object body goes as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  /** Fires every timer, settlement and refund that is due, until none is. */
  runDue(): Promise<void>;
  /** Answers requests in flight, stops workers if they run, drops the databases. */
  stop(): Promise<void>;
}

export interface CallOptions {
  /** An API key or token; what begins with `Basic ` is sent as it is. */
  readonly key?: string;
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any;
}

export interface StartOptions {
  /** Serves these routes only. */
  readonly routes?: (service: ServiceContext) => readonly BoundRoute[];
  readonly live?: boolean;
  /** Serves the test database of this service too, as another process does, instead of one of its own; it stops first. */
  readonly beside?: Pick<TestService, "databaseUrl">;
  /** Starts the background work (deliveries, timers, jobs) as `npm start` does. */
  readonly workers?: boolean;
  readonly settings?: Partial<ServiceSettings>;
  /** Probes the databases for `/readyz`, as a process does. */
  readonly probes?: boolean;
  /** Where the log goes; nowhere when absent. */
  readonly log?: Log;
}

export interface ServiceContext {
  /** The database of the service whose routes are made. */
  readonly database: Database;
  readonly settings: ServiceSettings;
  readonly wakeups: Wakeups;
}

/** Starts the service on a free port of 127.0.0.1. */
export async function startService(options: StartOptions = {}): Promise<TestService> {
  const wakeups = createWakeups();
  const clones: { drop(): Promise<void> }[] = [];
  const opened: TextDatabase[] = [];
  const open = (livemode: boolean, url: string, poolSize: number): TextDatabase => {
    const applicationName = "maple-test";
    const database = connectDatabase({ livemode, url, poolSize, applicationName, wakeups, onIdleError: () => {} });
    opened.push(database);
    return database;
  };
  const ownClone = options.beside === undefined ? await cloneDatabase() : null;
  if (ownClone !== null) clones.push(ownClone);
  const testUrl = ownClone?.url ?? options.beside?.databaseUrl ?? "";
  const test = open(false, testUrl, 10);
  const liveClone = options.live === true ? await cloneDatabase() : null;
  if (liveClone !== null) clones.push(liveClone);
  const live = liveClone === null ? null : open(true, liveClone.url, 5);
  const databases = live === null ? { test } : { test, live };
  // As the program does at its start: the database's time is known before anybody asks for it.
  for (const database of [test, live]) await database?.read.rows("SELECT 1");
  const settings: ServiceSettings = {
    version: "0.0.0-test",
    baseUrls: { test: "http://127.0.0.1", live: null },
    operatorToken,
    secretKey: Buffer.alloc(32, 7),
    allowPrivateWebhooks: true,
    paymentProcessor: "test",
    // Tests send more in a minute than an app may; those of the budgets set their own.
    budgets: { availability: 1_000_000, bookings: 1_000_000 },
    addressLimits: { diner_reads: 1_000_000, diner_writes: 1_000_000, photos: 1_000_000, wrong_keys: 1_000_000 },
    consoleLimits: { reads: 1_000_000, writes: 1_000_000 },
    // The tests of admission set their own limits; all others may wait, on a slow machine too.
    poolSize: 10,
    locationWaitMs: 60_000,
    admission: { longestWaitMs: 60_000, standingWaitMs: 60_000, loopLateMs: Infinity, residentBytes: Infinity },
    checkAnswers: true,
    pseudoLanguages: true,
    ...options.settings,
  };
  const { routes } = options;
  const service = buildService({
    settings,
    databases,
    counters: {
      test: open(false, testUrl, 2),
      ...(liveClone === null ? {} : { live: open(true, liveClone.url, 1) }),
    },
    wakeups,
    log: options.log ?? createLog((process.env["TEST_LOG_LEVEL"] ?? "silent") as "silent"),
    metrics: createMetrics(),
    ...(routes === undefined ? {} : { routes: (database: Database) => routes({ database, settings, wakeups }) }),
  });
  const url = await listenAt(service.server, "127.0.0.1", 0);
  service.setBaseUrl(url);
  if (options.workers === true) service.workers.start();
  if (options.probes === true) service.readiness.start();
  return {
    url,
    database: test,
    databaseUrl: testUrl,
    live,
    service,
    call: (method, path, callOptions) => call(url, method, path, callOptions),
    runDue: () => service.runDue(),
    async stop() {
      await service.readiness.stop();
      await service.workers.stop();
      await service.server.close();
      await assertEventsHaveTheirShapes(test);
      await service.close();
      for (const database of opened) await database.close();
      for (const clone of clones) await clone.drop();
    },
  };
}

async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  // Pages are read in English; programs say what they want by themselves.
  const headers: Record<string, string> = {
    ...(isOfPrograms(path) ? {} : { "accept-language": "en" }),
    ...options.headers,
  };
  const { key } = options;
  if (key !== undefined) headers["authorization"] ??= key.startsWith("Basic ") ? key : `Bearer ${key}`;
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (body !== undefined) headers["content-type"] ??= "application/json";
  const { status, headers: answered, text } = await send(url + path, method, headers, body);
  const json = answered.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status, headers: answered, text, body: json ? JSON.parse(text) : undefined };
}

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const movedStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends a request and follows where it leads, as fetch does; it takes a third of fetch's processor time. */
async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array | undefined,
): Promise<Sent> {
  const answer = await request(url, { method, headers, body: body ?? null });
  const text = await answer.body.text();
  const answered = new Headers();
  for (const [name, values = []] of Object.entries(answer.headers))
    for (const value of [values].flat()) answered.append(name, value);
  const to = answered.get("location");
  const { statusCode: status } = answer;
  if (!movedStatuses.has(status) || to === null) return { status, headers: answered, text };
  const next = new URL(to, url).href;
  if (status > 303) return send(next, method, headers, body);
  const { "content-type": _media, ...others } = headers;
  return send(next, method === "HEAD" ? "HEAD" : "GET", others, undefined);
}
