/**
 * Recomputes the whole chain. A chain whose last entries were cut off still verifies. To notice that, keep the head (the
 * last hash, which is in the answer) in another place, and compare.
 */
import type { Db } from "../platform/postgres/database.ts";
import { genesisHash, hashEntry } from "./audit-entry.ts";
import { listEntriesAfter } from "./audit.sql.ts";

export type ChainVerdict =
  | { readonly sound: true; readonly entries: number; readonly head: Buffer }
  | {
      readonly sound: false;
      readonly sequence: number;
      readonly problem: "gap" | "wrong_previous_hash" | "wrong_hash";
    };

const batchSize = 1_000;

/** Reads every entry, oldest first, and names the first that does not fit. */
export async function verifyAuditChain(db: Db): Promise<ChainVerdict> {
  let sequence = 0;
  let head = genesisHash;
  for (;;) {
    const entries = await listEntriesAfter(db, sequence, batchSize);
    for (const entry of entries) {
      if (entry.sequence !== sequence + 1) return { sound: false, sequence: sequence + 1, problem: "gap" };
      if (!entry.previous_hash.equals(head))
        return { sound: false, sequence: entry.sequence, problem: "wrong_previous_hash" };
      const { hash, ...hashed } = entry;
      if (!hashEntry(hashed).equals(hash)) return { sound: false, sequence: entry.sequence, problem: "wrong_hash" };
      sequence = entry.sequence;
      head = hash;
    }
    if (entries.length < batchSize) return { sound: true, entries: sequence, head };
  }
}
