/** Addresses near a location that match what a diner types. */
import type { Id } from "../kernel/id.ts";
import type { GuestLanguage } from "../kernel/language.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { getLocationSettings } from "../locations/grants/read-locations.query.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { FoundAddress, Geocoder } from "./geocoder.ts";
import { createSuggestions } from "./suggestions.cache.ts";

export interface Asked {
  readonly locationId: Id<"str">;
  readonly text: string;
  /** The diner has typed the whole address. */
  readonly isWhole: boolean;
  readonly language: GuestLanguage;
}

/** The addresses; null when the geocoder cannot be asked now, or does not complete addresses. */
export async function suggestAddresses(
  db: Db,
  geocoder: Geocoder,
  { locationId, text, isWhole, language }: Asked,
): Promise<readonly FoundAddress[] | null | Refusal<"not_found">> {
  const location = await getLocationSettings(db, locationId);
  if (isRefusal(location)) return location;
  const { coordinate: near, address } = location;
  const { country, city, postal_code: postalCode } = address;
  const plain = text.trim().replaceAll(/\s+/g, " ");
  const memory = db.memories.of(createSuggestions);
  const question = JSON.stringify([locationId, isWhole, language, plain.toLowerCase(), near]);
  const known = memory.get(question);
  if (known !== undefined) return known;
  const query = { text: plain, locationId, near, country, city, postalCode, language };
  const found = await (isWhole ? geocoder.locate(query) : geocoder.suggest(query));
  if (found === undefined) return null;
  memory.put(question, found);
  return found;
}
