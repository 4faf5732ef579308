/**
 * In which environment's queue a request waits, as far as its head tells: by the prefix of its key, by its path, by a
 * location that is known, else by its host. Who cannot be told is counted to live, whose work comes first. Right or wrong,
 * this decides nothing but where the request waits.
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
    const place = typeof locationId === "string" ? ofLocation(locationId) : undefined;
    if (place !== undefined) return place;
    const isTestHost = hosts.live !== hosts.test && headers.host?.toLowerCase() === hosts.test;
    return isTestHost ? "test" : "live";
  };
}
