/**
 * Whether two connections have two sessions, and whether a notification of one reaches the other. A pooler in transaction
 * mode breaks both. Two connections of its own; nothing is written. Every wait has an end (rules/operating 1.1).
 */
import { randomUUID } from "node:crypto";
import type { Connection } from "../platform/postgres/connection.ts";
import { workDeadlines, type Deadlines } from "../platform/postgres/deadlines.ts";
import { searchPrimary } from "../platform/postgres/hosts/primary-search.ts";
import { createConnection } from "../platform/postgres/create-connection.ts";
import { keepSessions } from "../platform/postgres/pool/own-sessions.sql.ts";

/** What two sessions showed. */
export interface SessionProbe {
  /** Each session has a server process of its own, and keeps it. */
  readonly areTwo: boolean;
  /** A wake-up of the second arrived at the first. */
  readonly hears: boolean;
}

const hearWithinMs = 2_000;

/** Opens two sessions at once and lets one call the other; throws when one cannot be opened. */
export async function probeSessions(url: string, limits: Partial<Deadlines> = {}): Promise<SessionProbe> {
  const deadlines = { ...workDeadlines, ...limits };
  const connect = (): Promise<Connection> =>
    createConnection({ applicationName: "maple-doctor", deadlines, search: searchPrimary(url) });
  const connected: Connection[] = [];
  try {
    const listener = await connect();
    connected.push(listener);
    const speaker = await connect();
    connected.push(speaker);
    const areTwo = await keepSessions([listener, speaker]);
    return { areTwo, hears: await isHeard(listener, speaker) };
  } finally {
    await Promise.allSettled(connected.map((each) => each.end()));
  }
}

async function isHeard(listener: Connection, speaker: Connection): Promise<boolean> {
  // Letters and digits alone: the channel is part of a statement.
  const channel = `doctor_${randomUUID().replaceAll("-", "")}`;
  const heard = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => heard.resolve(false), hearWithinMs);
  listener.once("notification", () => heard.resolve(true));
  try {
    await listener.ask({ text: `LISTEN ${channel}` });
    await speaker.ask({ text: "SELECT pg_notify($1, '')", values: [channel] });
    return await heard.promise;
  } finally {
    clearTimeout(timer);
  }
}
