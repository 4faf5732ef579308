/** Who hears an event of the ledger over a connection of its own. Pure. */
import type { EventType } from "../subscriptions/event-types.ts";

/** A stream that is open somewhere, in this process or another. */
export interface ActiveListener {
  readonly id: number;
  /** Null for every type. */
  readonly event_types: readonly EventType[] | null;
}

/** How many of the listeners hear at least one event of these types. */
export function countHearing(listeners: readonly ActiveListener[], eventTypes: readonly EventType[]): number {
  if (eventTypes.length === 0) return 0;
  return listeners.filter(({ event_types: wanted }) => wanted?.some((type) => eventTypes.includes(type)) ?? true)
    .length;
}
