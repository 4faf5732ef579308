/** Checks the invariants of the waitlist in a database; reads only. */
import type { Db } from "../../platform/postgres/database.ts";
import type { VerifiedInvariant } from "../../webhooks/delivery/verify-deliveries.query.ts";
import { findWaitlistViolations, waitlistInvariants } from "./waitlist-invariants.sql.ts";

/** Every check with what it found; all violations are 0 in a sound database. */
export async function verifyWaitlist(db: Db): Promise<readonly VerifiedInvariant[]> {
  const verified: VerifiedInvariant[] = [];
  for (const check of waitlistInvariants) {
    const { count, examples } = await findWaitlistViolations(db, check);
    verified.push({ invariant: "I9", name: check.name, about: check.about, violations: count, examples });
  }
  return verified;
}
