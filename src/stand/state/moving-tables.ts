/** The tables to which a party can be moved, judged for its own time. This is the stand's proposal; the server decides. Pure. */
import type { Fit, Hindrance } from "./fitting-tables.ts";
import type { Party, Span } from "./stand-model.ts";
import { expectedAt, expectedParties, seatedParties, type StandState } from "./stand-state.ts";
import { seatsOf } from "./tables-now.ts";

/** A party that stays beyond its time is taken to sit for so much longer. */
const longerMs = 60 * 60_000;

/** Who or what has tables, and when. */
interface Taking extends Span {
  readonly unitIds: readonly string[];
  /** The party that comes or sits; null for a hold or a block. */
  readonly party: Party | null;
}

/** Other tables that are open for the time of a party, the tightest fit first; single tables before joined ones. */
export function movingTables(stand: StandState, party: Party, nowMs: number): Fit[] {
  const { units, combinations } = stand.settings;
  const singles = units.map(({ id, minSeats, maxSeats }) => ({ unitIds: [id], minSeats, maxSeats }));
  const present = party.unitIds.toSorted().join(" ");
  return [...singles, ...combinations]
    .filter(({ minSeats, maxSeats }) => minSeats <= party.size && party.size <= maxSeats)
    .filter(({ unitIds }) => unitIds.toSorted().join(" ") !== present)
    .filter(({ unitIds }) => isOpen(stand, unitIds) && inTheWay(stand, party, unitIds, nowMs).length === 0)
    .map(({ unitIds, maxSeats }) => ({ unitIds, seats: maxSeats }))
    .toSorted((a, b) => a.unitIds.length - b.unitIds.length || a.seats - b.seats);
}

/** What stands in the way of moving a party to tables chosen by hand; `taken` nobody passes over. */
export function moveHindrances(
  stand: StandState,
  party: Party,
  unitIds: readonly string[],
  nowMs: number,
): Hindrance[] {
  const { from } = timeOf(stand, party, nowMs);
  const found = inTheWay(stand, party, unitIds, nowMs);
  // A booked party that comes later ends the stay then, if the host likes; all else is there for the whole time.
  const isTaken = found.some((taking) => taking.party === null || taking.from <= from);
  const next = found.toSorted((a, b) => a.from - b.from)[0]?.party ?? null;
  const seats = seatsOf(stand, unitIds);
  return [
    ...(isTaken || !isOpen(stand, unitIds) ? [{ kind: "taken" } as const] : []),
    ...(seats < party.size ? [{ kind: "small", seats } as const] : []),
    ...(next === null || isTaken ? [] : [{ kind: "reserved", name: next.name, at: expectedAt(next) } as const]),
  ];
}

/** From its start, or from now on when that has passed or it sits, until its time and the buffer after it are up. */
function timeOf({ settings }: StandState, { status, startsAt, endsAt }: Party, nowMs: number): Span {
  const from = status === "in_service" ? nowMs : Math.max(startsAt, nowMs);
  return { from, until: Math.max(endsAt, from + 1) + settings.bufferMs };
}

function isOpen({ settings }: StandState, unitIds: readonly string[]): boolean {
  return settings.units.every(({ id, outOfService }) => !outOfService || !unitIds.includes(id));
}

function inTheWay(stand: StandState, party: Party, unitIds: readonly string[], nowMs: number): Taking[] {
  const { from, until } = timeOf(stand, party, nowMs);
  return takingsOf(stand, nowMs).filter(
    (taking) =>
      taking.party?.id !== party.id &&
      taking.unitIds.some((id) => unitIds.includes(id)) &&
      taking.from < until &&
      from < taking.until,
  );
}

function takingsOf(stand: StandState, nowMs: number): Taking[] {
  const { bufferMs } = stand.settings;
  const expected = expectedParties(stand).map((party) => {
    return { party, from: party.startsAt, until: party.endsAt + bufferMs };
  });
  const seated = seatedParties(stand).map((party) => {
    const until = (party.endsAt <= nowMs ? nowMs + longerMs : party.endsAt) + bufferMs;
    return { party, from: party.seatedAt ?? party.startsAt, until };
  });
  return [
    ...[...expected, ...seated].map((taking) => ({ ...taking, unitIds: taking.party.unitIds })),
    ...[...stand.holds.values()]
      .filter(({ expiresAt }) => expiresAt > nowMs)
      .map(({ unitIds, startsAt, endsAt }) => ({ unitIds, from: startsAt, until: endsAt, party: null })),
    ...[...stand.blocks.values()].map(({ unitIds, from, until }) => ({ unitIds, from, until, party: null })),
  ];
}
