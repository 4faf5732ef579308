/**
 * The floors of publishing a menu, and the computing part of a publish beside its floor: `JSON.parse` plus one walk over
 * the same document, and the bare insert of the same rows. Each is the median of several rounds.
 */
import pg from "pg";
import { newId } from "../src/kernel/id.ts";
import { diffMenus } from "../src/menus/read/menu-diff.ts";
import { menuObjects } from "../src/menus/document/menu-objects.ts";
import { planMenu } from "../src/menus/read/menu-plan.ts";
import { isRefusal } from "../src/kernel/refusal.ts";
import { parseMenu } from "../src/menus/document/parse-menu.ts";

export interface ComputingTimes {
  /** `JSON.parse` and one walk, in milliseconds. */
  readonly floorMs: number;
  /** `JSON.parse` alone. */
  readonly jsonParseMs: number;
  /** Every check and the diff with another version of the same size. */
  readonly validateAndDiffMs: number;
}

/** Measures reading a text and comparing it with the text of another version. */
export function measureComputing(text: string, other: string, rounds: number): ComputingTimes {
  const before = menuObjects(documentOf(other));
  const jsonParse: number[] = [];
  const floor: number[] = [];
  const own: number[] = [];
  // The first rounds warm the code up and are dropped; small documents need more of them.
  const warming = text.length < 1_000_000 ? 20 : 1;
  for (let round = -warming; round < rounds; round++) {
    if (round === 0) for (const times of [jsonParse, floor, own]) times.length = 0;
    const began = performance.now();
    const value: unknown = JSON.parse(text);
    jsonParse.push(performance.now() - began);
    countValues(value);
    floor.push(performance.now() - began);
    const start = performance.now();
    const parsed = parseMenu(value);
    if (isRefusal(parsed)) throw new Error("the bench's menu is invalid");
    diffMenus(before, menuObjects(parsed.document));
    own.push(performance.now() - start);
  }
  return { floorMs: middle(floor), jsonParseMs: middle(jsonParse), validateAndDiffMs: middle(own) };
}

/** Inserts the rows of a first publish and the document into bare copies of the tables, one transaction each round. */
export async function measureBareInsert(url: string, text: string, rounds: number): Promise<number> {
  const parsed = parseMenu(JSON.parse(text));
  if (isRefusal(parsed)) throw new Error("the bench's menu is invalid");
  const { upserts } = planMenu(null, JSON.stringify(parsed.document), { detailed: false, stock: "other" }, newId);
  const rows = upserts.flatMap((part) => JSON.parse(new TextDecoder().decode(part)) as Row[]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TABLE IF NOT EXISTS bare_objects (LIKE menu_objects INCLUDING ALL);
    CREATE TABLE IF NOT EXISTS bare_documents (document text NOT NULL)`);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await client.query("TRUNCATE bare_objects, bare_documents");
    const began = performance.now();
    await client.query("BEGIN");
    for (let start = 0; start < rows.length; start += 10_000) {
      const part = rows.slice(start, start + 10_000);
      await client.query(
        `INSERT INTO bare_objects (id, location_id, kind, external_id, name, stock_status)
        SELECT o.id, 'bare', o.kind, o.external_id, o.name,
          CASE WHEN o.kind IN ('item', 'variation', 'modifier_option') THEN 'in_stock' END
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS o(id, kind, external_id, name)`,
        (["id", "kind", "external_id", "name"] as const).map((column) => part.map((row) => row[column])),
      );
    }
    await client.query("INSERT INTO bare_documents VALUES ($1)", [text]);
    await client.query("COMMIT");
    times.push(performance.now() - began);
  }
  await client.query("DROP TABLE bare_objects, bare_documents");
  await client.end();
  return middle(times);
}

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly external_id: string;
  readonly name: string;
}

function documentOf(text: string) {
  const parsed = parseMenu(JSON.parse(text));
  if (isRefusal(parsed)) throw new Error("the bench's menu is invalid");
  return parsed.document;
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const key in value) count += countValues((value as Readonly<Record<string, unknown>>)[key]);
  return count;
}

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
