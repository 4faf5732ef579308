/** One's own sessions. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listSessions as list, type ListedSession } from "./sessions.sql.ts";

export type { ListedSession } from "./sessions.sql.ts";

/** The open sessions of a person, newest first, at most 100. */
export function listSessions(db: Db, personId: Id<"per">): Promise<ListedSession[]> {
  return list(db, personId);
}
