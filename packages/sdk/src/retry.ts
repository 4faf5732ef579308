/** Which failures are tried again, and how long the SDK waits first (rules/packages 1.2 and 1.3). Pure. */
import { isMapleConnectionError, isMapleError } from "./errors.ts";

/** A longer Retry-After ends the retries: the error has it, and the program decides. */
export const longestRetryAfterSeconds = 60;

const firstPauseMs = 500;
const longestPauseMs = 8_000;
const passingStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Milliseconds to wait before attempt `retry + 1`, where 0 is the first retry; undefined when the failure is final.
 * `random` answers a number from 0 to 1, as Math.random does.
 */
export function waitBeforeRetry(error: unknown, retry: number, random: () => number): number | undefined {
  if (!isPassing(error)) return undefined;
  const asked = isMapleError(error) ? error.retryAfter : null;
  if (asked !== null) return asked > longestRetryAfterSeconds ? undefined : asked * 1000;
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** retry);
  return Math.round(pause * (0.5 + random() / 2));
}

function isPassing(error: unknown): boolean {
  if (isMapleConnectionError(error)) return true;
  if (!isMapleError(error)) return false;
  if (isMapleError(error, "operation_in_progress")) return error.details.reason !== "replay_window_expired";
  return passingStatuses.has(error.status);
}
