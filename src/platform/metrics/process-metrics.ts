/** Figures of the process itself: readiness, databases, clocks, memory. */
import { Counter, Gauge, type Registry } from "prom-client";
import { serviceLabel } from "../../kernel/service-labels.ts";

/** Makes them in the registries. */
export function processMetrics(registers: Registry[]) {
  return {
    ready: new Gauge({
      name: "maple_ready",
      help: "1 while the process can do its work, as /readyz says.",
      registers,
    }),
    replicaBehind: new Gauge({
      name: "maple_replica_behind_seconds",
      help: "How old what the replica shows is at most; above 10 the primary answers in its place.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    pool: new Gauge({
      name: "maple_database_pool",
      help: "Connections of each pool of the process: open, taken, its size; and who waits for one.",
      labelNames: [serviceLabel, "pool", "state"] as const,
      registers,
    }),
    databaseConnections: new Gauge({
      name: "maple_database_connections",
      help: "Connections to the server of the database, of all programs; how many the server takes; and how many the processes that are alive may open for the environment. The same from every process.",
      labelNames: [serviceLabel, "state"] as const,
      registers,
    }),
    databaseStandbys: new Gauge({
      name: "maple_database_standbys",
      help: "How many standbys follow the server of the database (connected), and whether commits wait for one (wanted: 1 or 0). The same from every process.",
      labelNames: [serviceLabel, "state"] as const,
      registers,
    }),
    databaseUnarchived: new Gauge({
      name: "maple_database_unarchived_seconds",
      help: "Seconds since the server of the database archived WAL, where its latest attempt failed; 0 where archiving works or is off. The same from every process.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    databaseTransactions: new Gauge({
      name: "maple_database_oldest_transactions",
      help: "How many transactions ago the oldest row of the server's databases was written that no vacuum has frozen; at 2.1 billion the server takes no writes. The same from every process.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    databaseWalKept: new Gauge({
      name: "maple_database_wal_kept_bytes",
      help: "The most WAL that a replication slot of the server keeps for its reader; 0 without a slot. The same from every process.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    clockSkew: new Gauge({
      name: "maple_clock_skew_seconds",
      help: "The clock of this machine minus the clock of the database, half the round trip left out.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    clockDatabaseWrong: new Gauge({
      name: "maple_clock_database_wrong",
      help: "1 while most processes see the clock of the database wrong; nothing is deleted then.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    compiledMenuBytes: new Gauge({
      name: "maple_compiled_menu_bytes",
      help: "About how many bytes the menus that the process keeps ready for ordering take up; at most MENU_CACHE_MB.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
    menuCompilations: new Counter({
      name: "maple_menu_compilations_total",
      help: "Menus that were read and made ready for ordering because the process did not keep them.",
      labelNames: [serviceLabel] as const,
      registers,
    }),
  };
}
