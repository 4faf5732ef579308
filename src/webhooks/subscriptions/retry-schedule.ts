/**
 * When a failed delivery is tried again (rules/webhooks 6.2 to 6.4): nine retries, five of them within the six minutes
 * that a point of sale has to decide. Jitter only lengthens a delay. Pure: the caller gives the random number and the
 * time.
 */
import type { Instant } from "../../kernel/clock.ts";

const minute = 60;
const hour = 60 * minute;

/** Seconds to wait after the first, second, … ninth failed attempt. */
export const retryDelaysSeconds: readonly number[] = [5, 15, 30, 60, 120, 10 * minute, hour, 4 * hour, 12 * hour];

/** The attempt after which nothing is scheduled any more. */
export const lastAttempt = retryDelaysSeconds.length + 1;

/** For this long after it is queued, an event holds back later events of its resource to the same subscription. */
export const orderedForSeconds = 6 * minute;

const jitterShare = 0.1;
const longestRetryAfterSeconds = 10 * minute;
const statusesThatMayAskToWait: ReadonlySet<number> = new Set([429, 503]);

/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1), or undefined when it was the last.
 * `jitter` is in [0, 1). `retryAfterSeconds` counts when it is longer than the schedule's delay, up to ten minutes.
 */
export function retryDelayMs(attempt: number, jitter: number, retryAfterSeconds?: number): number | undefined {
  const scheduled = retryDelaysSeconds[attempt - 1];
  if (scheduled === undefined) return undefined;
  const lengthened = 1 + jitterShare * jitter;
  const asked = Math.min((retryAfterSeconds ?? 0) * lengthened, longestRetryAfterSeconds);
  return Math.round(Math.max(scheduled * lengthened, asked) * 1000);
}

/** The seconds an answer asks to wait: `Retry-After` (seconds or an HTTP date) of a 429 or 503, otherwise undefined. */
export function askedToWaitSeconds(status: number, retryAfter: string | undefined, now: Instant): number | undefined {
  if (retryAfter === undefined || !statusesThatMayAskToWait.has(status)) return undefined;
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
