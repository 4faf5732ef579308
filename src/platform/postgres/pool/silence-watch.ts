/**
 * Finds the connections whose answer was lost in the network, as soon as the database answers again. A new connection
 * asks the server which sessions are at work. A session that does not work, though we wait for its answer, is destroyed;
 * so is a connection to a host that is no longer the primary. Without this, work would wait for its own deadline.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { timed, type Connection } from "../connection.ts";
import type { Deadlines } from "../deadlines.ts";

export interface SilenceWatchOptions {
  readonly deadlines: Deadlines;
  /** Makes a connection outside the pool. */
  readonly makeConnection: () => Connection;
  /** The connections that are in use. */
  readonly taken: () => Iterable<Connection>;
}

export interface SilenceWatch {
  /** Says that no answer came for a while; the database is tried until it answers or nobody waits. */
  notice(): void;
  stop(): void;
}

const activeSessions =
  "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state IN ('active', 'fastpath function call')";
const betweenTriesMs = 500;

/** Makes the watch of one pool. */
export function watchSilence({ deadlines, makeConnection, taken }: SilenceWatchOptions): SilenceWatch {
  let noticedAt = 0;
  let isTrying = false;
  let stopped = false;

  /** Those that waited already when the silence was noticed. */
  function suspects(before: number): readonly Connection[] {
    return [...taken()].filter(({ waitsSince }) => waitsSince !== undefined && waitsSince <= before);
  }

  async function askOnce(before: number): Promise<void> {
    const trial = makeConnection();
    try {
      await trial.connect();
      await trial.check();
      const pids = suspects(before).map(({ serverPid }) => serverPid);
      const { rows } = await trial.ask(timed(deadlines.checkMs, { text: activeSessions, values: [pids] }));
      const active = new Set(rows.map((row) => (row as { readonly pid: number }).pid));
      for (const each of suspects(before))
        if (!active.has(each.serverPid) || each.hostAddress !== trial.hostAddress) each.destroy();
    } finally {
      trial.destroy();
    }
  }

  async function tryUntilAnswered(): Promise<void> {
    isTrying = true;
    while (!stopped && suspects(noticedAt).length > 0) {
      const answered = await askOnce(noticedAt).then(
        () => true,
        () => false,
      );
      if (answered) break;
      await sleep(betweenTriesMs, undefined, { ref: false });
    }
    isTrying = false;
  }

  return {
    notice() {
      noticedAt = performance.now();
      if (!isTrying) void tryUntilAnswered();
    },
    stop: () => void (stopped = true),
  };
}
