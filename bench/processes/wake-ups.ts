/** How many workers look at once for one event, by the statements in the server's log. */
import { setTimeout as delay } from "node:timers/promises";
import "../../src/webhooks/delivery/deliveries.sql.ts";
import { definedStatements } from "../../src/platform/postgres/statement.ts";

/** Of four workers one acts at once; the others look 250 ms later (rules/operating 1.18). */
export const atOnceMs = 200;

/** Looked up, so that the bench ends when the statement has another name, and does not count none. */
const lease = definedStatements().find(({ name }) => name === "lease-deliveries");
if (lease === undefined) throw new Error("no statement is named lease-deliveries");
const leased = new RegExp(`^\\[(\\d+)\\] .*execute ${lease.name}: `);

/** Counts, of each event, the workers that leased within 200 ms of its commit. */
export class LeaseLog {
  readonly #leases: { readonly at: number; readonly pid: string }[] = [];

  /** Settings of the server that make its log readable here. */
  static readonly settings = { log_statement: "all", log_line_prefix: "[%p] " };

  /** Takes a line of the log. */
  readonly take = (line: string): void => {
    const [, pid] = leased.exec(line) ?? [];
    if (pid !== undefined) this.#leases.push({ at: performance.now(), pid });
  };

  /** Records so many events, one a second, and answers how many workers looked at once for each. */
  async countFor(events: number, record: () => Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    for (let n = 0; n < events; n++) {
      await record();
      const recorded = performance.now();
      await delay(1_000);
      const looked = this.#leases.filter(({ at }) => at >= recorded - 20 && at < recorded + atOnceMs);
      counts.push(new Set(looked.map(({ pid }) => pid)).size);
    }
    return counts;
  }
}
