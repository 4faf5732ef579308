/** All SQL that counts the ways in which a person can sign in. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { lockPerson } from "./passkeys.sql.ts";

const countWaysInStatement = defineStatement({
  name: "count-ways-in",
  takes: ["text"],
  prepare: false,
  gives: row<{ readonly ways: number }>({ ways: "int4" }),
  text: `SELECT ((p.password_hash IS NOT NULL)::integer
      + (SELECT count(*) FROM passkeys k WHERE k.person_id = p.id)
      + (SELECT count(*) FROM provider_identities i WHERE i.person_id = p.id))::integer AS ways
    FROM persons p WHERE p.id = $1`,
});

/** Password, passkeys and identities at a provider together; the person is locked first, so that no two end at once. */
export async function countWaysIn(tx: Tx, personId: Id<"per">): Promise<number> {
  await lockPerson(tx, personId);
  return (await tx.maybe(countWaysInStatement, [personId]))?.ways ?? 0;
}
