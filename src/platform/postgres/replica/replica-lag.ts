/** How far a replica is behind its primary, from WAL positions that are read on one and then on the other. Pure. */
import type { WalPosition } from "./wal-positions.sql.ts";

export interface ReplicaLag {
  /** The primary had written up to a position; the moment is that before it was asked, in milliseconds. */
  primaryWrote(written: WalPosition, atMs: number): void;
  /** The replica shows what was written up to a position; null when it is no replica, or cannot be asked. */
  replicaShows(shown: WalPosition | null): void;
  /** How old what the replica shows is at most, in milliseconds; infinite while that is not known. */
  behindMs(nowMs: number): number;
}

/** Positions that are kept: a minute of them, at one in two seconds. */
const most = 30;

export function measureReplicaLag(): ReplicaLag {
  const positions: { readonly written: WalPosition; readonly atMs: number }[] = [];
  let shownAtMs = -Infinity;
  return {
    primaryWrote(written, atMs) {
      if (positions.at(-1)?.written.timeline !== written.timeline) {
        // What the replica showed may be what the promotion left behind.
        positions.length = 0;
        shownAtMs = -Infinity;
      }
      positions.push({ written, atMs });
      if (positions.length > most) positions.shift();
    },
    replicaShows(shown) {
      const reached =
        shown === null
          ? undefined
          : positions.findLast(
              ({ written }) => written.timeline === shown.timeline && written.position <= shown.position,
            );
      shownAtMs = reached?.atMs ?? -Infinity;
    },
    behindMs: (nowMs) => nowMs - shownAtMs,
  };
}
