/** A guest who found no table and is told of one that becomes free (rules/bookings 19). Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { StateMachine } from "../../kernel/state-machine.ts";

export const alertStatuses = ["waiting", "offered", "booked", "unused", "stopped", "expired"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** An alert waits, is offered a table, and waits again where the guest did not take the table. */
export const alertMachine: StateMachine<AlertStatus, "guest" | "service"> = {
  states: alertStatuses,
  initial: ["waiting"],
  terminal: ["booked", "unused", "stopped", "expired"],
  transitions: [
    { from: "waiting", to: "offered", by: ["service"], how: "a table became free" },
    { from: "waiting", to: "booked", by: ["service"], how: "the guest booked late" },
    { from: "waiting", to: "stopped", by: ["guest"] },
    { from: "waiting", to: "expired", by: ["service"], how: "its times are over" },
    { from: "offered", to: "booked", by: ["service"], how: "the guest booked" },
    { from: "offered", to: "waiting", by: ["service"], how: "the first offer was not used" },
    { from: "offered", to: "unused", by: ["service"], how: "the second offer was not used" },
    { from: "offered", to: "stopped", by: ["guest"] },
  ],
};

export const alertRules = {
  /** Live alerts of one contact. */
  live: 3,
  /** Offers that a guest may leave unused before the alert ends. */
  unused: 2,
  /** Guests who are offered one table before it is everybody's. */
  turns: 3,
  /** No table is offered so shortly before its start, in minutes. */
  leastAhead: 120,
  /** A start that is nearer, in minutes, is kept for the shorter time. */
  nearAhead: 180,
  nearMinutes: 5,
} as const;

/** What a guest waits for. */
export interface WantedAlert {
  /** A service day, "2026-12-05". */
  readonly on_date: string;
  /** The first and the last start that suit the guest, in the clock of the location. */
  readonly from_at: Instant;
  readonly until_at: Instant;
  readonly party_size: number;
  /** Null: anywhere. */
  readonly area_id: string | null;
  /** E.164. */
  readonly guest_phone: string | null;
  readonly guest_email: string | null;
  readonly language: GuestLanguage | null;
  /** Of the form that was sent. */
  readonly request_token: string;
}

export interface TableAlert extends WantedAlert {
  readonly id: Id<"tal">;
  readonly location_id: Id<"str">;
  readonly status: AlertStatus;
  /** Counts the steps. */
  readonly version: number;
  /** In the clock of the location, as is `updated_at`. */
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly unused_offers: number;
  /** The latest table that was offered. */
  readonly hold_id: Id<"bkh"> | null;
  readonly booking_id: Id<"bkg"> | null;
}

/** A table that was offered and that nobody has taken since. */
export interface TableOffer {
  readonly hold_id: Id<"bkh">;
  readonly alert_id: Id<"tal">;
  readonly unit_ids: readonly string[];
  /** The time for which the table was kept, the buffer included. */
  readonly from_at: Instant;
  readonly until_at: Instant;
}

/** For how many minutes a table is kept for the guest who is told of it. */
export function offerMinutesOf(configured: number, startsAt: Instant, now: Instant): number {
  return startsAt - now < alertRules.nearAhead * 60_000 ? Math.min(configured, alertRules.nearMinutes) : configured;
}
