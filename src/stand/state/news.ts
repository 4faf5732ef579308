/** Which changes of the stand are announced to screen readers. Pure. */
import type { Party, Waiter } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";

export type Spoken =
  | { readonly kind: "booked" | "cancelled" | "seated"; readonly party: Party }
  | { readonly kind: "queued"; readonly waiter: Waiter };

/** New bookings of today, cancellations, parties that sat down, and who joined the queue. */
export function newsBetween(before: StandState, after: StandState): Spoken[] {
  const parties = before.parties === after.parties ? [] : [...after.parties.values()];
  const waiters = before.waiters === after.waiters ? [] : [...after.waiters.values()];
  return [
    ...parties.flatMap((party): Spoken[] => {
      const was = before.parties.get(party.id);
      if (was === party || was?.status === party.status) return [];
      if (party.status === "confirmed" && was === undefined) return [{ kind: "booked", party }];
      if (party.status === "cancelled_by_guest") return [{ kind: "cancelled", party }];
      return party.status === "in_service" ? [{ kind: "seated", party }] : [];
    }),
    ...waiters.flatMap((waiter): Spoken[] =>
      waiter.status === "waiting" && !before.waiters.has(waiter.id) ? [{ kind: "queued", waiter }] : [],
    ),
  ];
}

/** Whether a booking belongs to the day that the stand shows; the stream tells of bookings of any day. */
export function isOfDay({ settings: { day } }: StandState, { status, startsAt }: Party): boolean {
  return status === "in_service" || (startsAt >= day.shown.from && startsAt < day.shown.until);
}

/** Whether the next day is to be shown: only a new snapshot has it. */
export function isDayOver({ settings: { day } }: StandState, nowMs: number): boolean {
  return day.nextAt !== null && nowMs >= day.nextAt;
}
