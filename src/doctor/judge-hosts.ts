/** What it means how the hosts of a database answered. Pure. */
import { right, warning, wrong, type Found } from "./finding.ts";
import { codeOf, whyNotReached } from "./judge-failure.ts";

/** What a connection to one host said; no error: the host takes writes. */
export interface HostLook {
  readonly name: string;
  readonly error: unknown;
}

/** Judges the hosts of one database: one takes writes, the others follow. */
export function judgeHosts(hosts: readonly HostLook[]): Found {
  const primaries = hosts.filter(({ error }) => error === undefined).map(({ name }) => name);
  const standbys = hosts.filter(({ error }) => isStandby(error)).map(({ name }) => name);
  const failed = hosts.filter(({ error }) => error !== undefined && !isStandby(error));
  if (primaries.length > 1)
    return wrong(
      `${primaries.join(" and ")} take writes: they are two databases`,
      'Stop the one that is not the primary before anything else; docs/runbook.md, "Primary lost".',
    );
  const [primary] = primaries;
  if (primary === undefined)
    return wrong(
      `no host takes writes: ${hosts.map(describe).join(", ")}`,
      'Promote a standby, or start the primary; docs/runbook.md, "Primary lost".',
    );
  if (failed.length > 0)
    return warning(
      `${primary} takes writes, ${failed.map(describe).join(", ")}`,
      "Bring the host back, or take it out of the address: a failover cannot go there.",
    );
  return right(`${primary} takes writes, ${standbys.join(", ")} ${standbys.length === 1 ? "follows" : "follow"}`);
}

function describe({ name, error }: HostLook): string {
  if (isStandby(error)) return `${name} is a standby`;
  const code = codeOf(error);
  return `${name} ${whyNotReached(code)?.[0] ?? `is not used: ${error instanceof Error ? error.message : code}`}`;
}

function isStandby(error: unknown): boolean {
  return error instanceof Error && error.message.includes("the server is a standby");
}
