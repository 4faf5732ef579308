/** The task of a process of the bookings proof, and its random draws. */
import type { Arrival } from "../../src/bookings/make/seat-arrival.command.ts";
import type { Id } from "../../src/kernel/id.ts";
import { instantOf, localDate, wallTime } from "../../src/kernel/wall-time.ts";

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
    guest: { first_name: null, last_name: null, phone: null, email: null, language: null },
    notes: null,
    chosen: undefined,
  };
}

/** One of them, drawn. */
export function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

/** One table or two, drawn from the ten of a venue. */
export function someTables(): readonly string[] {
  const first = 1 + Math.floor(Math.random() * 10);
  return Math.random() < 0.2 ? [`t${first}`, `t${1 + (first % 10)}`] : [`t${first}`];
}

/** A half hour of one of the next six evenings. */
export function someEvening(): number {
  const date = localDate("Europe/Paris", Date.now() + (1 + Math.floor(Math.random() * 6)) * 86_400_000);
  return instantOf("Europe/Paris", wallTime(date, 18 * 60 + 30 * Math.floor(Math.random() * 8)), "earlier");
}
