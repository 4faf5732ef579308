/** All SQL of passkeys, and of the challenges that browsers sign. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

/** A challenge is good for five minutes and once. */
const insertChallengeStatement = defineStatement({
  name: "insert-sign-in-challenge",
  takes: ["bytea", "text", "text"],
  prepare: false,
  text: `INSERT INTO sign_in_challenges (challenge_hash, kind, person_id, expires_at)
    VALUES ($1, $2, $3, now() + interval '5 minutes')`,
});

const insertJoiningStatement = defineStatement({
  name: "insert-joining-challenge",
  takes: ["bytea", "jsonb"],
  prepare: false,
  text: `INSERT INTO sign_in_challenges (challenge_hash, kind, secrets, expires_at)
    VALUES ($1, 'passkey_joining', $2, now() + interval '5 minutes')`,
});

/** A challenge for somebody who is about to join under the id. */
export async function insertJoiningChallenge(tx: Tx, hash: Buffer, personId: Id<"per">): Promise<void> {
  await tx.rows(insertJoiningStatement, [hash, JSON.stringify({ person_id: personId })]);
}

const takeJoiningStatement = defineStatement({
  name: "take-joining-challenge",
  takes: ["bytea"],
  prepare: false,
  gives: row<{ readonly person_id: Id<"per"> }>({ person_id: "text" }),
  text: `DELETE FROM sign_in_challenges WHERE challenge_hash = $1 AND kind = 'passkey_joining' AND expires_at > now()
    RETURNING secrets ->> 'person_id' AS person_id`,
});

/** Uses up such a challenge; answers under which id somebody joins. */
export async function takeJoiningChallenge(tx: Tx, hash: Buffer): Promise<Id<"per"> | undefined> {
  return (await tx.maybe(takeJoiningStatement, [hash]))?.person_id;
}

export type ChallengeKind = "passkey_sign_in" | "passkey_registration";

export async function insertChallenge(
  tx: Tx,
  hash: Buffer,
  kind: ChallengeKind,
  personId: Id<"per"> | null,
): Promise<void> {
  await tx.rows(insertChallengeStatement, [hash, kind, personId]);
}

const takeChallengeStatement = defineStatement({
  name: "take-sign-in-challenge",
  takes: ["bytea", "text", "text"],
  prepare: false,
  gives: row<{ readonly kind: string }>({ kind: "text" }),
  text: `DELETE FROM sign_in_challenges
    WHERE challenge_hash = $1 AND kind = $2 AND person_id IS NOT DISTINCT FROM $3 AND expires_at > now()
    RETURNING kind`,
});

/** Uses up a challenge; answers whether there was such a one. */
export async function takeChallenge(
  tx: Tx,
  hash: Buffer,
  kind: ChallengeKind,
  personId: Id<"per"> | null,
): Promise<boolean> {
  return (await tx.rows(takeChallengeStatement, [hash, kind, personId])).length > 0;
}

export interface Passkey {
  readonly id: Id<"pky">;
  readonly person_id: Id<"per">;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly sign_count: number;
  readonly host: string;
  readonly name: string;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
}

const passkeyTable = defineTable<Passkey>()({
  name: "passkeys",
  columns: {
    id: "text",
    person_id: "text",
    credential_id: "bytea",
    public_key: "bytea",
    sign_count: "int8",
    host: "text",
    name: "text",
    created_at: "timestamptz",
    last_used_at: "timestamptz",
  },
  also: { is_backed_up: "bool" },
});
const columns = passkeyTable.select("k");

const lockPersonStatement = defineStatement({
  name: "lock-person",
  takes: ["text"],
  prepare: false,
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "SELECT id FROM persons WHERE id = $1 AND disabled_at IS NULL FOR UPDATE",
});

/** Holds others back who add something of the same person. */
export async function lockPerson(tx: Tx, id: Id<"per">): Promise<void> {
  await tx.rows(lockPersonStatement, [id]);
}

const insertion = passkeyTable.insert(
  ["id", "person_id", "credential_id", "public_key", "sign_count", "host", "name", "is_backed_up"],
  { as: "k", made: { transports: "'{}'" } },
);
const insertPasskeyStatement = defineStatement({
  name: "insert-passkey",
  takes: insertion.takes,
  prepare: false,
  gives: passkeyTable.row,
  text: `${insertion.text} ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`,
});

/** Answers undefined where the passkey is known already. */
export function insertPasskey(
  tx: Tx,
  passkey: Pick<Passkey, "id" | "person_id" | "credential_id" | "public_key" | "sign_count" | "host" | "name"> & {
    readonly isBackedUp: boolean;
  },
): Promise<Passkey | undefined> {
  return tx.maybe(insertPasskeyStatement, insertion.values({ ...passkey, is_backed_up: passkey.isBackedUp }));
}

const listPasskeysStatement = defineStatement({
  name: "list-passkeys",
  takes: ["text"],
  prepare: false,
  gives: passkeyTable.row,
  text: `SELECT ${columns} FROM passkeys k WHERE person_id = $1 ORDER BY id`,
});

export function listPasskeys(db: Db, personId: Id<"per">): Promise<Passkey[]> {
  return db.rows(listPasskeysStatement, [personId]);
}

const findPasskeyStatement = defineStatement({
  name: "find-passkey",
  takes: ["bytea", "text"],
  prepare: false,
  gives: passkeyTable.row,
  text: `SELECT ${columns} FROM passkeys k WHERE credential_id = $1 AND host = $2`,
});

/** A passkey works at the host at which it was made. */
export function findPasskey(db: Db, credentialId: Buffer, host: string): Promise<Passkey | undefined> {
  return db.maybe(findPasskeyStatement, [credentialId, host]);
}

const usePasskeyStatement = defineStatement({
  name: "use-passkey",
  takes: ["text", "int8"],
  prepare: false,
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "UPDATE passkeys SET sign_count = $2, last_used_at = now() WHERE id = $1 AND sign_count <= $2 RETURNING id",
});

/** Answers false where another sign-in has counted further meanwhile. */
export async function usePasskey(tx: Tx, id: Id<"pky">, signCount: number): Promise<boolean> {
  return (await tx.rows(usePasskeyStatement, [id, signCount])).length > 0;
}

const deletePasskeyStatement = defineStatement({
  name: "delete-passkey",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "DELETE FROM passkeys WHERE id = $1 AND person_id = $2 RETURNING id",
});

export async function deletePasskey(tx: Tx, personId: Id<"per">, id: Id<"pky">): Promise<boolean> {
  return (await tx.rows(deletePasskeyStatement, [id, personId])).length > 0;
}

const markSessionByPasskeyStatement = defineStatement({
  name: "mark-session-by-passkey",
  takes: ["text"],
  prepare: false,
  text: "UPDATE person_sessions SET method = 'passkey', signed_in_at = now() WHERE id = $1 AND ended_at IS NULL",
});

/** The person has just proved a passkey in this session. */
export function markSessionByPasskey(tx: Tx, id: Id<"ses">): void {
  tx.send(markSessionByPasskeyStatement, [id]);
}
