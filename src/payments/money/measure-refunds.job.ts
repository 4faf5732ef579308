/** Measures the refunds that diners and guests are owed, for the metrics. */
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { countOwedRefunds } from "../payment/owed-refunds.sql.ts";

/** Sets the figures of owed refunds of one service. */
export async function measureRefunds(database: Database, metrics: Metrics): Promise<void> {
  const labels = labelsOf(database);
  const { owed, oldest_seconds: oldest } = await countOwedRefunds(database.read);
  metrics.owedRefunds.set(labels, owed);
  metrics.oldestOwedRefund.set(labels, oldest ?? 0);
}
