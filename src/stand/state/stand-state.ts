/**
 * The state of a stand: the snapshot of its location and every change since. Pure: the same snapshot and changes give the
 * same stand on each tablet.
 */
import type { Block, Hold, Party, Plan, StandSettings, Waiter } from "./stand-model.ts";

export interface StandState {
  /** The number of the last change that is in here. */
  readonly sequence: number;
  readonly settings: StandSettings;
  readonly plan: Plan;
  readonly parties: ReadonlyMap<string, Party>;
  readonly waiters: ReadonlyMap<string, Waiter>;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly blocks: ReadonlyMap<string, Block>;
  /** How many groups wait for an answer. */
  readonly groups: number;
  /** How many guests wait for a table to become free. */
  readonly alerts: number;
}

/** One thing that has changed, or several at once. */
export type News = Partial<Omit<StandState, "sequence" | "parties">> & { readonly parties?: readonly Party[] };

export interface NumberedNews {
  readonly sequence: number;
  readonly news: News;
}

/** The stand of a snapshot, with the changes that arrived while the snapshot was under way. */
export function standOf(stand: StandState, arrived: readonly NumberedNews[] = []): StandState {
  return arrived.reduce(applyNews, stand);
}

/**
 * The stand after a change. Parties come one by one, everything else whole. Numbers rise: one that is not higher is
 * known already.
 */
export function applyNews(stand: StandState, { sequence, news }: NumberedNews): StandState {
  if (sequence <= stand.sequence) return stand;
  const { parties = [], ...whole } = news;
  if (parties.length === 0) return { ...stand, ...whole, sequence };
  const known = new Map(stand.parties);
  // The answer of an act may have shown a later version already.
  for (const party of parties) if (party.version >= (known.get(party.id)?.version ?? 0)) known.set(party.id, party);
  return { ...stand, ...whole, sequence, parties: known };
}

/** The parties that sit. */
export function seatedParties({ parties }: StandState): Party[] {
  return [...parties.values()].filter(({ status }) => status === "in_service");
}

/** The parties that are expected. */
export function expectedParties({ parties }: StandState): Party[] {
  return [...parties.values()].filter(({ status }) => status === "confirmed" || status === "pending");
}

/** When an expected party comes: at its time, or later where it said so. Its tables are kept from its time on. */
export function expectedAt({ startsAt, lateUntil }: Party): number {
  return Math.max(startsAt, lateUntil ?? 0);
}

/** The parties in line, first in line first. */
export function inLine({ waiters }: StandState): Waiter[] {
  return [...waiters.values()]
    .filter(({ status }) => status === "waiting" || status === "notified")
    .toSorted((a, b) => a.position - b.position);
}

/** How long a party of a size needs a table: its stay and the buffer after it, in milliseconds. */
export function turnWithBuffer({ turns, bufferMs }: StandSettings, size: number): number {
  const turn = turns.find(({ maxSize }) => size <= maxSize) ?? turns.at(-1);
  return (turn?.minutes ?? 90) * 60_000 + bufferMs;
}
