/**
 * The orders of a demonstration location in the weeks before its first start: their times, their diners, and their ends.
 * Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { dateOfWall, instantOf, localDate, wallTime } from "../../kernel/wall-time.ts";
import type { Random } from "../../pricing/draw-basket.ts";
import { guests } from "../demo-evening.ts";
import { pickFrom, seededRandom } from "./seeded-random.ts";

export type OrderFate =
  | { readonly kind: "fulfilled" }
  | { readonly kind: "denied"; readonly reason: string }
  | { readonly kind: "cancelled_by_store"; readonly reason: string }
  | { readonly kind: "undecided" | "unpaid" | "cancelled_by_diner" };

export interface PlannedOrder {
  /** When the diner placed it. */
  readonly at: Instant;
  readonly fate: OrderFate;
  readonly customer: { readonly name: string; readonly phone: string; readonly email: string | null };
  readonly fulfillmentType: "pickup" | "delivery";
  readonly paysInStore: boolean;
  /** Of what the goods cost. */
  readonly tipPercent: number;
  readonly makingMinutes: number;
  /** Null: the diner collects it. */
  readonly carryingMinutes: number | null;
  /** What else is drawn for it: the basket, and seconds between its steps. */
  readonly random: Random;
}

export interface OrderHabits {
  /** Names the place in the seeds of its days. */
  readonly place: string;
  readonly timeZone: string;
  /** On a day in the middle of the week; weekends have half as many more. */
  readonly ordersPerDay: number;
  readonly delivers: boolean;
  /** When diners order, in minutes after midnight: one is drawn for each order. */
  readonly hours: readonly [Minutes, ...Minutes[]];
}

type Minutes = readonly [from: number, until: number];

const minuteMs = 60_000;
export const pastDays = 28;
/** By then the last one is over, whatever became of it. */
const overAfterMs = 90 * minuteMs;

/** The orders of the days before `now` and of today, first one first; every one of them is over. */
export function planOrders(now: Instant, habits: OrderHabits): readonly PlannedOrder[] {
  const today = wallTime(localDate(habits.timeZone, now));
  const days = Array.from({ length: pastDays + 1 }, (_, index) => today - (pastDays - index) * 24 * 60 * minuteMs);
  return days
    .flatMap((day) => ordersOf(day, habits))
    .filter(({ at }) => at < now - overAfterMs)
    .toSorted((a, b) => a.at - b.at);
}

function ordersOf(day: number, habits: OrderHabits): PlannedOrder[] {
  const random = seededRandom(`${habits.place} ${dateOfWall(day)}`);
  const isWeekend = [0, 5, 6].includes(new Date(day).getUTCDay());
  const count = Math.round(habits.ordersPerDay * (isWeekend ? 1.5 : 1) * (0.75 + random() * 0.5));
  return Array.from({ length: count }, () => drawOrder(day, habits, random));
}

function drawOrder(day: number, { timeZone, delivers, hours, place }: OrderHabits, random: Random): PlannedOrder {
  const [from, until] = pickFrom(hours, random);
  const minute = from + Math.floor(random() * (until - from));
  const at = instantOf(timeZone, day + minute * minuteMs, "earlier") + Math.floor(random() * minuteMs);
  const fate = drawFate(random);
  const fulfillmentType = delivers && random() < 0.4 ? "delivery" : "pickup";
  const paysInStore = fulfillmentType === "pickup" && fate.kind !== "unpaid" && random() < 0.2;
  const guest = pickFrom(everybody, random);
  const email = `${guest.first_name}.${guest.last_name}`
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z.]/g, "");
  return {
    at,
    fate,
    customer: {
      name: `${guest.first_name} ${guest.last_name}`,
      phone: guest.phone,
      email: random() < 0.6 ? `${email}@example.org` : null,
    },
    fulfillmentType,
    paysInStore,
    tipPercent: paysInStore ? 0 : pickFrom([0, 0, 0, 5, 10, 15], random),
    makingMinutes: 14 + Math.floor(random() * 20),
    carryingMinutes: fulfillmentType === "delivery" ? 12 + Math.floor(random() * 14) : null,
    random: seededRandom(`${place} ${at}`),
  };
}

/** Of a hundred orders eighty-four end well. */
function drawFate(random: Random): OrderFate {
  const number = random() * 100;
  if (number < 84) return { kind: "fulfilled" };
  if (number < 89)
    return { kind: "denied", reason: pickFrom(["ITEM_AVAILABILITY", "CAPACITY", "STORE_CLOSED"], random) };
  if (number < 91) return { kind: "undecided" };
  if (number < 95) return { kind: "unpaid" };
  if (number < 98) return { kind: "cancelled_by_diner" };
  return { kind: "cancelled_by_store", reason: pickFrom(["CAPACITY", "OTHER"], random) };
}

const [first, ...others] = Object.values(guests);
if (first === undefined) throw new Error("the demonstration has no guests");
const everybody = [first, ...others] as const;
