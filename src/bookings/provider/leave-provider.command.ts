/**
 * A location leaves its provider: another takes its place, or none. The caller has locked the location, so that no write at
 * the provider begins meanwhile, and has seen that none is under way.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { leaveReferences } from "./provider-records.sql.ts";

/** What the location has of the provider is its own from then on, and is nothing to the next one (rules/providers 1.8). */
export function leaveProvider(tx: Tx, locationId: Id<"str">): Promise<void> {
  return leaveReferences(tx, locationId);
}
