/** Tells a program where the guest of a party that is too large asks the restaurant (rules/bookings 18.1). Pure. */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Venue } from "../venue/venue.ts";
import { groupLimits, smallestGroup } from "./group-request.ts";

/** The refusal of a search; one about a party that the page of groups takes has its address in `inquiry_url`. */
export function withInquiry<Code extends string>(
  refusal: Refusal<Code>,
  { venue, partySize, pageUrl }: { readonly venue: Venue | null; readonly partySize: number; readonly pageUrl: string },
): Refusal<Code> {
  const { code, message, details } = refusal;
  const isGroup = venue !== null && partySize >= smallestGroup(venue) && partySize <= groupLimits.largest;
  const isTold = code === "large_party_inquiry_required" || (code === "party_size_out_of_bounds" && isGroup);
  return isTold ? refuse(code, message, { ...details, inquiry_url: pageUrl }) : refusal;
}
