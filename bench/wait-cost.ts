/** The cost of one estimate at a full house: 60 tables, 40 parties in line, all sizes, reservations to come. */
import type { Claim } from "../src/bookings/tables/claim.ts";
import { WaitSimulation } from "../src/waitlist/estimate/simulate-waits.ts";
import { sceneOf, wholeMinute, type WaitState } from "../src/waitlist/estimate/wait-scene.ts";
import { chanceFrom } from "./wait-evening.ts";
import { restaurants } from "./wait-restaurants.ts";

export interface Cost {
  readonly median: number;
  readonly p99: number;
  /** The same of the thread's own CPU time, which other work on the machine does not lengthen. */
  readonly cpuMedian: number;
  readonly cpuP99: number;
  /** The longest time without giving the event loop back. */
  readonly longestSlice: number;
}

const minuteMs = 60_000;

export function measureCost(times: number): Cost {
  const took: number[] = [];
  const cpu: number[] = [];
  let longestSlice = 0;
  for (let round = -20; round < times; round++) {
    const { state, line } = fullHouse(round);
    const began = performance.now();
    const before = process.threadCpuUsage();
    const simulation = new WaitSimulation(sceneOf(state, line, 1 + (Math.abs(round) % 6)));
    for (let done = false; !done;) {
      const from = performance.now();
      done = simulation.advance(32);
      if (round >= 0) longestSlice = Math.max(longestSlice, performance.now() - from);
    }
    void simulation.waits;
    const { user, system } = process.threadCpuUsage(before);
    if (round < 0) continue;
    took.push(performance.now() - began);
    cpu.push((user + system) / 1000);
  }
  return {
    median: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    cpuMedian: quantile(cpu, 0.5),
    cpuP99: quantile(cpu, 0.99),
    longestSlice,
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

function fullHouse(seed: number): {
  readonly state: WaitState;
  readonly line: readonly { readonly id: string; readonly party_size: number }[];
} {
  const venue = restaurants[2]?.venue;
  if (venue === undefined) throw new Error("there is no large room");
  const chance = chanceFrom(seed + 100);
  const now = wholeMinute(Date.UTC(2026, 0, 2, 19));
  const units = [...venue.units.values()].map(({ unit }) => unit);
  const seated = units.map((unit, index) => ({
    id: `bkg_${seed}_${index}` as WaitState["seated"][number]["id"],
    unit_ids: [unit.unitId],
    party_size: unit.maxSeats,
    seated_at: now - Math.floor(chance.next() * 80) * minuteMs,
    experience_id: null,
  }));
  const claims = units
    .filter(() => chance.next() < 0.4)
    .map((unit, index): Claim => {
      const from = now + (75 + Math.floor(chance.next() * 90)) * minuteMs;
      const owner = {
        kind: "booking",
        ownerId: `bkg_${seed}_r${index}`,
        startsAt: from,
        partySize: unit.maxSeats,
      } as const;
      return { ...owner, unitId: unit.unitId, from, until: from + 90 * minuteMs };
    });
  const line = Array.from({ length: 40 }, (_, index) => ({
    id: `bkw_${seed}_${index}`,
    party_size: 1 + Math.floor(chance.next() * 8),
  }));
  return { state: { venue, now, claims, seated, past: [] }, line };
}
