/** The codes by which people speak of bookings. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

interface CodeOfBooking {
  readonly id: Id<"bkg">;
  readonly confirmation_code: string;
}

const statement = defineStatement({
  name: "list-booking-codes",
  prepare: false,
  takes: ["text[]"],
  gives: row<CodeOfBooking>({ id: "text", confirmation_code: "text" }),
  text: "SELECT id, confirmation_code FROM bookings WHERE id = ANY($1)",
});

/** The code of each booking that exists. */
export function listCodes(db: Db, ids: readonly Id<"bkg">[]): Promise<CodeOfBooking[]> {
  return db.rows(statement, [ids]);
}
