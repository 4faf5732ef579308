/**
 * Finds an order or booking by its code and the guest's phone or e-mail (rules/messages-and-privacy 4.3 to 4.5).
 * Guarantees: every attempt is counted before anything is looked up, in all processes together. An attempt over a limit
 * looks nothing up. A wrong code, a wrong contact and something that is over have the same answer. For what is found, a
 * new link is made.
 */
import { findBookingsByCode } from "../../bookings/aftercare/guest-bookings.query.ts";
import { giveGuestKey } from "../../bookings/book/give-guest-key.command.ts";
import { makeGuestPath, type LinkTarget } from "../../guest-links/make-guest-link.command.ts";
import { takeTries } from "../../guest-links/count-tries.command.ts";
import { findOrdersByCode } from "../../orders/order/find-order-by-token.query.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { isContactOf, nameOf, phoneOf, type Contact } from "./contact.ts";

export interface FindingTry {
  readonly code: string;
  readonly contact: Contact;
  /** The visitor's address. */
  readonly address: string;
  /** Of the restaurant that the visitor comes from, where it is known. */
  readonly country: string | null;
}

export type Finding =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "none" }
  | { readonly kind: "wait"; readonly seconds: number };

const minute = 60;
/** Tries of one network in ten minutes; of one code and of one contact in an hour. */
const networkLimit = { most: 5, seconds: 10 * minute } as const;
const namedLimit = { most: 10, seconds: 60 * minute } as const;

/** Counts the try, and answers the path of a new link when code and contact are of one order or booking. */
export async function findAgain(database: Database, given: FindingTry): Promise<Finding> {
  const { code, contact, country } = given;
  const wait = await takeTries(database, [
    networkTry(given.address),
    { name: `code ${code}`, ...namedLimit },
    contactTry(contact, country),
  ]);
  if (wait !== undefined) return { kind: "wait", seconds: wait };
  const target = await findTarget(database.read, given);
  if (target === undefined) return { kind: "none" };
  const path = await database.transaction(async (tx) => {
    if ("bookingId" in target && !(await giveGuestKey(tx, target.bookingId))) return undefined;
    return makeGuestPath(tx, target);
  });
  return path === undefined ? { kind: "none" } : { kind: "found", path };
}

/** A try of the network of an address. */
export function networkTry(address: string) {
  return { name: `network ${networkOf(address)}`, ...networkLimit };
}

/** A try of a contact. */
export function contactTry(contact: Contact, country: string | null) {
  return { name: `contact ${nameOf(contact, country)}`, ...namedLimit };
}

/** Two things of one guest with one code are told apart by nobody: the later one is meant. */
async function findTarget(db: Db, { code, contact, country }: FindingTry): Promise<LinkTarget | undefined> {
  const [orders, bookings] = await Promise.all([
    findOrdersByCode(db, code, phoneOf(contact, country)),
    findBookingsByCode(db, code),
  ]);
  const order = orders.find((one) => isContactOf(contact, one));
  const booking = bookings.find((one) => isContactOf(contact, one));
  if (order !== undefined && (booking === undefined || order.at >= booking.at))
    return { locationId: order.location_id, orderId: order.id };
  return booking === undefined ? undefined : { locationId: booking.location_id, bookingId: booking.id };
}
