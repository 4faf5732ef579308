/** Measures the server of a database, for the metrics. */
import { sumConnections } from "../clock/processes.sql.ts";
import { environmentWord } from "../../kernel/environment.ts";
import type { Metrics } from "../metrics.ts";
import type { Database } from "../postgres/database.ts";
import { countConnections } from "./server-connections.sql.ts";

/** Sets how many connections the server of one environment has, how many its processes may open, and how many it takes. */
export async function measureServer(database: Database, metrics: Metrics): Promise<void> {
  const environment = environmentWord(database.livemode);
  const { used, most } = await countConnections(database.read);
  metrics.databaseConnections.set({ environment, state: "used" }, used);
  metrics.databaseConnections.set({ environment, state: "most" }, most);
  metrics.databaseConnections.set({ environment, state: "budget" }, await sumConnections(database.read));
}
