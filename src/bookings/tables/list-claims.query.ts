import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Claim } from "./claim.ts";
import * as sql from "./claims.sql.ts";

/** The live claims of a location that overlap [from, until), one per table; holds past their time are left out. */
export function listClaims(db: Db, locationId: Id<"str">, from: Instant, until: Instant): Promise<Claim[]> {
  return sql.listClaims(db, locationId, from, until);
}
