/** The routes of the whole service, read from the service itself without a database. */
import { buildService } from "../src/program/build.ts";
import type { RouteValue } from "../src/platform/http/route-value.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { createLog } from "../src/platform/log.ts";
import { createMetrics } from "../src/platform/metrics/create-metrics.ts";
import { connectDatabase } from "../src/platform/postgres/database.ts";

let read: readonly RouteValue[] | undefined;

/** Builds the service as it is served, once in a process; its database is never opened, because nothing asks it anything. */
export function servedRoutes(): readonly RouteValue[] {
  read ??= readRoutes();
  return read;
}

function readRoutes(): readonly RouteValue[] {
  const wakeups = createWakeups();
  const database = connectDatabase({
    livemode: false,
    url: "postgres://nobody@127.0.0.1:1/none",
    poolSize: 1,
    applicationName: "maple-routes",
    wakeups,
    onIdleError: () => {},
  });
  const service = buildService({
    settings: {
      version: "0.0.0",
      baseUrls: { test: "http://127.0.0.1", live: null },
      operatorToken: "unused",
      secretKey: Buffer.alloc(32),
      allowPrivateWebhooks: false,
      paymentProcessor: "test",
      checkAnswers: false,
    },
    databases: { test: database },
    counters: { test: database },
    wakeups,
    log: createLog("silent"),
    metrics: createMetrics(),
  });
  void service.close().then(() => database.close());
  return service.routes.map((bound) => bound.route);
}
