/** The names that the stand gives parties, tables and times. */
import { longHours } from "../../screens/formats.screen.ts";
import { hurryOf, minutesLeft, wholeMinutes } from "../state/lists.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { expectedAt } from "../state/stand-state.ts";
import { isNamed } from "../state/table-words.ts";
import { tooFewSeats, type TableNow } from "../state/tables-now.ts";
import type { Store } from "./store.screen.ts";

/** The guest's name, or what is said of a party without one. */
export function nameOf({ say }: Store, { name, source }: { readonly name: string; readonly source?: string }): string {
  if (name !== "") return name;
  return say(source === "walk_in" ? "card.nameless" : "card.guest");
}

/** "T1 + T2". */
export function tablesText({ stand }: Store, unitIds: readonly string[]): string {
  const { units } = stand.value.settings;
  return unitIds.map((id) => units.find((unit) => unit.id === id)?.name ?? id).join(" + ");
}

/** The tables as a sentence wants them: the sentence says "table" only before a number. */
export function tableWords(
  store: Store,
  unitIds: readonly string[],
): { readonly tables: string; readonly named: "yes" | "no" } {
  const tables = tablesText(store, unitIds);
  return { tables, named: isNamed(tables) };
}

/** "Table 5 + 6" or "Terrace 2", or that there is none. */
export function tableLine(store: Store, unitIds: readonly string[]): string {
  return unitIds.length === 0 ? store.say("card.no_table") : store.say("card.table", tableWords(store, unitIds));
}

/** "only 4 seats" of a party with more guests than its tables have seats; undefined of others. */
export function fewSeatsText({ say, stand }: Store, party: Party): string | undefined {
  const seats = tooFewSeats(stand.value, party);
  return seats === undefined ? undefined : say("card.few_seats", { seats });
}

/** Whether a party has said that it comes later, and that time is still ahead. */
export function isAnnounced({ minute }: Store, { lateUntil }: Party): boolean {
  return lateUntil !== null && lateUntil > minute.value;
}

/** When an expected party comes, as a host says it; undefined for one that comes later today. */
export function hurryText(store: Store, party: Party): string | undefined {
  if (party.status === "pending") return store.say("card.pending");
  if (isAnnounced(store, party)) return store.say("card.late_until", { time: store.formats.time(expectedAt(party)) });
  const hurry = hurryOf(party, store.minute.value);
  if (hurry.kind === "late") return lateText(store, hurry.minutes);
  return hurry.kind === "due" ? store.say("card.due", { minutes: hurry.minutes }) : undefined;
}

/** How late a party is. */
export function lateText({ say }: Store, minutes: number): string {
  const hours = longHours(minutes);
  return hours === undefined ? say("card.late", { minutes }) : say("card.late_hours", { hours });
}

/** How long a party still sits, or how far it is over its time. */
export function stayText({ say, minute }: Store, party: Party): string {
  const left = minutesLeft(party, minute.value);
  if (left !== undefined) return say("card.left", { minutes: left });
  const minutes = wholeMinutes(minute.value - party.endsAt);
  const hours = longHours(minutes);
  return hours === undefined ? say("card.over", { minutes }) : say("card.over_hours", { hours });
}

/** How many minutes a party has waited. */
export function minutesOf({ minute }: Store, { joinedAt }: Waiter): number {
  return wholeMinutes(minute.value - joinedAt);
}

/** How long a party has waited, as a sentence. */
export function waitText(store: Store, waiter: Waiter): string {
  return store.say("card.waits", { minutes: minutesOf(store, waiter) });
}

/** What a table is doing, in words. */
export function lookText(store: Store, { look, next }: TableNow): string {
  const time = next === null ? "" : store.formats.time(expectedAt(next));
  if (look === "soon" || look === "due") return store.say(`look.${look}`, { time });
  return store.say(`look.${look}`);
}

/** The party that a table is about now: it sits there, or comes within an hour. */
export function partyOf({ sitting, look, next }: TableNow): Party | null {
  return sitting ?? (look === "soon" || look === "due" ? next : null);
}

/** A table as a screen reader says it. */
export function tableLabel(store: Store, table: TableNow): string {
  const party = partyOf(table);
  const few = party === null ? undefined : fewSeatsText(store, party);
  const look = few === undefined ? lookText(store, table) : `${lookText(store, table)}, ${few}`;
  const words = { table: table.unit.name, named: isNamed(table.unit.name), look };
  return party === null
    ? store.say("look.table", words)
    : store.say("look.table_with", { ...words, name: nameOf(store, party) });
}
