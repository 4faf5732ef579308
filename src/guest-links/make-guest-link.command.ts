/** Makes the link of one message to a guest (rules/messages-and-privacy 4.1), in the transaction that queues the message. */
import { randomBytes } from "node:crypto";
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { hashLinkToken } from "./guest-link.ts";
import { createGuestLinkBase } from "./guest-link-base.cache.ts";
import { sendGuestLink, sendLinksForgotten } from "./guest-links.sql.ts";

/** What a link leads to. */
export type LinkTarget =
  | { readonly locationId: Id<"str">; readonly orderId: Id<"ord"> }
  | { readonly locationId: Id<"str">; readonly bookingId: Id<"bkg"> }
  | { readonly locationId: Id<"str">; readonly alertId: Id<"tal"> };

/** The whole address of a new link; null in a process that does not know the service's address. */
export function makeGuestLink(tx: Tx, target: LinkTarget): string | null {
  const base = tx.memories.of(createGuestLinkBase).url();
  return base === undefined ? null : `${base}${makeGuestPath(tx, target)}`;
}

/** The same as a path of this service, `/g/…`. */
export function makeGuestPath(tx: Tx, target: LinkTarget): string {
  return `/g/${makeGuestToken(tx, target)}`;
}

/** The token of a new link. */
export function makeGuestToken(tx: Tx, target: LinkTarget): string {
  const token = randomBytes(16).toString("base64url");
  sendGuestLink(tx, hashLinkToken(token), target.locationId, {
    order_id: "orderId" in target ? target.orderId : null,
    booking_id: "bookingId" in target ? target.bookingId : null,
    alert_id: "alertId" in target ? target.alertId : null,
  });
  return token;
}

/** Deletes the links to bookings whose guests are forgotten. */
export function forgetLinksTo(tx: Tx, bookingIds: readonly Id<"bkg">[]): void {
  sendLinksForgotten(tx, bookingIds);
}
