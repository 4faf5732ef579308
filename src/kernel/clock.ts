/** Instants travel as milliseconds since the epoch inside the program, and as Unix seconds or ISO text on the wire. */
export type Instant = number;

/** Whole Unix seconds, rounded down, as documents write `created`. */
export function toUnixSeconds(instant: Instant): number {
  return Math.floor(instant / 1000);
}

/** ISO 8601 text in UTC, as documents write every `*_at` string. */
export function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}
