/**
 * The schema of a migrated database as text for people: the content of `db/schema.sql`. Read from the catalogs, in its
 * own order and without anything that differs between PostgreSQL 15 and 18, so that every difference is a change.
 */
import type { Client } from "pg";

interface Relation {
  readonly oid: number;
  readonly name: string;
  readonly kind: string;
  readonly options: string | null;
  readonly partition_key: string | null;
  readonly view: string | null;
}

interface Owned {
  readonly relation: number;
  readonly text: string;
}

const heading = `-- The schema that the files of db/migrations make, for reading. Written by: node scripts/dump-schema.ts
-- Change it by a new migration, never here.
`;

/** Writes the schema `public` of the connected database as SQL text, one block per object, in the order of names. */
export async function dumpSchema(client: Client): Promise<string> {
  await client.query("SET search_path TO public");
  const texts = async (sql: string): Promise<string[]> =>
    (await client.query<{ text: string }>(sql)).rows.map((row) => row.text);
  const blocks = [
    ...(await texts(extensions)),
    ...(await texts(sequences)),
    ...(await texts(types)),
    ...(await texts(functions)),
    ...(await dumpRelations(client)),
  ];
  return `${heading}\n${blocks.join("\n\n")}\n`;
}

async function dumpRelations(client: Client): Promise<string[]> {
  const relations = (await client.query<Relation>(relationsSql)).rows;
  const owned = async (sql: string): Promise<Map<number, string[]>> => {
    const byRelation = new Map<number, string[]>();
    for (const { relation, text } of (await client.query<Owned>(sql)).rows) {
      byRelation.set(relation, [...(byRelation.get(relation) ?? []), text]);
    }
    return byRelation;
  };
  const inside = [await owned(columns), await owned(constraints)];
  const after = [await owned(indexes), await owned(triggers), await owned(comments)];
  const of = (maps: readonly Map<number, string[]>[], relation: Relation): string[] =>
    maps.flatMap((map) => map.get(relation.oid) ?? []);
  return relations.map((relation) =>
    [writeRelation(relation, of(inside, relation)), ...of(after, relation)].join("\n"),
  );
}

function writeRelation(relation: Relation, parts: readonly string[]): string {
  if (relation.view !== null) {
    const kind = relation.kind === "m" ? "MATERIALIZED VIEW" : "VIEW";
    return `CREATE ${kind} ${relation.name} AS\n${relation.view}`;
  }
  const partition = relation.partition_key === null ? "" : ` PARTITION BY ${relation.partition_key}`;
  const options = relation.options === null ? "" : ` WITH (${relation.options})`;
  return `CREATE TABLE ${relation.name} (\n${parts.map((part) => `  ${part}`).join(",\n")}\n)${partition}${options};`;
}

