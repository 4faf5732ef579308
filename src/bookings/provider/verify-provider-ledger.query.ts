/** Checks the invariants of writes at reservation providers in a database; reads only. */
import type { Db } from "../../platform/postgres/database.ts";
import type { VerifiedInvariant } from "../../webhooks/delivery/verify-deliveries.query.ts";
import { findProviderViolations, providerInvariants } from "./provider-invariants.sql.ts";

/** Every check with what it found; all violations are 0 in a sound database. */
export async function verifyProviderLedger(db: Db): Promise<readonly VerifiedInvariant[]> {
  const verified: VerifiedInvariant[] = [];
  for (const check of providerInvariants) {
    const { count, examples } = await findProviderViolations(db, check);
    verified.push({ invariant: "I7", name: check.name, about: check.about, violations: count, examples });
  }
  return verified;
}
