/** The free starts of a day, as the search of the service finds them. */
import { callConsole } from "../../screens/calls.screen.ts";
import { explain } from "./acts.screen.ts";
import type { Store } from "./store.screen.ts";

export interface Start {
  readonly startsAt: number;
  readonly area: string;
  readonly areaId: string;
  readonly token: string;
}

interface WireSlot {
  readonly starts_at: string;
  readonly area: { readonly area_id: string; readonly name: string };
  readonly experience: unknown;
  readonly slot_token: string;
}

/** Refusals that mean that nothing is offered on that day to a party of that size. */
const nothingOffered = [
  "large_party_inquiry_required",
  "party_size_out_of_bounds",
  "outside_booking_window",
  "date_blocked",
  "bookings_not_enabled",
];

interface Search {
  /** "2026-11-22". */
  readonly date: string;
  readonly size: number;
  /** The booking that would move: it is in its own way nowhere. */
  readonly partyId?: string;
}

/** Searches a day until five in the morning after; undefined where the search failed, and the stand has said why. */
export async function searchStarts(store: Store, search: Search): Promise<readonly Start[] | undefined> {
  const { date, size, partyId } = search;
  const { locationId } = store.stand.peek().settings;
  const next = new Date(Date.parse(`${date}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    start: `${date}T05:00`,
    end: `${next}T05:00`,
    party_size: String(size),
    ...(partyId === undefined ? {} : { booking_id: partyId }),
  });
  const answer = await callConsole("GET", `/locations/${locationId}/availability?${query.toString()}`);
  if (!answer.ok && answer.why === "refused" && nothingOffered.includes(answer.code)) return [];
  if (!answer.ok) return (await explain(store, answer, () => true)) ? searchStarts(store, search) : undefined;
  const { data } = answer.body as { readonly data: readonly WireSlot[] };
  return data
    .filter(({ experience }) => experience === null)
    .map(({ starts_at, area, slot_token }) => ({
      startsAt: Date.parse(starts_at),
      area: area.name,
      areaId: area.area_id,
      token: slot_token,
    }));
}
