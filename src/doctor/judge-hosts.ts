/** Judges the answers of a database's hosts. Pure. */
import { right, warning, wrong, type Found } from "./finding.ts";
import { codeOf, whyNotReached } from "./judge-failure.ts";

/** What a connection to one host said; no error: the host takes writes. */
export interface HostLook {
  readonly name: string;
  readonly error: unknown;
  /** Which server it is, where it takes writes. */
  readonly server?: string;
}

/** Judges the hosts of one database: one takes writes, by whatever names it is reached, the others follow. */
export function judgeHosts(hosts: readonly HostLook[]): Found {
  const takers = hosts.filter(({ error }) => error === undefined);
  const primaries = takers.map(({ name }) => name);
  const standbys = hosts.filter(({ error }) => isStandby(error)).map(({ name }) => name);
  const failed = hosts.filter(({ error }) => error !== undefined && !isStandby(error));
  if (new Set(takers.map(({ server }) => server)).size > 1)
    return wrong(
      `${primaries.join(" and ")} take writes: they are two databases`,
      'Stop the one that is not the primary before anything else; docs/runbook.md, "Primary lost".',
    );
  const primary = primaries.join(" and ");
  if (primary === "")
    return wrong(
      `no host takes writes: ${hosts.map(describe).join(", ")}`,
      'Promote a standby, or start the primary; docs/runbook.md, "Primary lost".',
    );
  const takes = primaries.length > 1 ? `${primary} lead to the server that takes writes` : `${primary} takes writes`;
  if (failed.length > 0)
    return warning(
      `${takes}, ${failed.map(describe).join(", ")}`,
      "Bring the host back, or take it out of the address: a failover cannot go there.",
    );
  if (standbys.length === 0) return right(takes);
  return right(`${takes}, ${standbys.join(", ")} ${standbys.length === 1 ? "follows" : "follow"}`);
}

function describe({ name, error }: HostLook): string {
  if (isStandby(error)) return `${name} is a standby`;
  const code = codeOf(error);
  return `${name} ${whyNotReached(code)?.[0] ?? `is not used: ${error instanceof Error ? error.message : code}`}`;
}

function isStandby(error: unknown): boolean {
  return error instanceof Error && error.message.includes("the server is a standby");
}
