/**
 * The parties of the demonstration restaurant in the weeks before its first start: who came, who did not, and who waited.
 * Pure.
 */
import { wallTime } from "../../kernel/wall-time.ts";
import type { Random } from "../../pricing/draw-basket.ts";
import { guests, type DemoGuest } from "../demo-evening.ts";
import { pastDays } from "./plan-orders.ts";
import { seededRandom } from "./seeded-random.ts";

/** One party of a past evening. */
export interface PastParty {
  readonly daysAgo: number;
  /** Minutes after midnight, by the wall clock. */
  readonly at: number;
  readonly guest: DemoGuest | null;
  readonly partySize: number;
  readonly table: string;
  readonly status: "completed" | "no_show" | "cancelled_by_guest" | "cancelled_by_venue";
  readonly minutes: number;
  /** Who came without a booking and waited at the door for so many minutes. */
  readonly waited: number | null;
}

/** A party that waited at the door and got no table. */
export interface GoneParty {
  readonly daysAgo: number;
  readonly at: number;
  readonly guest: DemoGuest;
  readonly partySize: number;
  readonly stayed: number;
}

const tables = ["t1", "t4", "t2", "t5", "t3", "t7", "g1", "t6", "g2", "g3"] as const;
const sizes = [2, 4, 2, 3, 2, 6, 4, 4, 3, 2] as const;
const everybody = Object.values(guests);

/** The parties of four weeks of evenings: two turns of tables, the second fuller towards the end of a week. */
export function pastParties(today: string): readonly PastParty[] {
  return Array.from({ length: pastDays }, (_, day) => day + 1).flatMap((daysAgo) => {
    const evening = wallTime(today) - daysAgo * 24 * 60 * 60_000;
    const random = seededRandom(`parties ${evening}`);
    const isWeekend = [0, 5, 6].includes(new Date(evening).getUTCDay());
    const count = (isWeekend ? 13 : 7) + Math.floor(random() * 5);
    return Array.from({ length: count }, (_, index) => drawParty(daysAgo, index, random));
  });
}

function drawParty(daysAgo: number, index: number, random: Random): PastParty {
  const isSecond = index >= tables.length;
  const isKnown = random() < 0.7;
  const fate = isKnown ? drawFate(random) : "completed";
  const guest = isKnown ? (everybody[Math.floor(random() * everybody.length)] ?? null) : null;
  return {
    daysAgo,
    at: (isSecond ? 21 : 18) * 60 + 30 + (index % 4) * 15,
    guest,
    partySize: sizes[index % sizes.length] ?? 2,
    table: tables[index % tables.length] ?? "t1",
    status: fate,
    minutes: 65 + Math.floor(random() * 40),
    waited: !isKnown && random() < 0.6 ? 5 + Math.floor(random() * 30) : null,
  };
}

/** Of a hundred bookings eighty-eight are kept. */
function drawFate(random: Random): PastParty["status"] {
  const number = random() * 100;
  if (number < 88) return "completed";
  if (number < 93) return "no_show";
  return number < 98 ? "cancelled_by_guest" : "cancelled_by_venue";
}

/** On every second evening somebody gave up waiting. */
export function goneParties(): readonly GoneParty[] {
  return Array.from({ length: pastDays / 2 }, (_, index) => ({
    daysAgo: index * 2 + 1,
    at: 20 * 60 + 5 + ((index * 7) % 40),
    guest: everybody[(index * 5) % everybody.length] ?? guests.camille,
    partySize: [2, 4, 3, 5][index % 4] ?? 2,
    stayed: 12 + ((index * 11) % 25),
  }));
}
