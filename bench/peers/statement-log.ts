/** Counts the statements that reach one database, by PostgreSQL's own log, for a while. */
import pg from "pg";

export class StatementLog {
  readonly #counts = new Map<string, number>();
  readonly #adminUrl: () => string;

  /** `adminUrl` is an address at which settings of the server may be changed. */
  constructor(adminUrl: () => string) {
    this.#adminUrl = adminUrl;
  }

  /** Takes a line of the log. Names of databases are letters only, so that they end at the first blank. */
  read(line: string): void {
    const found = /^to:(\w+) LOG: {2}(?:statement|execute [^:]+):/.exec(line);
    if (found?.[1] !== undefined) this.#counts.set(found[1], (this.#counts.get(found[1]) ?? 0) + 1);
  }

  /** Answers how many statements reached the database while the work was done; counting itself is not measured. */
  async during(database: string, work: () => Promise<void>): Promise<number> {
    await this.#set("all");
    const before = this.#counts.get(database) ?? 0;
    await work();
    await this.#set("none");
    return (this.#counts.get(database) ?? 0) - before;
  }

  async #set(statements: "all" | "none"): Promise<void> {
    const client = new pg.Client({ connectionString: this.#adminUrl() });
    await client.connect();
    await client.query("ALTER SYSTEM SET log_line_prefix = 'to:%d '");
    await client.query(`ALTER SYSTEM SET log_statement = '${statements}'`);
    await client.query("SELECT pg_reload_conf()");
    await client.end();
    // Each backend reads its settings again before its next statement once the signal has reached it.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
