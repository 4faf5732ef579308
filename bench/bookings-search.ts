/**
 * Searches in one process: 120 tables, 80 combinations, three areas, lunch and dinner every quarter of an hour, with
 * bookings on about two thirds of the evening's tables; windows of 1, 7 and 31 days. In the same run a scan of sorted
 * intervals gives the same answers. Then 1,000 such venues are asked in turn, beside one. The first half of `npm run
 * bench:bookings`; `node bench/bookings-search.ts --quick` takes a fifth of the time. To reach: 31 days p99 under 2 ms;
 * 1,000 venues at most twice the median of one, whose memory is always warm. The exit code is 1 when a bound is missed.
 */
import { searchAvailability, type Slot, type SlotQuery } from "../src/bookings/search/availability.ts";
import type { Claim } from "../src/bookings/tables/claim.ts";
import { drawBusyWeeks, drawLargeVenue, scanForSlots } from "./bookings-venue.ts";

const quick = process.argv.includes("--quick");
const secondsEach = quick ? 0.6 : 3;
const now = Date.UTC(2027, 3, 1, 8);
const dayMs = 24 * 3_600_000;
const wanted = { days: 31, p99Ms: 2, slowerBy: 2 };

interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

function measure(run: (turn: number) => unknown): Figures {
  for (let turn = 0; turn < 200; turn++) run(turn);
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() - began < secondsEach * 1000) {
    const at = performance.now();
    run(times.length);
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), perSecond: times.length / secondsEach };
}

function queryOf(days: number, partySize: number): SlotQuery {
  const start = Date.UTC(2027, 3, 2);
  return { start, end: start + days * dayMs, partySize, experience: null, areaId: null };
}

function search(venue: typeof first, claims: readonly Claim[], query: SlotQuery): readonly Slot[] {
  const found = searchAvailability(venue, claims, query, now);
  if (!Array.isArray(found)) throw new Error("the search was refused");
  return found;
}

const textOf = (slots: readonly { startsAt: number; areaId: string }[]): string =>
  slots.map(({ startsAt, areaId }) => `${startsAt} ${areaId}`).join("\n");
const show = ({ p50, p99, perSecond }: Figures): string =>
  `${p50.toFixed(3).padStart(9)}${p99.toFixed(3).padStart(9)}${String(Math.round(perSecond)).padStart(9)}`;

const first = drawLargeVenue(1);
const claims = drawBusyWeeks(first, 1, Date.UTC(2027, 3, 2), 32);
let reached = true;

console.log("             bitsets, ms                interval scan, ms");
console.log("  days      p50      p99      /s       p50      p99      /s    x at p50   claims   slots");
for (const days of [1, 7, 31]) {
  const until = Date.UTC(2027, 3, 2) + (days + 1) * dayMs;
  const inWindow = claims.filter(({ from }) => from < until);
  const queries = Array.from({ length: 9 }, (_, index) => queryOf(days, index + 1));
  const pick = (turn: number): SlotQuery => queries[turn % queries.length] ?? queryOf(days, 2);
  let slots = 0;
  for (const query of queries) {
    const found = search(first, inWindow, query);
    slots += found.length;
    if (textOf(found) !== textOf(scanForSlots(first, inWindow, query, now))) throw new Error("the two disagree");
  }
  const bits = measure((turn) => search(first, inWindow, pick(turn)));
  const scan = measure((turn) => scanForSlots(first, inWindow, pick(turn), now));
  const times = (scan.p50 / bits.p50).toFixed(1).padStart(10);
  const counts = `${String(inWindow.length).padStart(9)}${String(Math.round(slots / queries.length)).padStart(8)}`;
  console.log(`${String(days).padStart(6)}${show(bits)} ${show(scan)}${times}${counts}`);
  if (days === wanted.days && bits.p99 >= wanted.p99Ms) reached = false;
}

const venues = Array.from({ length: 1_000 }, (_, index) => {
  const venue = drawLargeVenue(index + 1);
  return { venue, claims: drawBusyWeeks(venue, index + 1, Date.UTC(2027, 3, 2), 2) };
});
const one = measure((turn) => search(venues[0]?.venue ?? first, venues[0]?.claims ?? [], queryOf(1, 1 + (turn % 9))));
const all = measure((turn) => {
  const next = venues[turn % venues.length];
  return search(next?.venue ?? first, next?.claims ?? [], queryOf(1, 1 + (turn % 9)));
});
console.log(`\n1 venue, 1 day:      ${show(one)}`);
console.log(`1,000 venues in turn:${show(all)}   heap ${Math.round(process.memoryUsage().heapUsed / 1e6)} MB`);
if (all.p50 > one.p50 * wanted.slowerBy) reached = false;
console.log(reached ? "\nreached" : "\nNOT reached");
process.exitCode = reached ? 0 : 1;
