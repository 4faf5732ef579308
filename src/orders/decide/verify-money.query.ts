/** Checks the invariants of money in a database; reads only. */
import type { Db } from "../../platform/postgres/database.ts";
import type { VerifiedInvariant } from "../../webhooks/delivery/verify-deliveries.query.ts";
import { findMoneyViolations, moneyInvariants } from "./money-invariants.sql.ts";

/** Every check with what it found; all violations are 0 in a sound database, at every moment. */
export async function verifyMoney(db: Db): Promise<readonly VerifiedInvariant[]> {
  const verified: VerifiedInvariant[] = [];
  for (const check of moneyInvariants) {
    const { count, examples } = await findMoneyViolations(db, check);
    verified.push({ invariant: "I4", name: check.name, about: check.about, violations: count, examples });
  }
  return verified;
}
