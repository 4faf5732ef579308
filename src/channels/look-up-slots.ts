/** Answers which of some slots a provider offers. One search for each party size, for any number of slots. */
import type { Static } from "typebox";
import type { ReservationProvider } from "../bookings/provider/reservation-provider.ts";
import { isOffered } from "./reserve-answers.ts";
import type { lookupAnswer, lookupBody } from "./reserve.schemas.ts";
import { wholeOf } from "../providers/v3-wire.ts";

type Asked = Static<typeof lookupBody>["slot_time"][number];
type Availability = Static<typeof lookupAnswer>["slot_time_availability"];

/** A search spans at most so many days; slots further apart are searched apart. */
const spanMs = 14 * 24 * 3_600_000;

/** One answer for each slot, in order. */
export async function lookUpSlots(provider: ReservationProvider, asked: readonly Asked[]): Promise<Availability> {
  const offered = new Map<string, number>();
  for (const { partySize, from, until } of searchesFor(asked)) {
    const answer = await provider.search({ timeZone: "UTC", now: from, from, until, partySize });
    if (answer.kind !== "done") continue;
    for (const { startsAt, minutes } of answer.value) offered.set(`${partySize} ${startsAt}`, minutes);
  }
  return asked.map((slot) => {
    const minutes = offered.get(`${slot.resource_ids.party_size} ${startOf(slot)}`);
    return {
      slot_time: {
        service_id: slot.service_id ?? "reservation",
        start_sec: String(startOf(slot) / 1000),
        duration_sec: minutes === undefined ? String(wholeOf(slot.duration_sec) ?? 0) : String(minutes * 60),
        resource_ids: { party_size: slot.resource_ids.party_size },
      },
      available: minutes !== undefined && isOffered(slot.service_id),
    };
  });
}

function startOf(slot: Asked): number {
  return (wholeOf(slot.start_sec) ?? 0) * 1000;
}

interface Search {
  readonly partySize: number;
  readonly from: number;
  readonly until: number;
}

function searchesFor(asked: readonly Asked[]): readonly Search[] {
  const starts = new Map<number, number[]>();
  for (const slot of asked) {
    const { party_size: size } = slot.resource_ids;
    starts.set(size, [...(starts.get(size) ?? []), startOf(slot)]);
  }
  return [...starts].flatMap(([partySize, all]) => {
    const searches: { partySize: number; from: number; until: number }[] = [];
    for (const at of all.toSorted((a, b) => a - b)) {
      const last = searches.at(-1);
      if (last !== undefined && at + 1000 - last.from <= spanMs) last.until = at + 1000;
      else searches.push({ partySize, from: at, until: at + 1000 });
    }
    return searches;
  });
}
