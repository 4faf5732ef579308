/** All SQL of persons. */
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

export interface Person {
  readonly id: Id<"per">;
  readonly name: string;
  readonly email: string;
  readonly language: GuestLanguage;
  /** argon2id in the PHC form; null for who has no password. */
  readonly password_hash: string | null;
}

const personTable = defineTable<Person>()({
  name: "persons",
  columns: { id: "text", name: "text", email: "text", language: "text", password_hash: "text" },
});
const columns = personTable.select("p");

const findPersonByEmailStatement = defineStatement({
  name: "find-person-by-email",
  takes: ["text"],
  prepare: false,
  gives: personTable.row,
  text: `SELECT ${columns} FROM persons p WHERE email = $1 AND disabled_at IS NULL`,
});

/** Who has the e-mail, unless they were disabled. */
export function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  return db.maybe(findPersonByEmailStatement, [email]);
}

const findPersonByIdStatement = defineStatement({
  name: "find-person-by-id",
  takes: ["text"],
  prepare: false,
  gives: personTable.row,
  text: `SELECT ${columns} FROM persons p WHERE id = $1 AND disabled_at IS NULL AND erased_at IS NULL`,
});

export function findPersonById(db: Db, id: Id<"per">): Promise<Person | undefined> {
  return db.maybe(findPersonByIdStatement, [id]);
}

const insertion = personTable.insert(["id", "name", "email", "language", "password_hash"], { as: "p" });
const insertPersonStatement = defineStatement({
  name: "insert-person",
  takes: insertion.takes,
  prepare: false,
  gives: personTable.row,
  text: `${insertion.text} ON CONFLICT (email) DO NOTHING RETURNING ${columns}`,
});

/** Answers undefined where somebody has the e-mail. */
export function insertPerson(tx: Tx, person: Person): Promise<Person | undefined> {
  return tx.maybe(insertPersonStatement, insertion.values(person));
}

const lockPasswordStatement = defineStatement({
  name: "lock-password",
  takes: ["text"],
  prepare: false,
  gives: personTable.row,
  text: `SELECT ${columns} FROM persons p WHERE id = $1 AND disabled_at IS NULL AND erased_at IS NULL FOR SHARE`,
});

/** A person whose password stays what it is until the transaction ends. */
export function lockPassword(tx: Tx, id: Id<"per">): Promise<Person | undefined> {
  return tx.maybe(lockPasswordStatement, [id]);
}

const updatePersonStatement = defineStatement({
  name: "update-person",
  takes: ["text", "text", "text"],
  prepare: false,
  gives: personTable.row,
  text: `UPDATE persons AS p SET name = coalesce($2, name), language = coalesce($3, language)
    WHERE id = $1 AND disabled_at IS NULL AND erased_at IS NULL RETURNING ${columns}`,
});

/** Changes what is given; undefined where there is no such person. */
export function updatePerson(
  tx: Tx,
  id: Id<"per">,
  { name, language }: { readonly name?: string | undefined; readonly language?: GuestLanguage | undefined },
): Promise<Person | undefined> {
  return tx.maybe(updatePersonStatement, [id, name ?? null, language ?? null]);
}

const updatePasswordStatement = defineStatement({
  name: "update-password",
  takes: ["text", "text"],
  prepare: false,
  text: "UPDATE persons SET password_hash = $2 WHERE id = $1",
});

export function updatePassword(tx: Tx, id: Id<"per">, passwordHash: string): void {
  tx.send(updatePasswordStatement, [id, passwordHash]);
}
