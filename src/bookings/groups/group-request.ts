/** Requests of groups that are larger than guests can book by themselves, and their states (rules/bookings 18). Pure. */
import type { Actor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import type { Venue } from "../venue/venue.ts";

export const groupStatuses = ["new", "answered", "booked", "declined", "expired"] as const;
export type GroupStatus = (typeof groupStatuses)[number];

/** A host answers by words, by a booking or by no; what nobody answered ends by itself. */
export const groupMachine: StateMachine<GroupStatus, "host" | "service"> = {
  states: groupStatuses,
  initial: ["new"],
  terminal: ["booked", "declined", "expired"],
  transitions: [
    { from: "new", to: "answered", by: ["host"], how: "in words" },
    { from: "new", to: "booked", by: ["host"], how: "by telephone" },
    { from: "new", to: "declined", by: ["host"] },
    { from: "new", to: "expired", by: ["service"], how: "after 7 days" },
    { from: "answered", to: "booked", by: ["host"], how: "by telephone" },
    { from: "answered", to: "declined", by: ["host"] },
    { from: "answered", to: "expired", by: ["service"], how: "when its day is over" },
  ],
};

/** Whether a host may do this now; more words to a group that was answered are no move. */
export function mayAnswerGroup(status: GroupStatus, to: GroupStatus): boolean {
  return canMove(groupMachine, status, to, "host") || (status === "answered" && to === "answered");
}

export const groupLimits = {
  largest: 500,
  words: 1_000,
  answer: 500,
  name: 200,
  /** Of one contact at one location, new at once. */
  open: 3,
  /** Days ahead. */
  ahead: 730,
} as const;

/** What a group asks for. */
export interface WantedGroup {
  /** A local date, "2026-12-05". */
  readonly on_date: string;
  /** Local times, "18:30": the group may begin between them. */
  readonly from_time: string;
  readonly until_time: string;
  readonly party_size: number;
  readonly guest_first_name: string;
  readonly guest_last_name: string;
  /** E.164. */
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
  readonly language: GuestLanguage | null;
  readonly words: string | null;
}

export interface GroupRequest extends WantedGroup {
  readonly id: Id<"grq">;
  readonly location_id: Id<"str">;
  readonly status: GroupStatus;
  /** Counts the steps; a step names the one that was seen. */
  readonly version: number;
  /** In the clock of the location, as is `updated_at`. */
  readonly created_at: Instant;
  readonly updated_at: Instant;
  /** What the restaurant wrote last. */
  readonly answer: string | null;
  readonly booking_id: Id<"bkg"> | null;
  /** The person or device that answered. */
  readonly acted_by: Actor | null;
}

/** The smallest party that asks the restaurant instead of booking. */
export function smallestGroup({ configuration }: Pick<Venue, "configuration">): number {
  const { partySize, largePartyThreshold } = configuration;
  return Math.min(largePartyThreshold ?? partySize.max, partySize.max) + 1;
}
