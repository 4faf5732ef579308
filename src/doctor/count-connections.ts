/** How many connections the processes of a server may open together. Pure. */
import { skipped, type Found } from "./finding.ts";
import { judgeConnections } from "./judge-server.ts";
import type { ServerFacts } from "./server-facts.ts";

/** Besides the pool of requests: of order numbers, of wake-ups, and of background work where a process does any. */
const beside = { counters: 2, notifier: 1, workers: 6 } as const;

export interface EnvironmentConnections {
  readonly facts: ServerFacts | undefined;
  readonly living: readonly { readonly kind: string }[];
}

/** Judges the connections of each environment's server; environments of one server share it. */
export function countConnections(all: readonly EnvironmentConnections[], poolSize: number): readonly Found[] {
  const ofProcess = (kind: string): number =>
    poolSize + beside.counters + beside.notifier + (kind === "serve" ? 0 : beside.workers);
  return all.map(({ facts }) => {
    if (facts === undefined) return skipped("the database is not reached");
    const here = all.filter((each) => each.facts?.server === facts.server);
    const living = here.flatMap((each) => each.living).reduce((sum, { kind }) => sum + ofProcess(kind), 0);
    return judgeConnections(facts, { living, ofOne: here.length * ofProcess("serve") });
  });
}
