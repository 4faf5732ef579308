/** The facts about an order that a card and its dialogs show, without words. Pure. */
import type { BoardOrder, BoardSettings } from "../../console/board/board-wire.schemas.ts";
import { dueAt } from "./columns.ts";

export type Payment = "paid" | "pay_in_store" | "unpaid" | "refunded";

/** How an order is paid, as the kitchen needs it. */
export function paymentOf({ payment_status }: BoardOrder): Payment {
  if (payment_status === "refunded" || payment_status === "refund_pending") return "refunded";
  if (payment_status === "paid" || payment_status === "pay_in_store") return payment_status;
  return "unpaid";
}

/** What the guest gets back when the order ends now, in minor units. The total is without what was taken off before. */
export function refundOf({ payment_status: payment, totals }: BoardOrder): number {
  return payment === "paid" ? totals.total : 0;
}

/** What the guest wrote: the notes of the lines in their order, then the note of the order, whose `line` is null. */
export function notesOf({ line_items, notes }: BoardOrder): { readonly line: string | null; readonly text: string }[] {
  const ofLines = line_items.map(({ name, quantity, notes: text }) => ({ line: `${quantity}× ${name}`, text }));
  return [...ofLines, { line: null, text: notes }].flatMap(({ line, text }) => (text === null ? [] : [{ line, text }]));
}

/** Whole minutes until an order is due; negative when it is late. Never the zero below zero, which is written "-0". */
export function minutesLeft(order: BoardOrder, nowMs: number): number {
  const left = (dueAt(order) * 1_000 - nowMs) / 60_000;
  return left > -1 ? Math.max(0, Math.ceil(left)) : Math.ceil(left);
}

export interface TimeChoice {
  readonly minutes: number;
  /** When the order would be ready, in Unix milliseconds: what is shown and what is sent. */
  readonly atMs: number;
  readonly preset: boolean;
}

const minuteMs = 60_000;
const usualMinutes = [10, 15, 20, 30, 45];
export const mostMinutes = 240;

/**
 * The times that are offered for accepting: the usual ones and the preset, which is the guest's time or the preparation
 * with the extra time of now. In rising order; a preset that is past or beyond 240 minutes is moved inside.
 */
export function timeChoices(order: BoardOrder, settings: BoardSettings, nowMs: number): TimeChoice[] {
  const wanted =
    order.scheduled_for === null
      ? settings.preparation_minutes + settings.busy_delay_minutes
      : Math.ceil((order.scheduled_for * 1_000 - nowMs) / 60_000);
  const preset = Math.min(mostMinutes, Math.max(1, wanted));
  // The guest's own time is promised to the second.
  const own = wanted > 1 && wanted < mostMinutes ? order.scheduled_for : null;
  const atOf = (minutes: number): number =>
    minutes === preset && own !== null ? own * 1_000 : promisedAt(minutes, nowMs);
  return [...new Set([...usualMinutes, preset])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ minutes, atMs: atOf(minutes), preset: minutes === preset }));
}

/**
 * The time that is promised for so many minutes from now, in Unix milliseconds: the full minute that a clock shows then,
 * and at least half a minute away, so that the promise has not passed when the server reads it.
 */
export function promisedAt(minutes: number, nowMs: number): number {
  const shown = Math.floor(nowMs / minuteMs + minutes) * minuteMs;
  return shown - nowMs < minuteMs / 2 ? shown + minuteMs : shown;
}

/** The question about unavailable items that waits for the guest; undefined when there is none. */
export function unansweredOffer(order: BoardOrder): BoardOrder["changes"][number] | undefined {
  return order.changes.find(({ status }) => status === "offered");
}

/** How many things were ordered. */
export function itemCount(order: BoardOrder): number {
  return order.line_items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Who moved an order, as words need it: a name where there is one. */
export function whoChanged({ updated_by: { kind, name } }: BoardOrder): {
  readonly name: string | null;
  readonly word: "who.app" | "who.guest" | "who.other";
} {
  if (kind === "app") return { name, word: "who.app" };
  if (kind === "diner") return { name: null, word: "who.guest" };
  return { name, word: "who.other" };
}

/** The parts of an address that are there, each of which may have a direction of its own. */
export function addressParts({
  street,
  unit,
  postal_code,
  city,
}: NonNullable<BoardOrder["delivery_address"]>): string[] {
  return [street, unit, `${postal_code} ${city}`].filter((part) => part !== null).filter((part) => part.trim() !== "");
}
