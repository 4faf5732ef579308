/**
 * How many files and connections the system lets a process have open, and how many of them callers and deliveries may take
 * (rules/operating 3.12). What is left is for the database, for other services, for pages and threads: without any, pages
 * would fail and a delivery would be counted against a receiver that was never asked.
 */
import { readFileSync } from "node:fs";

/** What others need: pools, wake-ups, calls to other services, files of pages, threads. */
const kept = 256;
const connectionsOfCallers = 2_000;
const deliveriesOfADatabase = 1_024;

export interface FileShares {
  /** Connections of callers to the process. */
  readonly connections: number;
  /** Deliveries under way at once, of each database. */
  readonly deliveries: number;
  /** Whether these are fewer than the process wants. */
  readonly isFew: boolean;
}

/** The limit of the process; endless where the system does not say. Node has raised it to the most that is allowed. */
export function readFileLimit(read = (): string => readFileSync("/proc/self/limits", "utf8")): number {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(read())?.[1]);
    return Number.isNaN(limit) ? Infinity : limit;
  } catch {
    return Infinity;
  }
}

/** Divides the open files of a process between those who call and those who are called; all that they want where there are enough. */
export function shareFileLimit(
  limit: number,
  process: { readonly serves: boolean; readonly works: boolean; readonly databases: number },
): FileShares {
  const wanted =
    (process.serves ? connectionsOfCallers : 0) + (process.works ? deliveriesOfADatabase * process.databases : 0);
  const free = limit - Math.min(kept, limit / 2);
  const part = Math.min(1, free / wanted);
  return {
    connections: Math.floor(connectionsOfCallers * part),
    deliveries: Math.floor(deliveriesOfADatabase * part),
    isFew: part < 1,
  };
}
