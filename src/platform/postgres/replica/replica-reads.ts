/**
 * Reads that may be some seconds old. They go to the replica while it is at most ten seconds behind, else to the primary
 * (rules/operating 1.20). The lag is measured every two seconds. While it cannot be measured, the last measure counts as
 * older and older.
 */
import { monotonicMs } from "../../../kernel/clock.ts";
import type { AsideReads, TextDatabase } from "../database.ts";
import { DatabaseUnavailable, Overloaded, readOnlyState, sqlStateOf } from "../faults.ts";
import { reader } from "../reader.ts";
import { measureReplicaLag } from "./replica-lag.ts";
import { readShownPosition, readWrittenPosition } from "./wal-positions.sql.ts";

export interface ReplicaOptions {
  readonly primary: TextDatabase;
  /** Connected with the memories of the primary. */
  readonly replica: TextDatabase;
  /** Told when the replica begins, or ceases, to be fresh enough, with what kept it from being looked at. */
  readonly onChange: (isFresh: boolean, cause?: unknown) => void;
  /** Told after each look how old what it shows is at most. */
  readonly onLook: (behindMs: number) => void;
  /** The monotonic clock; that of the process when absent. */
  readonly nowMs?: () => number;
}

export interface Replica {
  readonly aside: AsideReads;
  /** Looks at both servers now; what fails is told to `onChange`. */
  look(): Promise<void>;
  /** Ends the looks; the pool of the replica is its owner's to close. */
  stop(): void;
}

const mostBehindMs = 10_000;
const lookEveryMs = 2_000;
const lookWithinMs = 1_000;
/** A query that stands in the way of replay is ended by the server; it is a serialization failure by its state. */
const conflictsWithReplay = "40001";

/** Begins to look at the replica. */
export function startReplica({ primary, replica, onChange, onLook, nowMs = monotonicMs }: ReplicaOptions): Replica {
  const lag = measureReplicaLag();
  let wasFresh = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const isFresh = (): boolean => lag.behindMs(nowMs()) <= mostBehindMs;

  function tell(cause?: unknown): void {
    if (isFresh() === wasFresh) return;
    wasFresh = !wasFresh;
    onChange(wasFresh, cause);
  }

  async function look(): Promise<void> {
    try {
      const atMs = nowMs();
      lag.primaryWrote(await readWrittenPosition(primary.read.within(lookWithinMs)), atMs);
      lag.replicaShows(await readShownPosition(replica.read.within(lookWithinMs)));
      tell();
    } catch (error) {
      tell(error);
    }
    onLook(lag.behindMs(nowMs()));
  }

  async function goOn(): Promise<void> {
    await look();
    if (!isStopped) timer = setTimeout(() => void goOn(), lookEveryMs).unref();
  }

  async function readFrom<T>(work: (database: TextDatabase) => Promise<T>): Promise<T> {
    if (!isFresh()) return work(primary);
    try {
      return await work(replica);
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      // Whoever reads next must not find it out again.
      if (sqlStateOf(error) === undefined) lag.replicaShows(null);
      tell(error);
      return work(primary);
    }
  }

  void goOn();
  const { livemode, url, memories } = primary.read;
  return {
    aside: {
      read: reader({ livemode, url, memories }, (statement, values, limitMs) =>
        readFrom(({ read }) => (limitMs === undefined ? read : read.within(limitMs)).rows(statement, values)),
      ),
      snapshot: (work) => readFrom((database) => database.snapshot(work)),
    },
    look,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Whether the failure is one that the primary would not have: the replica is not there, full, or behind by its duty. */
function isOfReplica(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return state === conflictsWithReplay || state === readOnlyState;
  return error instanceof DatabaseUnavailable || error instanceof Overloaded;
}
