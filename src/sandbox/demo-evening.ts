/**
 * The parties of the demonstration restaurant: those there at the first start, those who come later, and those of the
 * week before. Pure.
 */
import type { GuestTag } from "../bookings/guests/guest-record.ts";

export interface DemoGuest {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** People of the sandbox have numbers of one block. */
const guestOf = (first_name: string, last_name: string, number: number): DemoGuest => ({
  first_name,
  last_name,
  phone: `+331426002${String(number).padStart(2, "0")}`,
});

export const guests = {
  camille: guestOf("Camille", "Laurent", 1),
  jonas: guestOf("Jonas", "Weber", 2),
  sofia: guestOf("Sofia", "Rossi", 3),
  martin: guestOf("Martin", "Dubois", 4),
  emma: guestOf("Emma", "Petit", 5),
  lucas: guestOf("Lucas", "Bernard", 6),
  chloe: guestOf("Chloé", "Moreau", 7),
  hugo: guestOf("Hugo", "Simon", 8),
  ines: guestOf("Inês", "Ferreira", 9),
  daan: guestOf("Daan", "de Vries", 10),
  lea: guestOf("Léa", "Garnier", 11),
  pablo: guestOf("Pablo", "Ruiz", 12),
} as const;

/** A booking by telephone, and what has become of it. */
export interface DemoBooking {
  readonly guest: DemoGuest;
  readonly partySize: number;
  /** Minutes from now; a party that was here or should have been is a little late. */
  readonly startsIn: number;
  readonly table: string;
  readonly notes?: string;
  readonly fate?:
    | { readonly kind: "sits"; readonly since: number }
    | { readonly kind: "left"; readonly after: number; readonly ago: number }
    | { readonly kind: "no_show" | "cancelled_by_guest" | "cancelled_by_venue" | "late" };
}

export const tonight: readonly DemoBooking[] = [
  { guest: guests.sofia, partySize: 2, startsIn: -10, table: "t2", fate: { kind: "left", after: 70, ago: 12 } },
  { guest: guests.camille, partySize: 4, startsIn: -10, table: "t4", fate: { kind: "sits", since: 45 } },
  { guest: guests.jonas, partySize: 2, startsIn: -10, table: "g1", fate: { kind: "sits", since: 20 } },
  { guest: guests.ines, partySize: 4, startsIn: -10, table: "t5", fate: { kind: "sits", since: 80 } },
  { guest: guests.martin, partySize: 2, startsIn: -12, table: "g3", fate: { kind: "no_show" } },
  { guest: guests.emma, partySize: 2, startsIn: -10, table: "t3", fate: { kind: "late" } },
  { guest: guests.lucas, partySize: 6, startsIn: 10, table: "t7", notes: "Birthday of the youngest" },
  { guest: guests.chloe, partySize: 2, startsIn: 60, table: "t2" },
  { guest: guests.hugo, partySize: 4, startsIn: 90, table: "t5", notes: "A high chair, please" },
  { guest: guests.daan, partySize: 2, startsIn: 105, table: "t1" },
  { guest: guests.lea, partySize: 3, startsIn: 120, table: "g2" },
  { guest: guests.pablo, partySize: 4, startsIn: 150, table: "t4", fate: { kind: "cancelled_by_guest" } },
  { guest: guests.martin, partySize: 2, startsIn: 165, table: "g4", fate: { kind: "cancelled_by_venue" } },
];

/** A booking by telephone for one of the coming days, so many minutes after midnight. */
export type ComingBooking = Omit<DemoBooking, "startsIn" | "fate"> & { readonly inDays: number; readonly at: number };

export const comingDays: readonly ComingBooking[] = [
  { guest: guests.hugo, partySize: 4, inDays: 1, at: 19 * 60, table: "t5", notes: "A high chair, please" },
  { guest: guests.emma, partySize: 2, inDays: 1, at: 19 * 60 + 30, table: "t2" },
  { guest: guests.pablo, partySize: 6, inDays: 1, at: 20 * 60, table: "t7" },
  { guest: guests.lea, partySize: 3, inDays: 2, at: 19 * 60, table: "g2" },
  { guest: guests.daan, partySize: 2, inDays: 2, at: 20 * 60 + 30, table: "t1" },
  {
    guest: guests.camille,
    partySize: 4,
    inDays: 5,
    at: 20 * 60,
    table: "t4",
    notes: "Our wedding day, twelve years ago",
  },
];

/** Parties without a booking: how many guests, where, and for how long they have sat. */
export const walkIns: readonly { readonly partySize: number; readonly table: string; readonly since: number }[] = [
  { partySize: 2, table: "t1", since: 62 },
  { partySize: 3, table: "t6", since: 5 },
  { partySize: 3, table: "g2", since: 30 },
];

/** Who waits at the door, first in line first. */
export const line: readonly {
  readonly name: string;
  readonly phone: string | null;
  readonly partySize: number;
  readonly since: number;
  readonly told?: true;
}[] = [
  { name: "Amélie", phone: "+33142600221", partySize: 2, since: 24, told: true },
  { name: "Tom", phone: null, partySize: 4, since: 17 },
  { name: "Giulia", phone: "+33142600222", partySize: 3, since: 9 },
  { name: "Nora", phone: "+33142600223", partySize: 2, since: 3 },
];

export const notedGuest: { readonly guest: DemoGuest; readonly note: string; readonly tags: readonly GuestTag[] } = {
  guest: guests.camille,
  note: "Likes the table by the window; sparkling water at once.",
  tags: ["regular", "vip"],
};
