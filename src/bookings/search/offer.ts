/** The result of a search in a book, and the tokens that offer it. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Slot } from "./availability.ts";
import { keeperOf, type SlotTokens } from "./slot-token.ts";

export interface Offer {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  /** Location time of the search. */
  readonly now: Instant;
  /** Of the configuration that the search read; `providerRevision` where a provider keeps the book. */
  readonly revision: number;
  readonly slots: readonly Slot[];
}

/** Whom a slot is offered to, and what they asked for. */
export interface Asked {
  /** Null for a guest on the booking page. */
  readonly appId: Id<"app"> | null;
  readonly partySize: number;
  readonly areaId: string | null;
}

/** Seals a slot of the offer for whoever asked; a provider chooses the area itself. */
export function issueSlot(
  tokens: SlotTokens,
  { locationId, now, revision }: Omit<Offer, "slots">,
  { startsAt, minutes, experience }: Slot,
  { appId, partySize, areaId }: Asked,
): ReturnType<SlotTokens["issue"]> {
  const content = {
    appId,
    locationId,
    startsAt,
    partySize,
    durationMinutes: minutes,
    areaId: keeperOf({ revision }) === "provider" ? null : areaId,
    experienceId: experience?.experienceId ?? null,
    revision,
  };
  return tokens.issue(content, now);
}
