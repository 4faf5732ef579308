/**
 * How many successes the log keeps in one second (rules/http 13.5), so that the log costs a busy process a bounded share
 * of its time. Each app has a share of its own; the rest goes to the first that come. Above the limit nothing is kept.
 * Bodies are counted in bytes too, because a large one takes as long to redact as many small ones. Errors are not counted
 * here. Pure but for the memory of the running second.
 */

export interface LogShare {
  /** Whether one more success of the app is kept, with so many bytes of bodies, `at` milliseconds of a clock that never goes back. */
  take(appId: string, bytes: number, at: number): "whole" | "without_bodies" | "not_at_all";
}

/** Of one second. */
interface Bound {
  /** Whatever other apps do, as long as `most` is not reached. */
  readonly ofApp: number;
  /** For whoever comes first. */
  readonly ofAll: number;
  readonly most: number;
}

export interface LogBounds {
  /** Successes that are kept with their bodies. */
  readonly bodies: Bound & { readonly bytes: number };
  /** Successes that are kept at all. */
  readonly rows: Bound;
}

const usual: LogBounds = {
  bodies: { ofApp: 20, ofAll: 100, most: 200, bytes: 1024 * 1024 },
  rows: { ofApp: 100, ofAll: 1_000, most: 2_000 },
};

/** Makes the share of one process. */
export function createLogShare(bounds: LogBounds = usual): LogShare {
  let second = -1;
  const rows = createCount(bounds.rows);
  const bodies = createCount(bounds.bodies);
  let bytesKept = 0;
  return {
    take(appId, bytes, at) {
      const now = Math.floor(at / 1000);
      if (now > second) {
        second = now;
        bytesKept = 0;
        rows.clear();
        bodies.clear();
      }
      if (!rows.take(appId)) return "not_at_all";
      if (bytes === 0) return "whole";
      if (bytesKept + bytes > bounds.bodies.bytes || !bodies.take(appId)) return "without_bodies";
      bytesKept += bytes;
      return "whole";
    },
  };
}

/** Counts what is kept of each app and of all. */
function createCount({ ofApp, ofAll, most }: Bound): { take(appId: string): boolean; clear(): void } {
  const ofApps = new Map<string, number>();
  let all = 0;
  return {
    take(appId) {
      const own = ofApps.get(appId) ?? 0;
      if (all >= most || (own >= ofApp && all >= ofAll)) return false;
      all += 1;
      ofApps.set(appId, own + 1);
      return true;
    },
    clear() {
      all = 0;
      ofApps.clear();
    },
  };
}
