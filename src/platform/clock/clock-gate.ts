/** Which background work may run while clocks disagree. Each function answers whether there may be more, as a sweep does. */
import type { Database } from "../postgres/database.ts";

type Sweep = () => Promise<boolean>;

/** Work that is leased: not by a process whose own clock is wrong. */
export function whileClockIsRight({ clock }: Database, sweep: Sweep): Sweep {
  return async () => clock.mayLease() && sweep();
}

/** Deleting waits for the clocks, so it is tried more often than it is needed. */
const deleteEveryMs = 600_000;

/** A sweep that deletes: it runs only after the program's clock and the database's have agreed for ten minutes. */
export function deletion({ clock }: Database, name: string, sweep: Sweep) {
  return { name, everyMs: deleteEveryMs, runOnce: async () => clock.mayDelete() && sweep() };
}
