/** Checks the invariants of events and deliveries in a database; reads only. */
import type { Db } from "../../platform/postgres/database.ts";
import { deliveryInvariants, findViolations } from "./delivery-invariants.sql.ts";

export interface VerifiedInvariant {
  readonly invariant: string;
  readonly name: string;
  readonly about: string;
  readonly violations: number;
  /** The first five things that break it. */
  readonly examples: readonly string[];
}

/** Every check with what it found; all violations are 0 in a sound database. */
export async function verifyDeliveries(db: Db): Promise<readonly VerifiedInvariant[]> {
  const verified: VerifiedInvariant[] = [];
  for (const check of deliveryInvariants) {
    const { count, examples } = await findViolations(db, check);
    verified.push({ invariant: check.invariant, name: check.name, about: check.about, violations: count, examples });
  }
  return verified;
}
