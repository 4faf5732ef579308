/**
 * How much of what succeeds the log keeps in one second (rules/http 13.5), so that it costs a busy process a bounded share of
 * its time: each app has a share of its own, and what is left over is for whoever comes first. Errors are not counted here.
 * Pure but for what it remembers of the running second.
 */

export interface LogShare {
  /** Whether one more success of the app is kept, `at` milliseconds of a clock that never goes back. */
  take(appId: string, at: number): "whole" | "without_bodies" | "not_at_all";
}

export interface LogBounds {
  /** Successes that are kept with their bodies in a second: of each app, and of all apps. */
  readonly bodies: { readonly ofApp: number; readonly ofAll: number };
  /** Successes that are kept at all in a second. */
  readonly rows: { readonly ofApp: number; readonly ofAll: number };
}

const usual: LogBounds = { bodies: { ofApp: 50, ofAll: 200 }, rows: { ofApp: 200, ofAll: 1_000 } };

/** Makes the share of one process. */
export function createLogShare(bounds: LogBounds = usual): LogShare {
  let second = -1;
  let ofAll = 0;
  const ofApps = new Map<string, number>();
  return {
    take(appId, at) {
      const now = Math.floor(at / 1000);
      if (now > second) {
        second = now;
        ofAll = 0;
        ofApps.clear();
      }
      const ofApp = ofApps.get(appId) ?? 0;
      const isWithin = (bound: LogBounds["rows"]): boolean => ofApp < bound.ofApp || ofAll < bound.ofAll;
      const withoutBodies = isWithin(bounds.rows) ? "without_bodies" : "not_at_all";
      const kept = isWithin(bounds.bodies) ? "whole" : withoutBodies;
      ofAll += 1;
      ofApps.set(appId, ofApp + 1);
      return kept;
    },
  };
}
