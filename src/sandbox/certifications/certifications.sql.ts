/** All SQL of certifications. */
import type { JudgedScenario } from "../../certification/judge-run.ts";
import type { Profile } from "../../certification/report.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** A scenario with its verdict. */
export interface CertifiedScenario extends JudgedScenario {
  readonly id: string;
}

export interface Certification {
  readonly id: Id<"cer">;
  readonly app_id: Id<"app">;
  readonly location_id: Id<"str">;
  readonly created_at: Instant;
  readonly profile: Profile;
  readonly passed: boolean;
  readonly scenarios: readonly CertifiedScenario[];
}

interface CertificationRow extends Omit<Certification, "scenarios"> {
  readonly scenarios: unknown;
}

const columns = {
  id: "text",
  app_id: "text",
  location_id: "text",
  created_at: "timestamptz",
  profile: "text",
  passed: "bool",
  scenarios: "json",
} as const;
const select = Object.keys(columns).join(", ");

/** What was written by this file is read as it was written. */
const toCertification = (one: CertificationRow): Certification => ({
  ...one,
  scenarios: one.scenarios as readonly CertifiedScenario[],
});

const insert = defineStatement({
  name: "insert-certification",
  prepare: false,
  takes: ["text", "text", "text", "text", "bool", "json"],
  gives: row<CertificationRow>(columns),
  text: `INSERT INTO certifications (id, app_id, location_id, profile, passed, scenarios)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${select}`,
});

export async function insertCertification(tx: Tx, one: Omit<Certification, "created_at">): Promise<Certification> {
  const { id, app_id: app, location_id: location, profile, passed, scenarios } = one;
  return toCertification(await tx.one(insert, [id, app, location, profile, passed, JSON.stringify(scenarios)]));
}

const deleteOld = defineStatement({
  name: "delete-old-certifications",
  prepare: false,
  takes: ["text", "int8"],
  text: `DELETE FROM certifications WHERE app_id = $1 AND id NOT IN (
    SELECT id FROM certifications WHERE app_id = $1 ORDER BY id DESC LIMIT $2)`,
});

/** Keeps the newest of the app. */
export function sendDeletionOfOld(tx: Tx, appId: Id<"app">, kept: number): void {
  tx.send(deleteOld, [appId, kept]);
}

const list = defineStatement({
  name: "list-certifications",
  prepare: false,
  takes: ["text"],
  gives: row<CertificationRow>(columns),
  text: `SELECT ${select} FROM certifications WHERE app_id = $1 ORDER BY id DESC`,
});

/** Those of the app, newest first. */
export async function listCertificationsOfApp(db: Db, appId: Id<"app">): Promise<Certification[]> {
  return (await db.rows(list, [appId])).map(toCertification);
}
