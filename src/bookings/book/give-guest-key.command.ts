/** The key of a guest to a booking (rules/bookings 14.1). A booking made by a partner gets its key with the first link to it. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { giveTokenHash } from "./bookings.sql.ts";
import { createGuestKeys, type GuestKeys } from "./guest-keys.cache.ts";

/** Gives the booking its key unless it has one; false where none can be made, and where the guest was erased. */
export async function giveGuestKey(tx: Tx, id: Id<"bkg">): Promise<boolean> {
  const fresh = tx.memories.of(createGuestKeys).newHash(id);
  return fresh !== undefined && (await giveTokenHash(tx, id, fresh)) !== undefined;
}

/** Sets what makes the keys of guests in this process, before its first link is written. */
export function setGuestKeyMaker(db: Pick<Db, "memories">, maker: Parameters<GuestKeys["setMaker"]>[0]): void {
  db.memories.of(createGuestKeys).setMaker(maker);
}
