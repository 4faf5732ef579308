/** Reads the figures of the service's health: those of the alerts. */
import { readUnsettled } from "../../bookings/at-provider/settle-by-hand.command.ts";
import { readDrainAge } from "../../orders/order/list-orders.query.ts";
import { readOrderHealth } from "../../orders/staff/read-order-health.query.ts";
import { readOwed } from "../../payments/money/list-ledger.query.ts";
import { listProcesses } from "../../platform/clock/processes.sql.ts";
import { countConnections } from "../../platform/health/server-connections.sql.ts";
import type { Instant } from "../../kernel/clock.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { readQueue } from "../../webhooks/delivery/read-queue.query.ts";
import { spans, spanSeconds } from "./health-plots.ts";
import { listSpans, type HealthSpan } from "./health-samples.sql.ts";
import type { HealthFigures } from "./judge-health.ts";

const hourSeconds = 3_600;
const mostProcesses = 100;
const mostBoards = 20;

/** The last day in spans, oldest first; those without a sample are left out. */
export function readHealthSpans({ read }: Database): Promise<readonly HealthSpan[]> {
  return listSpans(read, spanSeconds, spans);
}

/** The figures of one service, as they are now by the clock of the database. */
export async function readHealth(read: Db): Promise<HealthFigures & { readonly now: Instant }> {
  const now = await readDatabaseTime(read);
  const { count, oldest } = await readUnsettled(read);
  return {
    now,
    queue: await readQueue(read),
    ...(await readOrderHealth(read, mostBoards)),
    drainAgeSeconds: await readDrainAge(read, now),
    owedRefunds: await readOwed(read),
    unsettled: { count, oldestSeconds: oldest === null ? 0 : Math.max(0, (now - oldest) / 1000) },
    connections: await countConnections(read),
    processes: await listProcesses(read, hourSeconds, mostProcesses),
  };
}
