/**
 * Whether a screen's state can be trusted, and when a lost connection is tried again. Pure; times are milliseconds of the
 * browser's monotonic clock.
 */

/** Without a word for so long the screen is stale. A heartbeat comes every two seconds. */
export const staleAfterMs = 5_000;
/** A stale screen sounds a tone so often. */
export const staleToneMs = 15_000;
const retryAfterMs = [1_000, 2_000, 4_000, 5_000] as const;
const slowestRetryMs = 5_000;

export interface Connection {
  readonly phase: "open" | "trying" | "waiting";
  /** When the last word came, and what time it was then at the location. */
  readonly heardAt: number;
  readonly heardNowMs: number;
  /** How many tries in a row have failed. */
  readonly failed: number;
  /** When the next try begins; while waiting only. */
  readonly retryAt: number;
}

/** As a page begins: its own snapshot is the first word. */
export function beginConnection(at: number, nowMs: number): Connection {
  return { phase: "trying", heardAt: at, heardNowMs: nowMs, failed: 0, retryAt: at };
}

/** After a word of the server; `nowMs` only where the word says the time. */
export function heard(connection: Connection, at: number, nowMs?: number): Connection {
  const heardNowMs = nowMs ?? connection.heardNowMs + (at - connection.heardAt);
  return { ...connection, phase: "open", heardAt: at, heardNowMs, failed: 0 };
}

/** After the connection was lost or could not be made. The server may ask for a longer wait, in milliseconds. */
export function lost(connection: Connection, at: number, askedMs = 0): Connection {
  const wait = Math.max(askedMs, retryAfterMs[connection.failed] ?? slowestRetryMs);
  return { ...connection, phase: "waiting", failed: connection.failed + 1, retryAt: at + wait };
}

export function trying(connection: Connection): Connection {
  return { ...connection, phase: "trying" };
}

/** Whether the screen is too old to decide by. */
export function isStale({ heardAt }: Connection, at: number): boolean {
  return at - heardAt >= staleAfterMs;
}

/** The time at the location, in Unix milliseconds: the last word's, carried on by the steady clock. */
export function locationNow({ heardAt, heardNowMs }: Connection, at: number): number {
  return heardNowMs + (at - heardAt);
}

/** Whole seconds to the next try. */
export function secondsToRetry({ retryAt }: Connection, at: number): number {
  return Math.max(0, Math.ceil((retryAt - at) / 1_000));
}
