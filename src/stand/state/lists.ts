/** The lists at the side: the book, the line and the parties that sit, with the urgent ones marked. Pure. */
import { foldLetters } from "../../kernel/fold-letters.ts";
import { expectedAt, expectedParties, inLine, seatedParties, type StandState } from "./stand-state.ts";
import type { Party, Waiter } from "./stand-model.ts";
import { dueMs } from "./tables-now.ts";

export const tabNames = ["book", "queue", "seated"] as const;
export type TabName = (typeof tabNames)[number];

export type Hurry =
  | { readonly kind: "late"; readonly minutes: number }
  | { readonly kind: "due"; readonly minutes: number }
  | { readonly kind: "later" };

/** Whether an expected party is late, may come any moment, or comes later; minutes are whole. */
export function hurryOf(party: Party, nowMs: number): Hurry {
  const at = expectedAt(party);
  if (nowMs > at) return { kind: "late", minutes: wholeMinutes(nowMs - at) };
  return at - nowMs <= dueMs ? { kind: "due", minutes: Math.ceil((at - nowMs) / 60_000) } : { kind: "later" };
}

/** Expected parties, in the order in which they come. */
export function bookOf(stand: StandState): Party[] {
  return expectedParties(stand).toSorted((a, b) => expectedAt(a) - expectedAt(b) || a.name.localeCompare(b.name));
}

/** Parties that sit, whose time is up first. */
export function seatedOf(stand: StandState): Party[] {
  return seatedParties(stand).toSorted((a, b) => a.endsAt - b.endsAt || a.name.localeCompare(b.name));
}

/** Parties of today that are over, the latest first. */
export function overOf({ parties }: StandState): Party[] {
  return [...parties.values()]
    .filter(({ status }) => status !== "pending" && status !== "confirmed" && status !== "in_service")
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
}

/** Whole minutes of a wait, a delay or a stay; never below zero. */
export function wholeMinutes(ms: number): number {
  return Math.max(0, Math.floor(ms / 60_000));
}

/**
 * Whole minutes that a stay still has at the start of a minute, undefined once its time is up. The end counts by its
 * minute too: a stay of 90 minutes begins with 90, in whichever second the party sat down.
 */
export function minutesLeft({ endsAt }: { readonly endsAt: number }, minuteMs: number): number | undefined {
  if (endsAt <= minuteMs) return undefined;
  return Math.max(1, wholeMinutes(endsAt - minuteMs));
}

export interface Counters {
  /** Guests that sit. */
  readonly coversNow: number;
  /** Guests that are due within an hour, late ones among them. */
  readonly coversNext: number;
  readonly queue: number;
  /** How long the first in line has waited, in minutes. */
  readonly longestWait: number;
}

export function countersOf(stand: StandState, nowMs: number): Counters {
  const guests = (parties: readonly Party[]): number => parties.reduce((sum, { size }) => sum + size, 0);
  const line = inLine(stand);
  const joined = Math.min(nowMs, ...line.map(({ joinedAt }) => joinedAt));
  return {
    coversNow: guests(seatedParties(stand)),
    coversNext: guests(expectedParties(stand).filter((party) => expectedAt(party) <= nowMs + 3_600_000)),
    queue: line.length,
    longestWait: wholeMinutes(nowMs - joined),
  };
}

export type Found =
  | { readonly kind: "party"; readonly party: Party }
  | { readonly kind: "waiter"; readonly waiter: Waiter };

const mostFound = 30;

/** Parties and the queue by name (whatever the accents), phone, confirmation code or table; nothing for an empty text. */
export function findInStand(stand: StandState, text: string): Found[] {
  const wanted = foldLetters(text.trim());
  if (wanted === "") return [];
  const digits = wanted.replaceAll(/\D/g, "");
  const hasPhone = (phone: string | null): boolean => digits.length >= 3 && phone !== null && phone.includes(digits);
  const tableName = new Map(stand.settings.units.map(({ id, name }) => [id, foldLetters(name)]));
  const parties = [...bookOf(stand), ...seatedOf(stand), ...overOf(stand)].filter(
    ({ name, phone, code, unitIds }) =>
      foldLetters(name).includes(wanted) ||
      hasPhone(phone) ||
      foldLetters(code).startsWith(wanted) ||
      unitIds.some((id) => tableName.get(id) === wanted),
  );
  const waiters = [...stand.waiters.values()].filter(
    ({ name, phone }) => foldLetters(name).includes(wanted) || hasPhone(phone),
  );
  return [
    ...waiters.map((waiter) => ({ kind: "waiter" as const, waiter })),
    ...parties.map((party) => ({ kind: "party" as const, party })),
  ].slice(0, mostFound);
}
