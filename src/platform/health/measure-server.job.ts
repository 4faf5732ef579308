/** Measures the server of a database, for the metrics. */
import { sumConnections } from "../clock/processes.sql.ts";
import { labelsOf } from "../../kernel/service-labels.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { Database } from "../postgres/database.ts";
import { countConnections } from "./server-connections.sql.ts";

/**
 * Sets how many connections the server of one service has, how many its processes may open, and how many it takes; how
 * many standbys follow it, whether commits wait for one, for how long its WAL could not be archived, how old its oldest row
 * is, and how much WAL a replication slot keeps.
 */
export async function measureServer(database: Database, metrics: Metrics): Promise<void> {
  const labels = labelsOf(database);
  const counts = await countConnections(database.read);
  const { used, most, standbys, waits_for_standby: waits } = counts;
  metrics.databaseConnections.set({ ...labels, state: "used" }, used);
  metrics.databaseConnections.set({ ...labels, state: "most" }, most);
  metrics.databaseConnections.set({ ...labels, state: "budget" }, await sumConnections(database.read));
  metrics.databaseStandbys.set({ ...labels, state: "connected" }, standbys);
  metrics.databaseStandbys.set({ ...labels, state: "wanted" }, waits ? 1 : 0);
  metrics.databaseUnarchived.set(labels, counts.unarchived_seconds);
  metrics.databaseTransactions.set(labels, counts.oldest_transactions);
  metrics.databaseWalKept.set(labels, counts.kept_bytes);
}
