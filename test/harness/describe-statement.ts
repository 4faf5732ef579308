/** PostgreSQL's description of a prepared statement: the types of its values and its columns. */
import type { Client } from "pg";

/** Types by their oid. */
export interface Described {
  readonly takes: readonly number[];
  readonly gives: readonly { readonly name: string; readonly type: number }[];
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The part of `pg`'s connection that speaks the extended protocol; `@types/pg` knows it only as an emitter. */
interface Wire extends NodeJS.EventEmitter {
  parse(query: { readonly name: string; readonly text: string }): void;
  describe(what: { readonly type: "S"; readonly name: string }): void;
  sync(): void;
}

/** Prepares the text without running it; throws what the server says against it. */
export function describeStatement(client: Client, text: string): Promise<Described> {
  const { promise, resolve, reject } = Promise.withResolvers<Described>();
  let takes: readonly number[] = [];
  let gives: Described["gives"] = [];
  const note = ({ dataTypeIDs }: { readonly dataTypeIDs: readonly number[] }): void => {
    takes = dataTypeIDs;
  };
  let wire: Wire | undefined;
  client.query({
    submit(connection: NodeJS.EventEmitter) {
      wire = connection as Wire;
      wire.on("parameterDescription", note);
      wire.parse({ name: "", text });
      wire.describe({ type: "S", name: "" });
      wire.sync();
    },
    handleRowDescription({ fields }: { readonly fields: readonly Field[] }) {
      gives = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    },
    handleError(error: Error) {
      wire?.off("parameterDescription", note);
      reject(error);
    },
    handleReadyForQuery() {
      wire?.off("parameterDescription", note);
      resolve({ takes, gives });
    },
  });
  return promise;
}

/** The names of the types by their oid; a domain has the name of the type under it, an array that of its elements and `[]`. */
export async function readTypeNames(client: Client): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ readonly oid: number; readonly name: string }>(
    `WITH plain AS (SELECT t.oid, coalesce(b.typname, t.typname) AS name, t.typelem, t.typcategory
       FROM pg_type t LEFT JOIN pg_type b ON b.oid = t.typbasetype AND t.typtype = 'd')
     SELECT p.oid::int AS oid, CASE WHEN p.typcategory = 'A' THEN e.name || '[]' ELSE p.name END AS name
     FROM plain p LEFT JOIN plain e ON e.oid = p.typelem`,
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

/** What a statement says of itself, where it says so. */
interface Lists {
  readonly takes: readonly string[] | undefined;
  readonly gives: { readonly types: Readonly<Record<string, string>> } | undefined;
}

/** Says where the lists of a statement are not what the server says. The order of the columns does not count. */
export function differences(lists: Lists, described: Described, typeNames: ReadonlyMap<number, string>): string[] {
  const nameOf = (oid: number): string => typeNames.get(oid) ?? String(oid);
  const takes = described.takes.map(nameOf).join(", ");
  const gives = listed(described.gives.map(({ name, type }) => [name, nameOf(type)] as const));
  const told: string[] = [];
  if (lists.takes !== undefined && lists.takes.join(", ") !== takes) {
    told.push(`says that it takes [${lists.takes.join(", ")}], and takes [${takes}]`);
  }
  const said = lists.gives === undefined ? gives : listed(Object.entries(lists.gives.types));
  if (said !== gives) told.push(`says that it gives { ${said} }, and gives { ${gives} }`);
  return told;
}

function listed(columns: readonly (readonly [string, string])[]): string {
  return columns
    .map(([name, type]) => `${name}: ${type}`)
    .toSorted()
    .join(", ");
}
