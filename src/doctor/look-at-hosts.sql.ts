/** Examines every host of a database that has several: which takes writes, which follows, which is not reached. */
import { workDeadlines, type Deadlines } from "../platform/postgres/deadlines.ts";
import { hostsOf } from "../platform/postgres/hosts/database-address.ts";
import { searchPrimary } from "../platform/postgres/hosts/primary-search.ts";
import type { Connection } from "../platform/postgres/connection.ts";
import { createConnection } from "../platform/postgres/create-connection.ts";
import { skipped, type Found } from "./finding.ts";
import { judgeHosts, type HostLook } from "./judge-hosts.ts";

/** Connects to each host by itself, to all at once; skips an address of one host. */
export async function lookAtHosts(url: string, limits: Partial<Deadlines> = {}): Promise<Found> {
  const hosts = hostsOf(url);
  if (hosts.length < 2) return skipped("the address names one host");
  const deadlines = { ...workDeadlines, ...limits };
  const looks = hosts.map(async ({ name, url: address }): Promise<HostLook> => {
    try {
      const search = searchPrimary(address);
      const connection = await createConnection({ applicationName: "maple-doctor", deadlines, search });
      try {
        return { name, error: undefined, server: await readServer(connection) };
      } finally {
        connection.destroy();
      }
    } catch (error) {
      return { name, error };
    }
  });
  return judgeHosts(await Promise.all(looks));
}

/** Tells servers apart: several names may lead to one, as those of proxies do. */
async function readServer(connection: Connection): Promise<string> {
  const text = "SELECT pg_postmaster_start_time()::text || ' ' || current_setting('port') AS server";
  const { rows } = await connection.ask({ text });
  return String(Object.values(rows[0] ?? {})[0]);
}
