import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listCodes } from "./booking-codes.sql.ts";

/** The code by which people speak of each booking, by id. */
export async function listBookingCodes(db: Db, ids: readonly Id<"bkg">[]): Promise<ReadonlyMap<Id<"bkg">, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await listCodes(db, ids)).map(({ id, confirmation_code: code }) => [id, code]));
}
