/** All SQL of identities at a sign-in provider, and of the values that a browser has to bring back from there. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { ProviderSecrets } from "./sign-in-provider.ts";

/** What a browser began. */
export interface Begun {
  readonly person_id: Id<"per"> | null;
  readonly secrets: ProviderSecrets & { readonly to: string };
}

const insertBegunStatement = defineStatement({
  name: "insert-provider-challenge",
  takes: ["bytea", "text", "jsonb"],
  prepare: false,
  text: `INSERT INTO sign_in_challenges (challenge_hash, kind, person_id, secrets, expires_at)
    VALUES ($1, 'provider', $2, $3, now() + interval '10 minutes')`,
});

export async function insertBegun(tx: Tx, stateHash: Buffer, { person_id: personId, secrets }: Begun): Promise<void> {
  await tx.rows(insertBegunStatement, [stateHash, personId, JSON.stringify(secrets)]);
}

const takeBegunStatement = defineStatement({
  name: "take-provider-challenge",
  takes: ["bytea"],
  prepare: false,
  gives: row<Begun>({ person_id: "text", secrets: "jsonb" }),
  text: `DELETE FROM sign_in_challenges WHERE challenge_hash = $1 AND kind = 'provider' AND expires_at > now()
    RETURNING person_id, secrets`,
});

/** Uses up what was begun. */
export function takeBegun(tx: Tx, stateHash: Buffer): Promise<Begun | undefined> {
  return tx.maybe(takeBegunStatement, [stateHash]);
}

const findPersonOfStatement = defineStatement({
  name: "find-person-of-identity",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly person_id: Id<"per"> }>({ person_id: "text" }),
  text: `SELECT i.person_id FROM provider_identities i JOIN persons p ON p.id = i.person_id
    WHERE i.issuer = $1 AND i.subject = $2 AND p.disabled_at IS NULL AND p.erased_at IS NULL`,
});

export async function findPersonOf(db: Db, issuer: string, subject: string): Promise<Id<"per"> | undefined> {
  return (await db.maybe(findPersonOfStatement, [issuer, subject]))?.person_id;
}

const insertIdentityStatement = defineStatement({
  name: "insert-identity",
  takes: ["text", "text", "text"],
  prepare: false,
  gives: row<{ readonly person_id: Id<"per"> }>({ person_id: "text" }),
  text: `INSERT INTO provider_identities (issuer, subject, person_id) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING RETURNING person_id`,
});

/** Answers false where somebody has the identity, or the person has another one of the issuer. */
export async function insertIdentity(tx: Tx, issuer: string, subject: string, personId: Id<"per">): Promise<boolean> {
  return (await tx.rows(insertIdentityStatement, [issuer, subject, personId])).length > 0;
}

const deleteIdentityStatement = defineStatement({
  name: "delete-identity",
  takes: ["text", "text"],
  prepare: false,
  text: "DELETE FROM provider_identities WHERE issuer = $1 AND person_id = $2",
});

export function deleteIdentity(tx: Tx, issuer: string, personId: Id<"per">): void {
  tx.send(deleteIdentityStatement, [issuer, personId]);
}

const findIdentityStatement = defineStatement({
  name: "find-identity",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly linked_at: Instant }>({ linked_at: "timestamptz" }),
  text: "SELECT linked_at FROM provider_identities WHERE issuer = $1 AND person_id = $2",
});

/** Since when the person has an identity of the issuer. */
export async function findLinkedAt(db: Db, issuer: string, personId: Id<"per">): Promise<Instant | undefined> {
  return (await db.maybe(findIdentityStatement, [issuer, personId]))?.linked_at;
}
