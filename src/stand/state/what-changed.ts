/** What somebody else changed of a party while one was about to change it. Pure. */
import type { Party } from "./stand-model.ts";

export const comparedFields = ["status", "size", "unitIds", "startsAt", "lateUntil", "notes", "venueNotes"] as const;
export type ComparedField = (typeof comparedFields)[number];

export interface Difference {
  readonly field: ComparedField;
  readonly before: Party[ComparedField];
  readonly now: Party[ComparedField];
}

/** The fields that differ, as they were seen and as they are. */
export function differences(seen: Party, now: Party): Difference[] {
  return comparedFields
    .filter((field) => JSON.stringify(seen[field]) !== JSON.stringify(now[field]))
    .map((field) => ({ field, before: seen[field], now: now[field] }));
}
