/** One run of one fault under load: begin it, let it last, repair it, wait until the cluster is whole, measure. */
import { setTimeout as delay } from "node:timers/promises";
import type { Cluster } from "../cluster/cluster.ts";
import { leaderOf, type Fault } from "./fault.ts";
import { measureRun, type RunFigures } from "./figures.ts";
import type { FailoverStage } from "./stage.ts";

const beforeMs = 4_000;
const afterMs = 6_000;
const wholeWithinMs = 120_000;

export interface RunResult {
  readonly figures: RunFigures;
  /** Acknowledged although no standby could have confirmed it, in words. */
  readonly unsafe: readonly string[];
}

export async function runFault({ cluster, callers, everyCaller }: FailoverStage, fault: Fault): Promise<RunResult> {
  const { calls } = callers[fault.way === "pgbouncer" ? "pgbouncer" : "direct"].clients;
  const before = await leaderOf(cluster);
  for (const each of everyCaller) each.start();
  await delay(beforeMs);
  const watch = watchPromotion(cluster, before.name);
  const strikesAt = performance.now();
  const struck = await fault.strike(cluster);
  const safeFrom = performance.now();
  await delay(Math.max(0, struck.lastsMs - (safeFrom - strikesAt)));
  const mendsAt = performance.now();
  await struck.mend();
  const mendedAt = fault.backFrom === "end" ? mendsAt : performance.now();
  await cluster.untilWhole(wholeWithinMs);
  await delay(afterMs);
  const endedAt = performance.now();
  const promotedAt = await watch.stop();
  await Promise.all(everyCaller.map((each) => each.pause()));
  const moments = { struckAt: strikesAt, mendedAt, endedAt, promotedAt };
  const figures = measureRun(calls, moments, fault.backFrom ?? "fault");
  const unsafe =
    fault.acknowledgesNothing === undefined
      ? []
      : calls
          .filter(
            ({ status, begunAt, endedAt: at }) => status >= 200 && status < 300 && begunAt > safeFrom && at < mendsAt,
          )
          .map(({ path }) => `${path} was acknowledged without a standby`);
  return { figures, unsafe };
}

/** Notes when another member has the lock of the leader. */
function watchPromotion(cluster: Cluster, before: string): { readonly stop: () => Promise<number | undefined> } {
  let promotedAt: number | undefined;
  let stopping = false;
  const watching = (async () => {
    while (!stopping && promotedAt === undefined) {
      const leader = await cluster.leader().catch(() => undefined);
      if (leader !== undefined && leader.name !== before) promotedAt = performance.now();
      await delay(200);
    }
  })();
  return {
    async stop() {
      stopping = true;
      await watching;
      return promotedAt;
    },
  };
}
