/** The bookings of a day that the stand does not show: who calls about Friday is looked up there. Pure. */
import type { Party } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";

export interface OtherDay {
  /** "2026-12-04". */
  readonly date: string;
  /** The parties of the day; undefined while they are looked for, null where that failed. */
  readonly ids: readonly string[] | undefined | null;
  /** The parties of the day, and others that were read here and are still shown. */
  readonly parties: ReadonlyMap<string, Party>;
}

/** Before a day is looked at. */
export const noOtherDay: OtherDay = { date: "", ids: undefined, parties: new Map() };

/**
 * The day with its parties as a list of the server has them; of one that has changed since, what is newer stays. Of parties
 * that are not listed only those with the `shown` ids are kept: a tablet is open for weeks.
 */
export function withList(day: OtherDay, listed: readonly Party[], shown: readonly (string | undefined)[]): OtherDay {
  const parties = new Map([...day.parties].filter(([id]) => shown.includes(id)));
  for (const party of listed) {
    const known = day.parties.get(party.id);
    parties.set(party.id, known !== undefined && known.version > party.version ? known : party);
  }
  return { ...day, ids: listed.map(({ id }) => id), parties };
}

/** Every party that is known: those of the stand's day as the stand has them. */
export function everyParty({ parties }: Pick<StandState, "parties">, day: OtherDay): ReadonlyMap<string, Party> {
  return day.parties.size === 0 ? parties : new Map([...day.parties, ...parties]);
}

/** The day with a party as the server says it is now; one that was never read here, or is older than what is known, changes nothing. */
export function withParty(day: OtherDay, party: Party): OtherDay {
  const known = day.parties.get(party.id);
  if (known === undefined || known.version > party.version) return day;
  return { ...day, parties: new Map(day.parties).set(party.id, party) };
}

/** The parties of the day by their start. */
export function partiesOf({ ids, parties }: OtherDay): Party[] {
  const found = (ids ?? []).flatMap((id) => parties.get(id) ?? []);
  return found.toSorted((a, b) => a.startsAt - b.startsAt);
}

const coming: readonly Party["status"][] = ["pending", "confirmed", "in_service", "completed"];

/** How many parties come or came, and their guests. */
export function attendanceOf(parties: readonly Party[]): { readonly parties: number; readonly guests: number } {
  const here = parties.filter(({ status }) => coming.includes(status));
  return { parties: here.length, guests: here.reduce((sum, { size }) => sum + size, 0) };
}

/** The stand as it would be with the parties of the other day alone: what tables are free for one of them. Holds and blocks of that day are not known here. */
export function standOn<State extends Pick<StandState, "parties" | "holds" | "blocks">>(
  stand: State,
  day: OtherDay,
): State {
  const parties = new Map(partiesOf(day).map((party) => [party.id, party]));
  return { ...stand, parties, holds: new Map(), blocks: new Map() };
}

/** So many days after a date, or before it. */
export function dayBeside(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
