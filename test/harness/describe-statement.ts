/** What PostgreSQL says of a statement when it prepares it: the types that it takes and the columns that it gives. */
import type { Client } from "pg";

/** Types by their oid; a domain is described by the type under it. */
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
