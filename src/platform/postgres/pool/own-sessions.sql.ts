/**
 * Whether connections keep their sessions. A pooler in transaction mode lends a session for one transaction: what is set
 * there is then set for others, and no wake-up is heard.
 */
import type { Connection } from "../connection.ts";

/** Often enough that a busy pooler lends another session at least once. */
const looks = 3;

type Asked = Pick<Connection, "serverPid" | "ask">;

/** True when each of two connections has a server process of its own and keeps it; throws as the connections do. */
export async function keepSessions(connections: readonly [Asked, Asked]): Promise<boolean> {
  const [one, other] = connections;
  if (one.serverPid === other.serverPid) return false;
  for (let look = 0; look < looks; look++) {
    const kept = await Promise.all(connections.map(keepsSession));
    if (kept.includes(false)) return false;
  }
  return true;
}

async function keepsSession(connection: Asked): Promise<boolean> {
  const { rows } = await connection.ask({ text: "SELECT pg_backend_pid() AS pid" });
  const [answer] = rows as { readonly pid: number }[];
  return answer?.pid === connection.serverPid;
}
