/** How every connection is made. */
import type pg from "pg";
import { readerOf } from "./answers/read-values.ts";
import type { HostAddress } from "./hosts/database-address.ts";

/** The settings of one pipelined connection; its session is set by statement afterwards (`session-check.ts`). */
export function connectionConfig(host: HostAddress, applicationName: string): pg.ClientConfig {
  return {
    connectionString: host.url,
    application_name: applicationName,
    pipeline: true,
    types: { getTypeParser: (oid: number) => readerOf(oid) },
  };
}
