/**
 * The effect of one attempt on a delivery. The stages are types, so none can be skipped: only a leased delivery can be
 * attempted, only an attempted one can be decided, and only a decided one can be recorded. Pure: the random number and
 * the time are given. A crash between stages leaves a lease that runs out, and the delivery is attempted again.
 */
import type { Instant } from "../../kernel/clock.ts";
import { askedToWaitSeconds, lastAttempt, retryDelayMs } from "../subscriptions/retry-schedule.ts";

/** What came of the request: an answer of any status, or none. */
export type AttemptResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly bodyStart: string;
    }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

export interface AttemptedDelivery<Leased> {
  readonly stage: "attempted";
  readonly delivery: Leased;
  readonly startedAt: Instant;
  readonly durationMs: number;
  readonly result: AttemptResult;
}

export type DeliveryOutcome =
  /** A 2xx answer: nothing more to do. */
  | { readonly kind: "delivered" }
  /** Try again after this many milliseconds. */
  | { readonly kind: "retry"; readonly delayMs: number; readonly error: string }
  /** The ninth retry failed: only a replay sends it again. */
  | { readonly kind: "exhausted"; readonly error: string }
  /** 410: the receiver wants nothing more; the subscription is disabled and the delivery held with the rest. */
  | { readonly kind: "gone"; readonly error: string };

export interface DecidedDelivery<Leased> extends Omit<AttemptedDelivery<Leased>, "stage"> {
  readonly stage: "decided";
  readonly outcome: DeliveryOutcome;
}

/** What the decision needs of a leased delivery: the attempts made, and those of them before the retry schedule last began. */
export interface AttemptCount {
  readonly attempts: number;
  readonly attemptsBefore: number;
}

/** Decides what an attempt does to its delivery; `jitter` is in [0, 1). */
export function decideDelivery<Leased extends AttemptCount>(
  attempted: AttemptedDelivery<Leased>,
  jitter: number,
): DecidedDelivery<Leased> {
  const { attempts, attemptsBefore } = attempted.delivery;
  const outcome = decideOutcome(attempted.result, attempts - attemptsBefore, jitter, attempted.startedAt);
  return { ...attempted, stage: "decided", outcome };
}

/** Decides the one attempt of a test call: it is never retried and disables nothing. */
export function decideTestDelivery<Leased>(attempted: AttemptedDelivery<Leased>): DecidedDelivery<Leased> {
  const outcome = decideOutcome(attempted.result, lastAttempt, 0, attempted.startedAt);
  return {
    ...attempted,
    stage: "decided",
    outcome: outcome.kind === "delivered" ? outcome : { kind: "exhausted", error: explainFailure(attempted.result) },
  };
}

/** The rule alone: the outcome of attempt number `attempt` (from 1) with this result. */
export function decideOutcome(result: AttemptResult, attempt: number, jitter: number, now: Instant): DeliveryOutcome {
  if (result.kind === "answered" && isSuccess(result.status)) return { kind: "delivered" };
  const error = explainFailure(result);
  if (result.kind === "answered" && result.status === 410) return { kind: "gone", error };
  const asked = result.kind === "answered" ? askedToWaitSeconds(result.status, result.retryAfter, now) : undefined;
  const delayMs = retryDelayMs(attempt, jitter, asked);
  return delayMs === undefined ? { kind: "exhausted", error } : { kind: "retry", delayMs, error };
}

/** Whether a status counts as received. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** One line for the ledger: the code of the failure, then a sentence. */
export function explainFailure(result: AttemptResult): string {
  if (result.kind === "failed") return `${result.code}: ${result.message}`;
  if (result.status >= 300 && result.status <= 399) return `http_${result.status}: redirects are not followed`;
  return `http_${result.status}: the endpoint did not answer with a 2xx status`;
}
