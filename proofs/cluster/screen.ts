/** One screen of the cluster's health, as text. Pure. */
import type { EtcdHealth, MemberHealth, ProxyHealth } from "./health.ts";

export interface ServiceHealth {
  readonly name: string;
  readonly url: string;
  /** Why it is not ready; undefined when it is. */
  readonly problem: string | undefined;
}

export interface ClusterHealth {
  readonly members: readonly MemberHealth[];
  readonly etcd: readonly EtcdHealth[];
  readonly proxies: readonly ProxyHealth[];
  readonly services: readonly ServiceHealth[];
}

/** The lines of the screen; the first says in one sentence how the cluster is. */
export function showHealth(health: ClusterHealth): readonly string[] {
  const { members, etcd, proxies, services } = health;
  return [
    sentence(health),
    "",
    ...members.map(({ name, role, state, timeline, lag }) =>
      row(
        "database",
        name,
        role.replace("_", " "),
        state,
        timeline === undefined ? "" : `timeline ${timeline}`,
        lagText(lag),
      ),
    ),
    ...etcd.map(({ name, isReached, isLeader }) =>
      row("etcd", name, isLeader ? "leader" : "follower", isReached ? "reached" : "not reached"),
    ),
    ...proxies.map(({ name, primary }) =>
      row("proxy", name, "", primary === undefined ? "sends writes nowhere" : `sends writes to ${primary}`),
    ),
    ...services.map(({ name, url, problem }) => row("maple", name, url, problem ?? "ready")),
  ];
}

function sentence({ members, etcd, services }: ClusterHealth): string {
  if (etcd.filter(({ isReached }) => isReached).length < 2) return "etcd has no majority: no standby can take over.";
  if (!members.some(({ role }) => role === "leader")) return "No node takes writes.";
  if (!members.some(({ role }) => role === "sync_standby"))
    return "No standby confirms commits: writes wait until one does.";
  const unready = services.filter(({ problem }) => problem !== undefined).map(({ name }) => name);
  if (unready.length > 0) return `Not ready: ${unready.join(", ")}.`;
  const standbys = members.filter(({ state }) => state === "running" || state === "streaming").length - 1;
  return standbys < 2 ? "All works, with one standby less than there should be." : "All works.";
}

const lagText = (lag: number | undefined): string => (lag === undefined ? "" : `${Math.ceil(lag / 1_024)} KiB behind`);

const row = (kind: string, name: string, ...cells: readonly string[]): string =>
  [kind.padEnd(9), name.padEnd(9), ...cells.map((cell) => cell.padEnd(13))].join(" ").trimEnd();
