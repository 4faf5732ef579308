/** What a guest is offered, sealed: the slot tokens of the store are bound to no app. Pure. */
import type { Slot } from "../../bookings/search/availability.ts";
import type { SlotTokens } from "../../bookings/search/slot-token.ts";
import type { BookableState } from "../../bookings/venue/venue.query.ts";

/** The token of a slot that was found for a party. */
export function issueSlot(
  tokens: SlotTokens,
  { venue, now }: BookableState,
  { startsAt, minutes, experience }: Slot,
  asked: { readonly partySize: number; readonly areaId: string | null },
): ReturnType<SlotTokens["issue"]> {
  const { locationId, revision } = venue;
  return tokens.issue(
    {
      appId: null,
      locationId,
      startsAt,
      partySize: asked.partySize,
      durationMinutes: minutes,
      areaId: asked.areaId,
      experienceId: experience?.experienceId ?? null,
      revision,
    },
    now,
  );
}
