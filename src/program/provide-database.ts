/** The database of a process: the configured one, or the embedded PostgreSQL of its data directory. */
import path from "node:path";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded.ts";
import type { Log } from "../platform/log.ts";
import type { Config } from "./config.ts";

export interface ProvidedDatabase {
  readonly url: string;
  /** To the server itself, where `url` leads through a pooler. */
  readonly directUrl: string;
  readonly failed: Promise<string>;
}

type Undo = (() => Promise<unknown>)[];

/**
 * Answers the address of the database that the process is configured for; without one, starts the embedded PostgreSQL and
 * makes its database. `failed` resolves with the reason when the embedded server ends by itself. What stops it goes to `undo`.
 */
export async function provideDatabase(config: Config, log: Log, undo: Undo): Promise<ProvidedDatabase> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl !== null)
    return { url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl, failed: new Promise(() => {}) };
  const server = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, "postgres"),
    log: (line) => log.info({ postgres: line }, "postgres"),
  });
  let stopping = false;
  undo.push(() => {
    stopping = true;
    return server.stop();
  });
  await server.createDatabase("maple_test");
  const failed = server.ended.then(() =>
    stopping ? new Promise<string>(() => {}) : "the embedded PostgreSQL has stopped; see maple.log",
  );
  const url = server.url("maple_test");
  return { url, directUrl: url, failed };
}
