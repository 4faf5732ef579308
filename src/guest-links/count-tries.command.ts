/** Counts attempts to guess a code or a contact (rules/messages-and-privacy 4.4), in all processes of a service together. */
import { createHash } from "node:crypto";
import type { Database } from "../platform/postgres/database.ts";
import { createCountedTries } from "./tries.cache.ts";
import { countTries } from "./tries.sql.ts";

export interface Try {
  /** What is counted; stored as a hash. */
  readonly name: string;
  /** Tries that a window takes. */
  readonly most: number;
  /** The length of a window, which opens with its first try. */
  readonly seconds: number;
}

/** Counts one for each; answers the whole seconds to wait, at least 1, when one of them is over its limit. */
export async function takeTries(database: Database, tries: readonly Try[]): Promise<number | undefined> {
  const known = database.read.memories.of(createCountedTries);
  const here = tries.map(({ name, most, seconds }) => known.count(name, most, seconds));
  return longest(here) ?? longest(await countInAll(database, tries));
}

async function countInAll(database: Database, tries: readonly Try[]): Promise<readonly (number | undefined)[]> {
  const named = tries.map(({ name, seconds }) => ({ hash: createHash("sha256").update(name).digest("hex"), seconds }));
  const counted = await database.transaction((tx) => countTries(tx, named));
  return counted.map(({ taken, wait }, index) => (taken > (tries[index]?.most ?? 0) ? wait : undefined));
}

/** The longest wait, at least 1; undefined where nothing is waited for. */
function longest(waits: readonly (number | undefined)[]): number | undefined {
  const found = waits.filter((wait) => wait !== undefined);
  return found.length === 0 ? undefined : Math.max(1, ...found);
}
