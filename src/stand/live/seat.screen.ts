/** Seats and moves parties, by tap, by key and by drag: one code for all, with one question where something is in the way. */
import type { Hindrance } from "../state/fitting-tables.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { actAtLocation, actOnParty, actOnWaiter } from "./acts.screen.ts";
import type { Store } from "./store.screen.ts";

export interface At {
  readonly unitIds: readonly string[];
  readonly hindrances: readonly Hindrance[];
}

/** What the server is told about hindrances that the host passed over. */
function passingOver({ unitIds, hindrances }: At): object {
  const has = (kind: Hindrance["kind"]): boolean => hindrances.some((each) => each.kind === kind);
  return {
    unit_ids: unitIds,
    ...(has("small") ? { allow_over_capacity: true } : {}),
    ...(has("reserved") ? { allow_overrun: true } : {}),
  };
}

async function askedFirst(store: Store, { hindrances }: At, run: () => Promise<boolean>): Promise<boolean> {
  return (hindrances.length === 0 || (await isSure(store, hindrances))) && run();
}

/** Whether the host wants to pass over what is in the way. Whatever was open stays open below the question. */
function isSure(store: Store, hindrances: readonly Hindrance[]): Promise<boolean> {
  store.question.peek()?.answer(false);
  return new Promise((resolve) => {
    store.question.value = {
      hindrances,
      answer(isSure) {
        store.question.value = undefined;
        resolve(isSure);
      },
    };
  });
}

/** A party that sits down late at its own tables leaves them to whoever is expected next, without a question. */
export function seatParty(store: Store, party: Party, at: At): Promise<boolean> {
  const isOwn = at.unitIds.every((id) => party.unitIds.includes(id));
  const body = { ...passingOver(at), ...(isOwn ? { allow_overrun: true } : {}) };
  return askedFirst(store, at, () => actOnParty(store, party, "seat", body));
}

export function moveParty(store: Store, party: Party, at: At): Promise<boolean> {
  return askedFirst(store, at, () => actOnParty(store, party, "move", passingOver(at)));
}

/** The two parties change their tables, as both are when this is sent. */
export function swapParties(store: Store, party: Party, { id }: Party): Promise<boolean> {
  return actOnParty(store, party, "move", () => {
    const other = store.stand.peek().parties.get(id);
    return { unit_ids: other?.unitIds ?? [], swap_with: id, swap_expected_version: other?.version };
  });
}

export function seatWaiter(store: Store, waiter: Waiter, at: At): Promise<boolean> {
  return askedFirst(store, at, () => actOnWaiter(store, waiter, "seat", passingOver(at)));
}

export interface WalkIn {
  readonly size: number;
  readonly guest: object;
}

export function seatWalkIn(store: Store, { size, guest }: WalkIn, at: At): Promise<boolean> {
  const body = { party_size: size, guest, ...passingOver(at) };
  return askedFirst(store, at, () => actAtLocation(store, "walk_ins", body));
}
