/** Judges every statement of the service. */
import { readdirSync, readFileSync } from "node:fs";
import { definedStatements } from "../../src/platform/postgres/statement.ts";
import { judgeStatement, type Judgement } from "./judge-statement.ts";
import { readTables, type Tables } from "./read-tables.ts";

export interface JudgedStatement extends Judgement {
  readonly name: string;
  readonly text: string;
}

const root = new URL("../../", import.meta.url);

/** The tables that the migrations make. */
export function tablesOfSchema(): Tables {
  return readTables(readFileSync(new URL("db/schema.sql", root), "utf8"));
}

/** Loads every file that defines statements, and judges each of them. */
export async function judgeAllStatements(tables: Tables = tablesOfSchema()): Promise<readonly JudgedStatement[]> {
  const source = new URL("src/", root);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql.ts"));
  for (const file of files) await import(new URL(file, source).href);
  return definedStatements().map(({ name, text }) => ({ name, text, ...judgeStatement(text, tables) }));
}
