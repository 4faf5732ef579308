/**
 * Compiled venues by the content ids of their documents: at most 2,000. The least recently used goes first; a crash
 * forgets them.
 */
import type { Venue } from "./venue.ts";

const maxVenues = 2_000;

export interface VenueMemory {
  get(key: string): Venue | undefined;
  put(key: string, venue: Venue): void;
}

/** A memory with no venue in it. */
export function createVenueMemory(): VenueMemory {
  const venues = new Map<string, Venue>();
  return {
    get(key) {
      const venue = venues.get(key);
      if (venue === undefined) return undefined;
      // The copy thereby becomes the youngest.
      venues.delete(key);
      venues.set(key, venue);
      return venue;
    },
    put(key, venue) {
      venues.set(key, venue);
      for (const oldest of venues.keys()) {
        if (venues.size <= maxVenues) break;
        venues.delete(oldest);
      }
    },
  };
}
