/**
 * How many connections a process opens to the database of one service (rules/operating 1.16). The usual numbers let
 * four `serve` and four `work` processes for test and for live on a server of 100 connections: 4 x (7 + 3) for
 * requests, 4 x (4 + 2) for work and 16 for wake-ups are 80; ten are for operators, three are PostgreSQL's own.
 */

export type ProcessKind = "dev" | "serve" | "work";

/** The connections of each pool; 0 where the process has no such pool. */
export interface PoolSizes {
  readonly requests: number;
  /** For order numbers, which are taken while a connection of `requests` is held. */
  readonly counters: number;
  readonly work: number;
}

export interface BudgetOptions {
  readonly livemode: boolean;
  /** What the operator gives the service in a process; null: the usual number. */
  readonly given: number | null;
}

const usual = { serve: { live: 7, test: 3 }, work: { live: 4, test: 2 } } as const;
/** A process that does everything stands alone, so it has more. */
const alone = { requests: 16, counters: 2, work: 6 } as const;
/** From this many connections on, two take order numbers. */
const manyConnections = 8;

/** The pools of a process for one service. */
export function poolSizes(kind: ProcessKind, { livemode, given }: BudgetOptions): PoolSizes {
  if (kind === "dev") return { ...alone, requests: given ?? alone.requests };
  const all = given ?? usual[kind][livemode ? "live" : "test"];
  if (kind === "work") return { requests: 0, counters: 0, work: all };
  const counters = all >= manyConnections ? 2 : 1;
  return { requests: all - counters, counters, work: 0 };
}

/** All connections of a process for one service, with the one for wake-ups where it has one. */
export function connectionsOf({ requests, counters, work }: PoolSizes, hasNotifier: boolean): number {
  return requests + counters + work + (hasNotifier ? 1 : 0);
}
