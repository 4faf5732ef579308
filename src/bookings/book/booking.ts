/** A booking as the program holds it. Times are in the clock of its location (rules/bookings 8.4). Pure. */
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import type { PaymentState } from "../../payments/payment/payment-machine.ts";
import type { PaymentTerms } from "../venue/payment-terms.ts";
import type { KeptBy } from "../venue/kept-by.ts";

export const bookingStatuses = [
  "pending",
  "confirmed",
  "in_service",
  "completed",
  "no_show",
  "cancelled_by_guest",
  "cancelled_by_venue",
  "declined",
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const bookingSources = ["partner", "online", "phone", "walk_in", "waitlist", "provider"] as const;
export type BookingSource = (typeof bookingSources)[number];

/** Who made the last change of a booking or a waitlist entry (rules/bookings 9.5). */
export const updaters = ["partner", "store", "guest", "service"] as const;
export type Updater = (typeof updaters)[number];

export interface Cancellation {
  readonly actor: "guest" | "venue";
  readonly reason: string | null;
  readonly cancelled_at: Instant;
}

/** What of a booking can be undone: its latest transition, if a host or manager may still take that back. */
export interface UndoPoint {
  readonly of: "seat" | "walk_in" | "complete" | "no_show" | "venue_cancel";
  /** From this moment on it is too late. */
  readonly until: Instant;
  /** What the booking was before; of a walk-in, which was nothing before, what it becomes. */
  readonly was: Pick<Booking, "status" | "ends_at" | "area_id" | "area_name" | "unit_ids">;
  /** Of a party that has left: what could be undone before, which can be undone again once the party sits again. */
  readonly earlier?: UndoPoint | null;
}

/** What the booking keeps of its payment; the payment itself has the rest. */
export interface BookingPayment {
  readonly id: Id<"pay">;
  readonly state: PaymentState;
  /** What the link asks for, in minor units. */
  readonly amount: number;
  readonly refund_requested: number;
  readonly refunded: number;
  /** Where it is paid; null where the process did not know its own address. */
  readonly link_url: string | null;
  readonly terms: PaymentTerms;
}

export interface Booking {
  readonly id: Id<"bkg">;
  readonly location_id: Id<"str">;
  readonly kept_by: KeptBy;
  /** The app that made it; null when the venue or a guest did. */
  readonly app_id: Id<"app"> | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly version: number;
  /** How many of the latest versions in a row were made by repair alone. */
  readonly repairs_since: number;
  readonly event_sequence: number;
  readonly status: BookingStatus;
  readonly source: BookingSource;
  readonly confirmation_code: string;
  readonly starts_at: Instant;
  /** When the stay is to end, without the buffer after it. */
  readonly ends_at: Instant;
  /** The wall time that the guest was promised, with its offset. */
  readonly local_start: string;
  readonly time_zone: string;
  readonly party_size: number;
  readonly area_id: string | null;
  readonly area_name: string | null;
  readonly unit_ids: readonly string[];
  readonly experience_id: string | null;
  readonly experience_name: string | null;
  readonly guest_first_name: string | null;
  readonly guest_last_name: string | null;
  /** E.164. */
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
  /** What the guest reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
  readonly notes: string | null;
  readonly venue_notes: string | null;
  readonly changeable_until: Instant;
  readonly cancellable_until: Instant;
  readonly seated_at: Instant | null;
  readonly completed_at: Instant | null;
  readonly cancellation: Cancellation | null;
  readonly waitlist_entry_id: Id<"bkw"> | null;
  readonly updated_by: Updater;
  /** The person, device or app that made the last change; null for guests, the service, and changes before this was kept. */
  readonly acted_by: Actor | null;
  /** Until when the party said that it will be late; its table stays. */
  readonly late_until: Instant | null;
  readonly undo_point: UndoPoint | null;
  /** The payment that it asks for now; null: none. */
  readonly payment: BookingPayment | null;
  /** Until when it can be paid; null unless it waits for its payment. */
  readonly payment_due_at: Instant | null;
  /** Why the service declined it. */
  readonly decline_reason: "PAYMENT_TIMEOUT" | null;
}

/** How late a party may be noted to be, in minutes. */
export const lateMinutes = [5, 10, 15, 30, 45] as const;
export type LateMinutes = (typeof lateMinutes)[number];

/** What can change of a booking. */
export type BookingPatch = Partial<
  Pick<
    Booking,
    | "status"
    | "starts_at"
    | "ends_at"
    | "local_start"
    | "time_zone"
    | "party_size"
    | "area_id"
    | "area_name"
    | "unit_ids"
    | "notes"
    | "venue_notes"
    | "changeable_until"
    | "cancellable_until"
    | "seated_at"
    | "completed_at"
    | "cancellation"
    | "acted_by"
    | "late_until"
    | "undo_point"
    | "payment"
    | "payment_due_at"
    | "decline_reason"
  >
>;

/**
 * Who moves a booking: its guest, the venue (by an app or by its people), the provider that keeps it, its payment or the end
 * of the time for that, or the venue's undo.
 */
export type BookingMover = "guest" | "venue" | "provider" | "payment" | "time" | "undo";

/** Which statuses follow on which (rules/bookings 9.2). A booking that a provider shows may begin where it is there. */
export const bookingMachine: StateMachine<BookingStatus, BookingMover> = {
  states: bookingStatuses,
  initial: ["pending", "confirmed", "in_service", "no_show", "cancelled_by_venue", "declined"],
  terminal: ["cancelled_by_guest", "declined"],
  transitions: [
    { from: "pending", to: "confirmed", by: ["provider", "payment"] },
    { from: "pending", to: "declined", by: ["provider", "time"], how: "refused or not paid" },
    { from: "pending", to: "cancelled_by_guest", by: ["guest"] },
    { from: "pending", to: "cancelled_by_venue", by: ["venue", "provider"] },
    { from: "confirmed", to: "in_service", by: ["venue"], how: "seat" },
    { from: "confirmed", to: "no_show", by: ["venue", "provider"] },
    { from: "confirmed", to: "cancelled_by_guest", by: ["guest"] },
    { from: "confirmed", to: "cancelled_by_venue", by: ["venue", "provider"] },
    { from: "in_service", to: "completed", by: ["venue"], how: "complete" },
    { from: "in_service", to: "confirmed", by: ["undo"], how: "of seat" },
    { from: "in_service", to: "cancelled_by_venue", by: ["undo"], how: "of a walk-in" },
    { from: "completed", to: "in_service", by: ["undo"] },
    { from: "no_show", to: "confirmed", by: ["undo"] },
    { from: "cancelled_by_venue", to: "confirmed", by: ["undo"] },
  ],
};

/** Whether a booking in one status is the mover's to move to another. */
export function mayMove(from: BookingStatus, to: BookingStatus, by: BookingMover): boolean {
  return canMove(bookingMachine, from, to, by);
}

/** Whether the booking still holds its table: it waits for approval, is expected, or sits. Undo alone moves the others. */
export function isLive(status: BookingStatus): boolean {
  return bookingMachine.transitions.some(({ from, by }) => from === status && by.some((mover) => mover !== "undo"));
}

/** Why a booking can no longer be changed or cancelled by anybody; undefined while it can (rules/bookings 10.5). */
export function whyClosed(status: BookingStatus): "in_service" | "terminal_state" | undefined {
  if (status === "in_service") return "in_service";
  return isLive(status) ? undefined : "terminal_state";
}

/** Who or what changed a booking; a repair moves a party that nobody asked to move. */
export const changeCauses = ["partner", "guest", "store", "service", "repair"] as const;
export type ChangeCause = (typeof changeCauses)[number];

/** What a booking that is pending waits for. */
export function pendingReasonOf({ status, kept_by }: Pick<Booking, "status" | "kept_by">): PendingReason | null {
  if (status !== "pending") return null;
  return kept_by === "provider" ? "provider" : "payment";
}

export const pendingReasons = ["payment", "provider"] as const;
export type PendingReason = (typeof pendingReasons)[number];

/** Whether a caller who has seen a version has seen all that was asked for since: repairs alone pass no version. */
export function isSeen(booking: Pick<Booking, "version" | "repairs_since">, version: number): boolean {
  return version <= booking.version && version >= booking.version - booking.repairs_since;
}

/** Seated no earlier than this before the start: an earlier arrival is another visit. */
const seatedEarliestMs = 120 * 60_000;

/** From when on the party of a booking may be seated, or be noted as not having come (rules/bookings 9.4). */
export function earliestFor(booking: Pick<Booking, "starts_at">, to: "in_service" | "no_show"): Instant {
  return to === "in_service" ? booking.starts_at - seatedEarliestMs : booking.starts_at;
}

/** How a party's claims count: those of a party that came without a booking are not counted by pacing. */
export function claimKindOf({ source }: Pick<Booking, "source">): "booking" | "walk_in" {
  return source === "walk_in" || source === "waitlist" ? "walk_in" : "booking";
}

/** The booking as repair has moved it: its version grows, and what was asked for stays as it was. */
export function repaired(booking: Booking, patch: BookingPatch, now: Instant): Booking {
  return { ...changed(booking, "service", patch, now), repairs_since: booking.repairs_since + 1 };
}

/** The booking after one change: its version grows by one. */
export function changed(booking: Booking, by: Updater, patch: BookingPatch, now: Instant): Booking {
  return {
    ...booking,
    acted_by: null,
    // Only the latest transition is undone; a change of details leaves it the latest.
    undo_point: patch.status === undefined ? booking.undo_point : null,
    ...patch,
    version: booking.version + 1,
    repairs_since: 0,
    updated_by: by,
    event_sequence: booking.event_sequence + 1,
    // A clock that was read a moment earlier on another connection never makes time run backwards for a booking.
    updated_at: Math.max(now, booking.updated_at),
  };
}

/** Until when a guest may change or cancel: so many minutes before the start. */
export function guestWindowEnd(startsAt: Instant, guestWindowMinutes: number): Instant {
  return startsAt - guestWindowMinutes * 60_000;
}
