/**
 * In which environment's queue a request waits, judged by its head: the prefix of its key, its path, a location that is
 * known, else its host. A request that cannot be judged counts to live, whose work is served first. The judgement decides
 * only where the request waits, so a wrong one does no harm.
 */
import type { FastifyRequest } from "fastify";
import type { Environment } from "../../kernel/environment.ts";
import type { Hosts } from "./ports.ts";

export interface EnvironmentClues {
  readonly hasLive: boolean;
  readonly hosts: Hosts;
  readonly ofLocation: (locationId: string) => Environment | undefined;
}

/** Makes the rule for a service. */
export function createCallEnvironment(clues: EnvironmentClues): (request: FastifyRequest) => Environment {
  const { hasLive, hosts, ofLocation } = clues;
  if (!hasLive) return () => "test";
  return ({ headers, params }) => {
    const prefix = /^Bearer +mpk_(test|live)_/i.exec(headers.authorization?.slice(0, 100) ?? "")?.[1];
    const { environment, locationId } = params as { readonly environment?: unknown; readonly locationId?: unknown };
    for (const named of [prefix, environment]) if (named === "test" || named === "live") return named;
    const named = typeof locationId === "string" ? ofLocation(locationId) : undefined;
    if (named !== undefined) return named;
    const isTestHost = hosts.live !== hosts.test && headers.host?.toLowerCase() === hosts.test;
    return isTestHost ? "test" : "live";
  };
}
