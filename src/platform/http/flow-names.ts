/**
 * Names the flow that a call belongs to: the app of its key, the location in its path, else its address. A key is known
 * once it has been accepted. Until then its calls count for the address, so calls with invented keys are one flow.
 * Locations are treated the same.
 */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";

export interface FlowNames {
  /** The flow of a request whose key has not been looked up yet. */
  of(request: FastifyRequest): string;
  /** Remembers whose credential this was. */
  learn(authorization: string | undefined, owner: string): void;
}

const mostRemembered = 20_000;

/** Names with nobody known; `isLocation` says whether a location exists, as far as that is remembered. */
export function createFlowNames(isLocation: (id: string) => boolean): FlowNames {
  /** By a hash: no key lies in memory for longer than its request. */
  const owners = new Map<string, string>();
  const nameOf = (authorization: string): string => hash("sha256", authorization, "base64");
  return {
    of(request) {
      const { authorization } = request.headers;
      const owner = authorization === undefined ? undefined : owners.get(nameOf(authorization));
      if (owner !== undefined) return owner;
      const { locationId } = request.params as { readonly locationId?: unknown };
      // Not of a credential that is unknown, nor a made-up location: each would be a flow of its own.
      if (authorization === undefined && typeof locationId === "string" && isLocation(locationId)) return locationId;
      return `address ${request.ip}`;
    },
    learn(authorization, owner) {
      if (authorization === undefined) return;
      const name = nameOf(authorization);
      if (owners.get(name) === owner) return;
      if (owners.size >= mostRemembered) owners.clear();
      owners.set(name, owner);
    },
  };
}
