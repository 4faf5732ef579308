/** Shares the memory for menus of a process between its services. Called by run.ts. */
import { listEach } from "../kernel/of-each.ts";
import { labelsOf } from "../kernel/service-labels.ts";
import { createCompiledMenus } from "../menus/read/compiled-menus.cache.ts";
import type { Databases } from "../platform/http/ports.ts";
import type { Metrics } from "../platform/metrics/create-metrics.ts";

/** Of what a process with two services keeps, this is live's. */
const shareOfLive = 3 / 4;

/** Shares so many megabytes between the services of a process, and counts what each keeps and compiles. */
export function boundMenus(databases: Databases, megabytes: number, metrics: Metrics): void {
  const whole = megabytes * 1024 * 1024;
  for (const database of listEach(databases)) {
    const labels = labelsOf(database);
    const share = databases.live === undefined ? 1 : database.livemode ? shareOfLive : 1 - shareOfLive;
    database.read.memories.of(createCompiledMenus).bound(whole * share, (kept) => {
      metrics.compiledMenuBytes.set(labels, kept);
      metrics.menuCompilations.inc(labels);
    });
  }
}
