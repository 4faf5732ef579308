/** The tables of the simulated restaurant: ten of four; a larger party gets two together. Pure. */
import { refuse, type Refusal } from "../kernel/refusal.ts";

const tables = 10;
const seats = 4;

/** How many tables a party takes. */
export function tablesFor(partySize: number): number {
  return Math.ceil(partySize / seats);
}

/** How many are left beside the parties. */
export function tablesLeft(taken: readonly { readonly party_size: number }[]): number {
  return tables - taken.reduce((sum, { party_size: size }) => sum + tablesFor(size), 0);
}

export type SimulatedRefusal = Refusal<
  "SLOT_UNAVAILABLE" | "OVERLAPPING_RESERVATION" | "LEASE_EXPIRED" | "NOT_FOUND" | "BOOKING_ALREADY_CANCELLED"
>;

/** A refusal under a cause of the contract: it rolls the book's change back. */
export function simulatedRefusal<const Cause extends SimulatedRefusal["code"]>(cause: Cause): Refusal<Cause> {
  return refuse(cause, "the simulated provider refuses");
}
