/** The options of a single call, and what every answer has besides its fields. */

export interface CallOptions {
  /** Ends the call, its waits and its retries; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's `timeoutMs`: milliseconds for one attempt, the body included. */
  readonly timeoutMs?: number | undefined;
  /** Instead of the client's `maxRetries`. */
  readonly maxRetries?: number | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The same key with the same call has one effect, for 24 hours. Without it the
   * SDK makes one and keeps it through its own retries; a program that may die in between passes its own.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The budget of a call, as its last answer told it. */
export interface RateLimit {
  readonly name: string;
  /** Calls in a window, and the length of the window in seconds. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Calls left until the budget is full again, and the seconds until then. */
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface LastResponse {
  readonly status: number;
  /** Cite it when you report a problem. */
  readonly requestId: string | null;
  readonly headers: Headers;
  /** Null for a call without a budget. */
  readonly rateLimit: RateLimit | null;
}

/** An answer with the response that it came in. `lastResponse` is not enumerable: JSON and spreads leave it out. */
export type Answered<Answer> = Answer & { readonly lastResponse: LastResponse };
