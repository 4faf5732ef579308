/** Finds the page of a link in a message. */
import type { Db } from "../platform/postgres/database.ts";
import { createGuestLinkBase } from "./guest-link-base.cache.ts";
import { hashLinkToken, isLinkToken } from "./guest-link.ts";
import { findLink, type LinkedThing } from "./guest-links.sql.ts";

/** The order, booking or alert of a link that still leads somewhere (rules/messages-and-privacy 4.2); undefined for every other text. */
export async function findLinkedThing(db: Db, token: string): Promise<LinkedThing | undefined> {
  return isLinkToken(token) ? findLink(db, hashLinkToken(token)) : undefined;
}

/** Says under which address guests reach this process, before its first link is made. */
export function setLinkBase(db: Pick<Db, "memories">, baseUrl: () => string): void {
  db.memories.of(createGuestLinkBase).setBase(baseUrl);
}
