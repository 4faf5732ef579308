/** The two roles and the database of docs/operating.md, "Preparing the databases", on the primary of a new cluster. */
import { Client } from "pg";
import { hostsOf } from "../../src/platform/postgres/hosts/database-address.ts";
import { roleSettings } from "../../src/platform/postgres/session-check.ts";

/** The passwords of the two roles. */
export interface Roles {
  readonly owner: string;
  readonly service: string;
}

/** Makes the roles and `maple_test`. The service has the settings that a pooler in transaction mode needs. */
export async function prepareDatabases(adminUrl: string, { owner, service }: Roles): Promise<void> {
  const primary = await findPrimary(adminUrl);
  await connected(primary, async (client) => {
    await client.query(`CREATE ROLE maple_owner LOGIN PASSWORD '${owner}'`);
    await client.query(`CREATE ROLE maple_service LOGIN PASSWORD '${service}'`);
    for (const statement of roleSettings("maple_service")) await client.query(statement);
    await client.query(
      "CREATE DATABASE maple_test OWNER maple_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'",
    );
  });
  await connected(primary.replace("/postgres?", "/maple_test?"), async (client) => {
    await client.query("REVOKE ALL ON DATABASE maple_test FROM PUBLIC");
    await client.query("GRANT CONNECT ON DATABASE maple_test TO maple_service");
    const defaults = "ALTER DEFAULT PRIVILEGES FOR ROLE maple_owner GRANT";
    await client.query(`${defaults} SELECT, INSERT, UPDATE, DELETE ON TABLES TO maple_service`);
    await client.query(`${defaults} USAGE ON SEQUENCES TO maple_service`);
    await client.query("GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO maple_service");
  });
}

/** The address of the one host that takes writes; throws when none does. */
async function findPrimary(url: string): Promise<string> {
  for (const host of hostsOf(url)) {
    const standby = await connected(host.url, async (client) => {
      const { rows } = await client.query<{ readonly standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
      return rows[0]?.standby;
    });
    if (standby === false) return host.url;
  }
  throw new Error("no host takes writes");
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
