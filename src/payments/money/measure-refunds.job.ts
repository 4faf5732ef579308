/** Measures what is owed to diners and guests, for the metrics. */
import { environmentWord } from "../../kernel/environment.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { countOwedRefunds } from "../payment/owed-refunds.sql.ts";

/** Sets the figures of owed refunds of one environment. */
export async function measureRefunds(database: Database, metrics: Metrics): Promise<void> {
  const environment = environmentWord(database.livemode);
  const { owed, oldest_seconds: oldest } = await countOwedRefunds(database.read);
  metrics.owedRefunds.set({ environment }, owed);
  metrics.oldestOwedRefund.set({ environment }, oldest ?? 0);
}
