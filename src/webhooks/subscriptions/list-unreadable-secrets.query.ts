/** Finds signing secrets that no configured SECRET_KEY unseals. Deliveries of their subscriptions cannot be signed. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import { listSealed } from "./subscriptions.sql.ts";

const pageSize = 500;

/** How many secrets there are, and the subscriptions whose secret no key opens. */
export async function listUnreadableSecrets(
  db: Db,
  sealing: SealedSecrets,
): Promise<{ readonly secrets: number; readonly unreadable: readonly Id<"dws">[] }> {
  let secrets = 0;
  const unreadable: Id<"dws">[] = [];
  let after = "";
  for (;;) {
    const page = await listSealed(db, after, pageSize);
    for (const { id, sealed_secret: sealed } of page) if (!isReadable(sealing, id, sealed)) unreadable.push(id);
    secrets += page.length;
    const last = page.at(-1);
    if (last === undefined) return { secrets, unreadable };
    after = last.id;
  }
}

function isReadable(sealing: SealedSecrets, id: string, sealed: Buffer): boolean {
  try {
    sealing.unseal(id, sealed);
    return true;
  } catch {
    return false;
  }
}
