/**
 * How long each party in line still waits. Guarantees: at most a minute old. The bands of one line are made once per
 * minute and per change of the line, for all readers, guests and hosts. No connection is held meanwhile.
 */
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { WaitlistEntry } from "../entry/waitlist-entry.ts";
import { estimateLine, readWaitState, type KnownState } from "../estimate/estimate-wait.query.ts";
import type { WaitBand } from "../estimate/wait-band.ts";
import { wholeMinute } from "../estimate/wait-scene.ts";
import { createLineBands, type Bands, type LineBandMemory } from "./line-bands.cache.ts";
import { requireWaitlist } from "./require-waitlist.ts";

/** A line with its bands, or with the facts they are made from where nobody has made them yet. */
export interface LineLook {
  readonly locationId: Id<"str">;
  readonly line: readonly WaitlistEntry[];
  readonly key: string;
  readonly known: Bands | undefined;
  readonly waiting: KnownState | undefined;
  readonly memory: LineBandMemory;
}

/** Looks at a line as it was read within the same snapshot. */
export async function lookAtLine(db: Db, state: VenueState, line: readonly WaitlistEntry[]): Promise<LineLook> {
  const memory = db.memories.of(createLineBands);
  const locationId = state.location.id;
  const content = line.map(({ id, party_size }) => `${id} ${party_size}`);
  const key = [wholeMinute(state.now), state.location.configuration_content, ...content].join(" ");
  const ready = requireWaitlist(state);
  const known = memory.get(locationId, key);
  const needsFacts = known === undefined && line.length > 0 && !isRefusal(ready);
  const waiting = needsFacts ? await readWaitState(db, ready) : undefined;
  return { locationId, line, key, known, waiting, memory };
}

/** The bands in the order of the line, or none where no wait can be estimated. */
export async function bandsOf(look: LineLook): Promise<readonly WaitBand[]> {
  const { locationId, line, key, known, waiting, memory } = look;
  if (known !== undefined || waiting === undefined) return known ?? [];
  const made = memory.get(locationId, key);
  if (made !== undefined) return made;
  const bands = estimateLine(waiting, line);
  memory.put(locationId, key, bands);
  return bands;
}
