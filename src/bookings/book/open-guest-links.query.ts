import type { Db } from "../../platform/postgres/database.ts";
import { createGuestLinks, type GuestLinks } from "./guest-links.cache.ts";

/** Says how links to bookings are made in this process, before the first message of it is written. */
export function openGuestLinks(db: Pick<Db, "memories">, parts: Parameters<GuestLinks["open"]>[0]): void {
  db.memories.of(createGuestLinks).open(parts);
}
