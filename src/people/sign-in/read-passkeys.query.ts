/** One's own passkeys. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listPasskeys as list, type Passkey } from "./passkeys.sql.ts";

export type { Passkey } from "./passkeys.sql.ts";

/** The passkeys of a person, oldest first, at most ten. */
export function listPasskeys(db: Db, personId: Id<"per">): Promise<Passkey[]> {
  return list(db, personId);
}
