/**
 * Triggers that report when one transaction writes rows of two locations. The database that every test file clones has
 * them; the product's own databases have none. The reports are read when the clone is dropped: a statement of the service
 * that is not listed in `location-crossings.ts` fails the test file. Statements that a test wrote itself are not judged.
 *
 * The condition of a trigger compares without calling a function, so only the first row of a transaction costs a call.
 */
import { Client } from "pg";

/** A transaction that wrote for one location, and then by this query for another. */
export interface Crossing {
  readonly table: string;
  readonly firstQuery: string;
  readonly query: string;
}

const seen = "current_setting('location_guard.seen', true)";

const noteOf = (column: string): string => `
  CREATE FUNCTION location_guard.note_${column}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $guard$
  DECLARE
    location text := CASE TG_OP WHEN 'DELETE' THEN OLD.${column} ELSE NEW.${column} END;
  BEGIN
    IF location IS NULL THEN RETURN NULL; END IF;
    IF coalesce(${seen}, '') = '' THEN
      PERFORM set_config('location_guard.seen', location, true), set_config('location_guard.by', current_query(), true);
    ELSIF location <> ${seen} AND current_setting('location_guard.told', true) IS DISTINCT FROM md5(current_query()) THEN
      PERFORM set_config('location_guard.told', md5(current_query()), true);
      INSERT INTO location_guard.crossings VALUES (TG_TABLE_NAME, current_setting('location_guard.by'), current_query());
    END IF;
    RETURN NULL;
  END $guard$;`;

const machinery = `
  CREATE SCHEMA location_guard;
  CREATE TABLE location_guard.crossings (written_in text NOT NULL, first_query text NOT NULL, query text NOT NULL);
  ${["location_id", "id"].map(noteOf).join("")}`;

/** Every table whose rows name a location, and the locations themselves; partitions get what their table has. */
const guarded = `
  SELECT c.oid::regclass::text AS name, a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT a.attisdropped
    AND (a.attname = 'location_id' OR c.relname = 'locations' AND a.attname = 'id')
  ORDER BY 1`;

const triggersOf = (table: string, column: string): string => `
  CREATE TRIGGER location_written AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW
    WHEN (NEW.${column} IS DISTINCT FROM ${seen}) EXECUTE FUNCTION location_guard.note_${column}();
  CREATE TRIGGER location_deleted AFTER DELETE ON ${table} FOR EACH ROW
    WHEN (OLD.${column} IS DISTINCT FROM ${seen}) EXECUTE FUNCTION location_guard.note_${column}();`;

/** Sets up the guard of every table that says whose location a row is. */
export async function setUpLocationGuard(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(machinery);
    const { rows } = await client.query<{ name: string; column: string }>(guarded);
    await client.query(rows.map(({ name, column }) => triggersOf(name, column)).join(""));
  });
}

/** Takes the guard away, which leaves what the migrations have made. */
export async function takeDownLocationGuard(url: string): Promise<void> {
  await withClient(url, (client) => client.query("DROP SCHEMA location_guard CASCADE"));
}

/** What crossed from one location to another in a clone so far; nothing where the guard was taken down. */
export async function readCrossings(url: string): Promise<readonly Crossing[]> {
  return await withClient(url, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('location_guard.crossings') IS NOT NULL AS there",
    );
    if (found[0]?.there !== true) return [];
    const { rows } = await client.query<Crossing>(
      'SELECT DISTINCT written_in AS "table", first_query AS "firstQuery", query FROM location_guard.crossings ORDER BY 1, 2, 3',
    );
    return rows;
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
