/**
 * Replaces SECRET_KEY: signing secrets that a previous key has sealed are sealed again with the new one, so that the
 * previous key can be taken out of the configuration. Guarantees: the secrets themselves stay. A secret that no
 * configured key unseals is left as it is and named. Idempotent, and a crash leaves each row under one key or the other.
 * Runs at the start of a worker and every hour.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { nonceLength, type SealedSecrets } from "./sealed-secrets.ts";
import { listSealedForUpdate, sendResealed, type SealedSubscription } from "./subscriptions.sql.ts";

export interface Resealed {
  readonly resealed: number;
  /** Subscriptions whose secret no configured key unseals: their deliveries cannot be signed. */
  readonly unreadable: readonly Id<"dws">[];
}

const batchSize = 100;

/** Looks at every subscription once. */
export async function resealSecrets(database: Database, sealing: SealedSecrets): Promise<Resealed> {
  let resealed = 0;
  const unreadable: Id<"dws">[] = [];
  let after = "";
  for (;;) {
    const rows = await database.transaction(async (tx) => {
      const found = await listSealedForUpdate(tx, after, batchSize);
      for (const row of found) {
        const outcome = resealOne(tx, sealing, row);
        if (outcome === "resealed") resealed += 1;
        if (outcome === "unreadable") unreadable.push(row.id);
      }
      return found;
    });
    const last = rows.at(-1);
    if (last === undefined) return { resealed, unreadable };
    after = last.id;
  }
}

function resealOne(tx: Tx, sealing: SealedSecrets, row: SealedSubscription): "current" | "resealed" | "unreadable" {
  const sealed = [row.sealed_secret, row.previous_sealed_secret].filter((each) => each !== null);
  if (sealed.every((each) => sealing.isCurrent(each))) return "current";
  const again = (secret: Buffer): Buffer =>
    sealing.seal(row.id, sealing.unseal(row.id, secret), randomBytes(nonceLength));
  try {
    sendResealed(tx, {
      id: row.id,
      sealed_secret: again(row.sealed_secret),
      previous_sealed_secret: row.previous_sealed_secret === null ? null : again(row.previous_sealed_secret),
    });
    return "resealed";
  } catch {
    return "unreadable";
  }
}
