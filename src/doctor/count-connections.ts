/** How many connections the processes of a server may have together. Pure. */
import { skipped, type Found } from "./finding.ts";
import { judgeConnections } from "./judge-server.ts";
import type { ServerFacts } from "./server-facts.ts";

export interface ServiceConnections {
  readonly facts: ServerFacts | undefined;
  /** Each living process with the number of connections that it says it may open. */
  readonly living: readonly { readonly connections: number }[];
  /** How many a `serve` process that starts may open. */
  readonly ofServe: number;
}

/** Judges the connections of each service's server; services of one server share it. */
export function countConnections(all: readonly ServiceConnections[]): readonly Found[] {
  return all.map(({ facts }) => {
    if (facts === undefined) return skipped("the database is not reached");
    const here = all.filter((each) => each.facts?.server === facts.server);
    const living = here.flatMap((each) => each.living).reduce((sum, { connections }) => sum + connections, 0);
    return judgeConnections(facts, { living, ofOne: here.reduce((sum, { ofServe }) => sum + ofServe, 0) });
  });
}
