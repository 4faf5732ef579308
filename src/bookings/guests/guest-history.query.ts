/** Reads the guest history of one restaurant. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Guest } from "../book/guest-contact.ts";
import { findBooking } from "../book/bookings.sql.ts";
import { contactOf, type GuestRecord } from "./guest-record.ts";
import { readGuestSearch } from "./guest-search.ts";
import * as sql from "./guests.sql.ts";

/** The guests of a location that a text may mean, who was expected last first; at most `limit`. */
export async function searchGuests(
  db: Db,
  location: { readonly id: Id<"str">; readonly country: string | null },
  text: string,
  limit: number,
): Promise<readonly GuestRecord[]> {
  const contacts = await sql.findContacts(db, location.id, readGuestSearch(text, location.country), limit);
  return readRecords(db, location.id, contacts);
}

/** The guest of a booking at its location; undefined when there is no such booking there, or it names nobody. */
export async function findGuest(
  db: Db,
  locationId: Id<"str">,
  key: Id<"bkg">,
): Promise<{ readonly contact: string; readonly guest: GuestRecord } | undefined> {
  const booking = await findBooking(db, key);
  const contact = booking === undefined || booking.location_id !== locationId ? null : contactOf(booking);
  const [guest] = contact === null ? [] : await readRecords(db, locationId, [contact]);
  return guest === undefined || contact === null ? undefined : { contact, guest };
}

/** What every location has noted of a guest, for whoever asks for a copy of their data. */
export function listGuestNotes(db: Db, guest: Pick<Guest, "phone" | "email">): Promise<sql.KeptNote[]> {
  return sql.listNotes(db, guest);
}

async function readRecords(db: Db, locationId: Id<"str">, contacts: readonly string[]): Promise<GuestRecord[]> {
  if (contacts.length === 0) return [];
  const found = await sql.readHistories(db, locationId, contacts);
  return found.map((one) => {
    const { contact: _, tags, version, ...guest } = one;
    return { ...guest, tags: tags ?? [], version: version ?? 0 };
  });
}
