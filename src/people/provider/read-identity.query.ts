/** Whether somebody has linked a sign-in provider. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findLinkedAt as find } from "./identities.sql.ts";

/** Since when the person has an identity of the issuer; undefined without one. */
export function findLinkedAt(db: Db, issuer: string, personId: Id<"per">): Promise<Instant | undefined> {
  return find(db, issuer, personId);
}
