/** What a process of the bookings proof is told. */
import type { Arrival } from "../../src/bookings/make/seat-arrival.command.ts";
import type { Id } from "../../src/kernel/id.ts";

export interface ProofTask {
  readonly databaseUrl: string;
  readonly appId: Id<"app">;
  readonly locations: readonly Id<"str">[];
  readonly operations: number;
  readonly seconds: number;
}

/** A party at the door, without a name. */
export function walkInOf(appId: Id<"app">, partySize: number): Arrival {
  return {
    appId,
    source: "walk_in",
    waitlistEntryId: null,
    partySize,
    guest: { first_name: null, last_name: null, phone: null, email: null },
    notes: null,
    chosen: undefined,
  };
}
