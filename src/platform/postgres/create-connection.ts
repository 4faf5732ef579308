/** One connection outside any pool, for code that reads a database once. */
import { Connection, type ConnectionOptions } from "./connection.ts";

/** Opens and checks a connection to the first host that takes writes; throws what the last host said when none does. */
export async function createConnection(options: ConnectionOptions): Promise<Connection> {
  for (let tries = 1; ; tries++) {
    const connection = new Connection(options);
    try {
      await connection.connect();
      await connection.check();
      return connection;
    } catch (error) {
      connection.destroy();
      if (tries >= options.search.count) throw error;
    }
  }
}
