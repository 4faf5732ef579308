/** The evidence: what the service saw, in the words of its interface. The judge reads nothing else (rules/certification 2.1). */
import type { Instant } from "../kernel/clock.ts";
import { idInstant } from "../kernel/id.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** An event of the ledger. */
export interface SeenEvent {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly data: Fields;
  /** Real time. */
  readonly at: Instant;
}

/** One POST of an event to the endpoint that is certified. */
export interface SeenAttempt {
  readonly eventId: string;
  readonly at: Instant;
  readonly durationMs: number;
  /** Null when no answer came. */
  readonly status: number | null;
}

/** A call of the partner, as the request log has it. */
export interface SeenCall {
  readonly id: string;
  /** The operationId. */
  readonly operation: string;
  readonly method: string;
  readonly resourceId: string | null;
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | null;
  /** The Idempotency-Key. */
  readonly key: string | null;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

/**
 * When a call began and ended, by its id and its duration in milliseconds: an id carries the time of its beginning by the
 * database's clock. The time of its row is that of the log's own write, which waits longer for a database that has much to do.
 */
export function timesOfCall(id: string, durationMs: number): Pick<SeenCall, "startedAt" | "endedAt"> {
  const startedAt = idInstant(id) ?? 0;
  return { startedAt, endedAt: startedAt + durationMs };
}

export interface Evidence {
  /** Oldest first. */
  readonly events: readonly SeenEvent[];
  /** Oldest first. */
  readonly attempts: readonly SeenAttempt[];
  /** Oldest first, by their beginning. */
  readonly calls: readonly SeenCall[];
  /** As they read now, by id. */
  readonly resources: ReadonlyMap<string, Fields>;
}

export const noEvidence: Evidence = { events: [], attempts: [], calls: [], resources: new Map() };

/** What the steps of a scenario made, by the names that the steps give. */
export type Made = Readonly<Record<string, readonly string[]>>;

/** The value of a field; a dot goes into an object. Undefined when there is none. */
export function fieldOf(fields: Fields, path: string): unknown {
  let value: unknown = fields;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Fields)[part];
  }
  return value;
}
