/** How far a replica is behind its primary, by positions in the WAL that are read on both in turn. Pure. */

export interface ReplicaLag {
  /** The primary had written up to a position; the moment is that before it was asked, in milliseconds. */
  primaryWrote(position: number, atMs: number): void;
  /** The replica shows what was written up to a position; null when it is no replica, or cannot be asked. */
  replicaShows(position: number | null): void;
  /** How old what the replica shows is at most, in milliseconds; infinite while that is not known. */
  behindMs(nowMs: number): number;
}

/** Positions that are kept: a minute of them, at one in two seconds. */
const most = 30;

export function measureReplicaLag(): ReplicaLag {
  const written: { readonly position: number; readonly atMs: number }[] = [];
  let shownAtMs = -Infinity;
  return {
    primaryWrote(position, atMs) {
      written.push({ position, atMs });
      if (written.length > most) written.shift();
    },
    replicaShows(position) {
      const shown = position === null ? undefined : written.findLast((each) => each.position <= position);
      shownAtMs = shown?.atMs ?? -Infinity;
    },
    behindMs: (nowMs) => nowMs - shownAtMs,
  };
}
