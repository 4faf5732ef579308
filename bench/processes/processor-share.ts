/**
 * Gives processes no more than a share of one core, by a control group of Linux (cgroup v1 or v2, as root): a machine with
 * few cores so shows what more workers would do on cores of their own.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Short, so that a process that has had its share does not wait for a tenth of a second; Linux takes 1 ms of it or more. */
const periodMicros = 20_000;
const first = "/sys/fs/cgroup/cpu";
const second = "/sys/fs/cgroup";

/** Limits each process to its own `share` of a core (above 0, at most 1); the answer lifts it once they have ended. */
export function limitEach(pids: readonly number[], share: number): () => void {
  const groups = pids.map((pid) => {
    const quota = Math.round(share * periodMicros);
    const group = join(existsSync(first) ? first : second, `maple-bench-${pid}`);
    mkdirSync(group);
    if (existsSync(first)) {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(periodMicros));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
    } else writeFileSync(join(group, "cpu.max"), `${quota} ${periodMicros}`);
    writeFileSync(join(group, "cgroup.procs"), String(pid));
    return group;
  });
  return () => {
    for (const group of groups) rmdirSync(group);
  };
}
