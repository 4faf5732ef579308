/** The changes that somebody else made while a host was about to change the same party. Pure. */
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import type { Party, Waiter } from "./stand-model.ts";

const partyFields = ["status", "size", "unitIds", "startsAt", "lateUntil", "notes", "venueNotes"] as const;
const waiterFields = ["status", "size", "position", "quoted", "notes"] as const;
const guestFields = ["note", "tags"] as const;

/** One thing as it was seen and as it is. */
export type Changed =
  | { readonly kind: "party"; readonly seen: Party; readonly now: Party }
  | { readonly kind: "waiter"; readonly seen: Waiter; readonly now: Waiter }
  | { readonly kind: "guest"; readonly name: string; readonly seen: GuestWire; readonly now: GuestWire };

/** The fields of a party that differ. */
export const partyDifferences = (seen: Party, now: Party) => differing(partyFields, seen, now);
/** The fields of a party of the queue that differ. */
export const waiterDifferences = (seen: Waiter, now: Waiter) => differing(waiterFields, seen, now);
/** What differs in what is noted of a guest. */
export const guestDifferences = (seen: GuestWire, now: GuestWire) => differing(guestFields, seen, now);

function differing<Field extends string>(
  fields: readonly Field[],
  seen: Readonly<Record<Field, unknown>>,
  now: Readonly<Record<Field, unknown>>,
): Field[] {
  return fields.filter((field) => JSON.stringify(seen[field]) !== JSON.stringify(now[field]));
}
