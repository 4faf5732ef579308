/**
 * The types of the stand's state: parties, the line, tables. Times are Unix milliseconds of the location's clock. Types
 * only.
 */

export type PartyStatus =
  | "pending"
  | "confirmed"
  | "in_service"
  | "completed"
  | "no_show"
  | "cancelled_by_guest"
  | "cancelled_by_venue"
  | "declined";

export type PartySource = "partner" | "online" | "phone" | "walk_in" | "waitlist" | "provider";

/** Who changed something last, as staff see it. */
export interface Actor {
  readonly kind: string;
  readonly name: string | null;
}

/** A booking or a walk-in. */
export interface Party {
  readonly id: string;
  readonly version: number;
  readonly status: PartyStatus;
  readonly source: PartySource;
  /** Empty when nobody said a name. */
  readonly name: string;
  readonly size: number;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Until then the table stays for a party that said so. */
  readonly lateUntil: number | null;
  readonly seatedAt: number | null;
  readonly updatedAt: number;
  readonly unitIds: readonly string[];
  /** Whether our own book keeps it, and not that of a provider. */
  readonly isOurs: boolean;
  readonly phone: string | null;
  readonly email: string | null;
  readonly code: string;
  readonly experience: string | null;
  /** What was asked for ahead, and how it stands; null: nothing. */
  readonly payment: PartyPayment | null;
  /** The guest's. */
  readonly notes: string | null;
  readonly venueNotes: string | null;
  readonly undo: Undo | null;
  /** The entry of the queue that it came from. */
  readonly waiterId: string | null;
  readonly changedBy: Actor;
}

/** What of a payment a host has to know; amounts in minor units. */
export interface PartyPayment {
  readonly kind: "due" | "paid" | "back";
  readonly amount: number;
  readonly currency: string;
}

/** The latest transition, while it can be reversed. */
export interface Undo {
  readonly of: string;
  readonly until: number;
}

export type WaiterStatus = "waiting" | "notified" | "seated" | "removed" | "cancelled" | "expired";

export interface Minutes {
  readonly min: number;
  readonly max: number;
}

/** A party in the queue. */
export interface Waiter {
  readonly id: string;
  readonly version: number;
  readonly status: WaiterStatus;
  readonly name: string;
  readonly size: number;
  /** From 1; 0 once the party is no longer in line. */
  readonly position: number;
  readonly joinedAt: number;
  readonly notifiedAt: number | null;
  /** When it is taken off unless it has come; null until notified. */
  readonly notifyUntil: number | null;
  readonly onMyWay: boolean;
  /** Its booking, once it is seated. */
  readonly bookingId: string | null;
  /** When the party left the line. */
  readonly endedAt: number | null;
  /** What the party was told. */
  readonly quoted: Minutes;
  /** What it still waits; null when unknown. */
  readonly estimate: Minutes | null;
  readonly phone: string | null;
  readonly notes: string | null;
  readonly undo: Undo | null;
  readonly changedBy: Actor;
}

/** Tables that a guest on a page is just booking. */
export interface Hold {
  readonly id: string;
  readonly unitIds: readonly string[];
  readonly size: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly expiresAt: number;
}

/** Tables that the restaurant keeps free. */
export interface Block {
  readonly id: string;
  readonly unitIds: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly reason: string | null;
}

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly areaId: string;
  readonly minSeats: number;
  readonly maxSeats: number;
  readonly outOfService: boolean;
}

/** Tables that are joined for one party. */
export interface Combination {
  readonly unitIds: readonly string[];
  readonly minSeats: number;
  readonly maxSeats: number;
}

export interface Area {
  readonly id: string;
  readonly name: string;
}

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The service day that the stand shows, from its first opening until its last closing. */
export interface ServiceDay extends Span {
  /** "2026-11-22". */
  readonly date: string;
  /** Bookings that start within are of this day; the night after closing time is among them. */
  readonly shown: Span;
  /** When the next day is shown; null where there are no days. */
  readonly nextAt: number | null;
}

export interface StandSettings {
  readonly locationId: string;
  readonly name: string | null;
  readonly timeZone: string;
  /** Why the book is only read here; null where everything works. */
  readonly readOnly: "kept_by_provider" | "no_time_zone" | "no_configuration" | null;
  /** Whether guests get texts from here. */
  readonly writesToGuests: boolean;
  readonly queue: { readonly isThere: boolean; readonly isOpen: boolean };
  readonly day: ServiceDay;
  readonly mostGuests: number;
  readonly turns: readonly { readonly maxSize: number; readonly minutes: number }[];
  /** So long a table stays free after each party. */
  readonly bufferMs: number;
  readonly areas: readonly Area[];
  readonly units: readonly Unit[];
  readonly combinations: readonly Combination[];
}

/** Where a table stands, in centimetres from the upper left corner of the plan. */
export interface StandingTable {
  readonly unitId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shape: "round" | "square" | "rectangle";
  /** Degrees, clockwise, around the middle. */
  readonly rotation: number;
}

export interface Plan {
  readonly standing: readonly StandingTable[];
  readonly walls: readonly { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }[];
  readonly labels: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

/** A group that can still be answered. */
export interface Group {
  readonly id: string;
  readonly version: number;
  readonly status: "new" | "answered";
  readonly date: string;
  readonly from: string;
  readonly until: string;
  readonly size: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly words: string | null;
  readonly answer: string | null;
}
