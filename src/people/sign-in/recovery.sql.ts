/** All SQL of recovery codes and links. */
import type { Actor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const lockOwnerStatement = defineStatement({
  name: "lock-owner-of-recovery-codes",
  takes: ["text"],
  prepare: false,
  text: "SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE",
});

const deleteCodesStatement = defineStatement({
  name: "delete-recovery-codes",
  takes: ["text"],
  prepare: false,
  text: "DELETE FROM recovery_codes WHERE person_id = $1",
});

const insertCodesStatement = defineStatement({
  name: "insert-recovery-codes",
  takes: ["text", "bytea[]"],
  prepare: false,
  text: "INSERT INTO recovery_codes (person_id, code_hash) SELECT $1, unnest($2::bytea[])",
});

/** Puts new codes in the place of all old ones, and of those that are just being made. */
export function replaceCodes(tx: Tx, personId: Id<"per">, hashes: readonly Buffer[]): void {
  tx.send(lockOwnerStatement, [personId]);
  tx.send(deleteCodesStatement, [personId]);
  tx.send(insertCodesStatement, [personId, hashes]);
}

const useCodeStatement = defineStatement({
  name: "use-recovery-code",
  takes: ["text", "bytea[]"],
  prepare: false,
  gives: row<{ readonly person_id: string }>({ person_id: "text" }),
  text: `UPDATE recovery_codes SET used_at = now()
    WHERE person_id = $1 AND code_hash = ANY($2::bytea[]) AND used_at IS NULL RETURNING person_id`,
});

/** Uses up a code; answers whether there was such a one. */
export async function useCode(tx: Tx, personId: Id<"per">, hashes: readonly Buffer[]): Promise<boolean> {
  return (await tx.rows(useCodeStatement, [personId, hashes])).length > 0;
}

const countCodesStatement = defineStatement({
  name: "count-recovery-codes",
  takes: ["text"],
  prepare: false,
  gives: row<{ readonly left_over: number }>({ left_over: "int4" }),
  text: "SELECT count(*)::integer AS left_over FROM recovery_codes WHERE person_id = $1 AND used_at IS NULL",
});

export async function countCodes(db: Db, personId: Id<"per">): Promise<number> {
  return (await db.one(countCodesStatement, [personId])).left_over;
}

const insertLinkStatement = defineStatement({
  name: "insert-recovery-link",
  takes: ["bytea", "text", "jsonb"],
  prepare: false,
  text: `INSERT INTO recovery_links (token_hash, person_id, made_by, expires_at)
    VALUES ($1, $2, $3, now() + interval '1 hour')`,
});

export function insertLink(tx: Tx, tokenHash: Buffer, personId: Id<"per">, madeBy: Actor): void {
  tx.send(insertLinkStatement, [tokenHash, personId, JSON.stringify(madeBy)]);
}

const findLinkStatement = defineStatement({
  name: "find-recovery-link",
  takes: ["bytea"],
  prepare: false,
  gives: row<{ readonly person_id: Id<"per"> }>({ person_id: "text" }),
  text: "SELECT person_id FROM recovery_links WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()",
});

/** Whose link it is, while it can be used. */
export async function findLink(db: Db, tokenHash: Buffer): Promise<Id<"per"> | undefined> {
  const row = await db.maybe(findLinkStatement, [tokenHash]);
  return row?.person_id;
}

const useLinkStatement = defineStatement({
  name: "use-recovery-link",
  takes: ["bytea"],
  prepare: false,
  gives: row<{ readonly person_id: Id<"per"> }>({ person_id: "text" }),
  text: `UPDATE recovery_links SET used_at = now()
    WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING person_id`,
});

/** Uses up a link; answers whose it was. */
export async function useLink(tx: Tx, tokenHash: Buffer): Promise<Id<"per"> | undefined> {
  const row = await tx.maybe(useLinkStatement, [tokenHash]);
  return row?.person_id;
}
