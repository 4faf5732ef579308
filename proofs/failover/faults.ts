/** The faults of the proof of failover: each begins, lasts for a time, and is repaired. */
import type { Cluster } from "../cluster/cluster.ts";
import { untilHolds } from "../cluster/engine.ts";
import { readEtcdHealth } from "../cluster/health.ts";
import type { Member } from "../cluster/members.ts";
import { listChildren } from "../rig/service-process.ts";
import { leaderOf, nothing, type Fault } from "./fault.ts";
import { nodeFaults } from "./node-faults.ts";

async function standbysOf(cluster: Cluster): Promise<readonly Member[]> {
  const health = await cluster.health();
  const rank = (name: string): number => (health.find((each) => each.name === name)?.role === "sync_standby" ? 0 : 1);
  const leader = await leaderOf(cluster);
  return cluster.members.filter((each) => each !== leader).toSorted((a, b) => rank(a.name) - rank(b.name));
}

/** SIGKILL to Patroni first, so that it starts nothing again, then to its PostgreSQL. */
async function killNode(member: Member): Promise<void> {
  await member.engine.end("SIGKILL");
  const pid = member.postmaster();
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  await untilHolds(`${member.name} is dead`, 10_000, () => member.postmaster() === undefined);
}

function signalNode(member: Member, signal: "SIGSTOP" | "SIGCONT"): void {
  const pid = member.postmaster();
  member.engine.signal(signal);
  if (pid === undefined) return;
  for (const each of [pid, ...listChildren(pid)]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Asks Patroni for a switchover to the synchronous standby. */
async function switchOver(cluster: Cluster): Promise<void> {
  const [leader, [standby]] = [await leaderOf(cluster), await standbysOf(cluster)];
  const answer = await fetch(`http://${leader.restAddress}/switchover`, {
    method: "POST",
    body: JSON.stringify({ leader: leader.name, candidate: standby?.name }),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.status !== 200) throw new Error(`no switchover: ${await answer.text()}`);
}

export const faults: readonly Fault[] = [
  {
    word: "kill",
    name: "the primary's PostgreSQL gets SIGKILL",
    way: "direct",
    backMs: 20_000,
    async strike(cluster) {
      const pid = (await leaderOf(cluster)).postmaster();
      if (pid === undefined) throw new Error("the leader has no PostgreSQL");
      process.kill(pid, "SIGKILL");
      return { lastsMs: 0, mend: nothing };
    },
  },
  {
    word: "switchover",
    name: "a switchover",
    way: "direct",
    backMs: 15_000,
    async strike(cluster) {
      const done = switchOver(cluster);
      return { lastsMs: 0, mend: () => done };
    },
  },
  {
    word: "stop",
    name: "the primary and its Patroni stand still",
    way: "direct",
    backMs: 40_000,
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      signalNode(leader, "SIGSTOP");
      return { lastsMs: 45_000, mend: () => signalNode(leader, "SIGCONT") };
    },
  },
  {
    word: "cut",
    name: "the primary's node is cut off both ways",
    way: "direct",
    backMs: 40_000,
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      leader.cut();
      return { lastsMs: 45_000, mend: () => leader.heal() };
    },
  },
  {
    word: "etcd",
    name: "the leader of etcd is lost",
    way: "direct",
    gapMs: 3_000,
    async strike(cluster) {
      const leader = (await readEtcdHealth(cluster.etcd)).find(({ isLeader }) => isLeader)?.name;
      const engine = cluster.etcd.find((node) => node.engine.name === leader)?.engine;
      await engine?.end("SIGKILL");
      return { lastsMs: 15_000, mend: () => engine?.start() };
    },
  },
  {
    word: "pooler",
    name: "PgBouncer is started anew",
    way: "pgbouncer",
    gapMs: 3_000,
    async strike(cluster) {
      await cluster.pooler.engine.end("SIGTERM");
      cluster.pooler.engine.start();
      return { lastsMs: 5_000, mend: nothing };
    },
  },
  {
    word: "standby",
    name: "the synchronous standby is lost",
    way: "direct",
    backMs: 15_000,
    async strike(cluster) {
      const [standby] = await standbysOf(cluster);
      if (standby === undefined) throw new Error("the cluster has no standby");
      await killNode(standby);
      return { lastsMs: 20_000, mend: () => standby.engine.start() };
    },
  },
  {
    word: "standbys",
    name: "both standbys are lost",
    way: "direct",
    backMs: 15_000,
    backFrom: "end",
    acknowledgesNothing: true,
    async strike(cluster) {
      const standbys = await standbysOf(cluster);
      await Promise.all(standbys.map(killNode));
      return { lastsMs: 20_000, mend: () => standbys.forEach(({ engine }) => engine.start()) };
    },
  },
  ...nodeFaults,
];
