/** How many recovery codes somebody has left. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { countCodes } from "./recovery.sql.ts";

/** The codes of a person that are not used. */
export function countRecoveryCodes(db: Db, personId: Id<"per">): Promise<number> {
  return countCodes(db, personId);
}