/** Objects that an extension brought are the extension's. */
const notOfExtension = (catalog: string, oid: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

const comment = (kind: string, name: string, text: string): string =>
  `coalesce(E'\\nCOMMENT ON ${kind} ' || ${name} || ' IS ' || quote_literal(${text}) || ';', '')`;

const extensions = `
  SELECT 'CREATE EXTENSION ' || quote_ident(extname) || ';' AS text FROM pg_extension
  WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`;

const sequences = `
  SELECT 'CREATE SEQUENCE ' || quote_ident(c.relname) || ' AS ' || format_type(s.seqtypid, NULL)
    || ' START ' || s.seqstart || ' INCREMENT ' || s.seqincrement || CASE WHEN s.seqcycle THEN ' CYCLE' ELSE '' END || ';'
    || ${comment("SEQUENCE", "quote_ident(c.relname)", "obj_description(c.oid, 'pg_class')")} AS text
  FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND ${notOfExtension("pg_class", "c.oid")}
    AND NOT EXISTS (SELECT FROM pg_depend i WHERE i.objid = c.oid AND i.deptype = 'i' AND i.refobjsubid > 0)
  ORDER BY c.relname COLLATE "C"`;

const types = `
  SELECT CASE t.typtype
      WHEN 'e' THEN 'CREATE TYPE ' || quote_ident(t.typname) || ' AS ENUM ('
        || (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid) || ');'
      ELSE 'CREATE DOMAIN ' || quote_ident(t.typname) || ' AS ' || format_type(t.typbasetype, t.typtypmod)
        || CASE WHEN t.typcollation <> b.typcollation
             THEN ' COLLATE ' || (SELECT quote_ident(collname) FROM pg_collation WHERE oid = t.typcollation) ELSE '' END
        || coalesce(' DEFAULT ' || t.typdefault, '') || CASE WHEN t.typnotnull THEN ' NOT NULL' ELSE '' END
        || coalesce((SELECT string_agg(' CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true), '' ORDER BY conname COLLATE "C")
             FROM pg_constraint WHERE contypid = t.oid AND contype = 'c'), '') || ';'
    END || ${comment("' || CASE t.typtype WHEN 'e' THEN 'TYPE' ELSE 'DOMAIN' END || '", "quote_ident(t.typname)", "obj_description(t.oid, 'pg_type')")} AS text
  FROM pg_type t LEFT JOIN pg_type b ON b.oid = t.typbasetype
  WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('d', 'e') AND ${notOfExtension("pg_type", "t.oid")}
  ORDER BY t.typname COLLATE "C"`;

const functions = `
  SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || ';'
    || ${comment("ROUTINE", "p.oid::regprocedure::text", "obj_description(p.oid, 'pg_proc')")} AS text
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p') AND ${notOfExtension("pg_proc", "p.oid")}
  ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"`;

const relationsSql = `
  SELECT c.oid::int, quote_ident(c.relname) AS name, c.relkind AS kind, array_to_string(c.reloptions, ', ') AS options,
    pg_get_partkeydef(c.oid) AS partition_key, CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END AS view
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
    AND ${notOfExtension("pg_class", "c.oid")}
  ORDER BY c.relname COLLATE "C"`;

const columns = `
  SELECT a.attrelid::int AS relation, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || CASE WHEN a.attcollation <> t.typcollation
         THEN ' COLLATE ' || (SELECT quote_ident(collname) FROM pg_collation WHERE oid = a.attcollation) ELSE '' END
    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE a.attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN ' GENERATED BY DEFAULT AS IDENTITY' ELSE '' END
    || CASE WHEN d.oid IS NULL THEN ''
         WHEN a.attgenerated = '' THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true)
         ELSE ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ')' || CASE a.attgenerated WHEN 's' THEN ' STORED' ELSE ' VIRTUAL' END
       END AS text
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`;

// From version 18 on NOT NULL is a constraint too ('n'); the columns say it in every version.
const constraints = `
  SELECT conrelid::int AS relation, 'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true) AS text
  FROM pg_constraint WHERE conrelid <> 0 AND contype IN ('p', 'u', 'x', 'c', 'f') AND conparentid = 0
  ORDER BY position(contype::text IN 'puxcf'), conname COLLATE "C"`;

const indexes = `
  SELECT i.indrelid::int AS relation, pg_get_indexdef(i.indexrelid, 0, true) || ';' AS text
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY c.relname COLLATE "C"`;

const triggers = `
  SELECT tgrelid::int AS relation, pg_get_triggerdef(oid, true) || ';' AS text
  FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 ORDER BY tgname COLLATE "C"`;

const comments = `
  SELECT relation, text FROM (
    SELECT c.oid::int AS relation, 0 AS place, d.objsubid AS number, '' AS name,
      'COMMENT ON ' || CASE WHEN d.objsubid > 0 THEN 'COLUMN ' || c.oid::regclass || '.' || quote_ident(a.attname)
        WHEN c.relkind = 'v' THEN 'VIEW ' || c.oid::regclass WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW ' || c.oid::regclass
        ELSE 'TABLE ' || c.oid::regclass END || ' IS ' || quote_literal(d.description) || ';' AS text
    FROM pg_description d JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT i.indrelid::int, 1, 0, i.indexrelid::regclass::text,
      'COMMENT ON INDEX ' || i.indexrelid::regclass || ' IS ' || quote_literal(d.description) || ';'
    FROM pg_description d JOIN pg_index i ON i.indexrelid = d.objoid AND d.classoid = 'pg_class'::regclass
    UNION ALL
    SELECT k.conrelid::int, 2, 0, k.conname,
      'COMMENT ON CONSTRAINT ' || quote_ident(k.conname) || ' ON ' || k.conrelid::regclass || ' IS ' || quote_literal(d.description) || ';'
    FROM pg_description d JOIN pg_constraint k ON k.oid = d.objoid AND d.classoid = 'pg_constraint'::regclass
    WHERE k.conrelid <> 0
    UNION ALL
    SELECT t.tgrelid::int, 3, 0, t.tgname,
      'COMMENT ON TRIGGER ' || quote_ident(t.tgname) || ' ON ' || t.tgrelid::regclass || ' IS ' || quote_literal(d.description) || ';'
    FROM pg_description d JOIN pg_trigger t ON t.oid = d.objoid AND d.classoid = 'pg_trigger'::regclass
  ) AS every ORDER BY place, number, name COLLATE "C"`;
