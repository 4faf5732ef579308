/** The parties of the evening, and what each will do: drawn before the evening. Pure. */
import { minuteMs } from "./restaurant.ts";

export type Fate = "comes" | "early" | "late" | "missed" | "cancelled" | "guest_cancels";

export interface Plan {
  readonly fate: Fate;
  /** Minutes after the start at which the party is there, or after which nobody waits for it. */
  readonly after: number;
}

export type Draw = (from: number, below: number) => number;

/** Whole numbers of a source of randomness. */
export const drawOf =
  (random: () => number): Draw =>
  (from, below) =>
    from + Math.floor(random() * (below - from));

/** What a party that has booked will do. */
export function drawPlan(draw: Draw): Plan {
  const share = draw(0, 100);
  if (share < 55) return { fate: "comes", after: draw(0, 2) * 5 };
  if (share < 68) return { fate: "early", after: -10 };
  if (share < 82) return { fate: "late", after: draw(0, 2) === 0 ? 10 : 15 };
  if (share < 91) return { fate: "missed", after: 20 };
  if (share < 96) return { fate: "cancelled", after: -draw(6, 18) * 5 };
  return { fate: "guest_cancels", after: -90 };
}

/** The size of a party: two most often. */
export function drawSize(draw: Draw): number {
  return [2, 2, 2, 2, 1, 3, 3, 4, 4, 4, 5, 6][draw(0, 12)] ?? 2;
}

/** So many moments of the evening, first to last, on whole five minutes. */
export function drawMoments(draw: Draw, count: number, from: number, until: number): number[] {
  const steps = Math.floor((until - from) / (5 * minuteMs));
  return Array.from({ length: count }, () => from + draw(0, steps) * 5 * minuteMs).toSorted((a, b) => a - b);
}
