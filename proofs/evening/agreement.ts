/** Whether all views agree: the model, the book, the floor, the line, the snapshot, the partner's calls, and the claims. */
import type { StaffBooking } from "../../src/console/bookings/booking-wire.schemas.ts";
import type { StandEntry } from "../../src/console/stand/stand-waitlist.schemas.ts";
import type { StandSnapshot } from "../../src/console/stand/stand-wire.schemas.ts";
import { expectedTables, textOf, type ShownTable } from "./expected-floor.ts";
import type { CallAnswer } from "../../test/harness/service.ts";
import type { House } from "./house.ts";
import { isLive, partyOf, sorted, type Party, type Waiting } from "./model.ts";
import { waitingOf } from "./line-acts.ts";
import { bufferMs, minuteMs } from "./restaurant.ts";

export interface Agreement {
  readonly compared: number;
  readonly disagreements: readonly string[];
}

type Lines = ReadonlyMap<string, string>;

const iso = (at: number | null): string => (at === null ? "-" : new Date(at).toISOString());

function partyLine(party: Party, showsVenueNotes: boolean): string {
  const { status, size, units, startsAt, endsAt, seatedAt, late, notes, venueNotes, version } = party;
  const own = showsVenueNotes ? venueNotes : null;
  return JSON.stringify([
    status,
    version,
    size,
    sorted(units),
    iso(startsAt),
    iso(endsAt),
    iso(seatedAt),
    late,
    notes,
    own,
  ]);
}

const entryLine = ({ status, size, notes, quoted }: Waiting, place: number): string =>
  JSON.stringify([place, status, size, notes, quoted]);

/** Reads everything anew, and compares each with the model. */
export async function compareAll(
  house: House,
  evening: { readonly from: number; readonly until: number },
): Promise<Agreement> {
  const [host, other] = house.hosts;
  const window = `start=${iso(evening.from)}&end=${iso(evening.until)}`;
  const read = async (path: string): Promise<CallAnswer["body"]> =>
    (await house.call(other, "GET", house.at(path))).body;
  const ask = async (path: string): Promise<CallAnswer["body"]> => (await house.partner.call("GET", path)).body;
  const snapshot = await house.look(host);
  const book = await read(`bookings?${window}&limit=500`);
  const floors = [await read("floor"), await ask(`/v1${house.at("booking_floor")}`)] as const;
  const lines = [await read("waitlist"), await ask(`/v1${house.at("waitlist")}`)] as const;
  const blocks = await read("table_blocks");
  const theirs = await readPartner(house, window);
  house.tick();
  const found = new Findings();
  const { model } = house;
  const staff = linesOf([...model.parties.values()], (party) => partyLine(party, true));
  const partner = linesOf([...model.parties.values()], (party) => partyLine(party, false));
  found.compare(
    "the book",
    linesOf(book.data as StaffBooking[], (one) => partyLine(partyOf(one), true)),
    staff,
  );
  found.compare(
    "the snapshot's bookings",
    linesOf(snapshot.bookings, (one) => partyLine(partyOf(one), true)),
    staff,
  );
  found.compare(
    "the partner's list",
    linesOf(theirs, (one) => partyLine(partyOf(one), true)),
    partner,
  );
  for (const [index, floor] of floors.entries())
    compareFloor(found, house, index === 0 ? "the floor" : "the partner's floor", floor);
  compareLine(found, house, snapshot, lines);
  const ours = linesOf(
    [...model.blocks.values()].filter(({ until }) => until > model.now),
    (one) => `${sorted(one.units)} ${iso(one.until)}`,
  );
  for (const [name, shown] of [
    ["the blocks", blocks.data],
    ["the snapshot's blocks", snapshot.floor.blocks],
  ] as const)
    found.compare(
      name,
      linesOf(shown as StandSnapshot["floor"]["blocks"], (one) => `${sorted(one.unit_ids)} ${one.until}`),
      ours,
    );
  await compareClaims(found, house);
  return found;
}

class Findings implements Agreement {
  compared = 0;
  readonly disagreements: string[] = [];

  compare(name: string, shown: Lines, expected: Lines): void {
    for (const id of new Set([...shown.keys(), ...expected.keys()])) {
      this.compared += 1;
      const [is, want] = [shown.get(id), expected.get(id)];
      if (is !== want)
        this.disagreements.push(`${name}: ${id} is ${is ?? "not there"}, and the model has ${want ?? "nothing"}`);
    }
  }

  same(name: string, is: unknown, want: unknown): void {
    this.compare(name, new Map([["all", JSON.stringify(is)]]), new Map([["all", JSON.stringify(want)]]));
  }
}

function linesOf<T extends { readonly id: string }>(
  all: readonly T[],
  write: (one: T, index: number) => string,
): Lines {
  return new Map(all.map((one, index) => [one.id, write(one, index)]));
}

async function readPartner(house: House, window: string): Promise<readonly StaffBooking[]> {
  const all: StaffBooking[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&starting_after=${encodeURIComponent(cursor)}`;
    const page = await house.partner.call(
      "GET",
      `/v1/bookings?location_id=${house.locationId}&${window}&limit=100${after}`,
    );
    all.push(...page.body.data);
    cursor = page.body.next_cursor;
  }
  return all;
}

interface ShownFloor {
  readonly as_of: string;
  readonly tables: readonly ShownTable[];
  readonly areas: readonly { readonly area_id: string; readonly seats_in_use: number }[];
  readonly summary: {
    readonly tables_total: number;
    readonly tables_busy: number;
    readonly tables_out_of_service: number;
  };
}

function compareFloor(found: Findings, { model }: House, name: string, floor: ShownFloor): void {
  const at = Date.parse(floor.as_of);
  const byTable = (texts: readonly string[]): Lines => new Map(texts.map((text) => [text.split(" ")[0] ?? "", text]));
  found.compare(name, byTable(floor.tables.map(textOf)), byTable(expectedTables(model, at)));
  const seated = model.of("in_service");
  const blocked = [...model.blocks.values()].filter(({ from, until }) => from <= at && at < until);
  const { tables_busy, tables_out_of_service } = floor.summary;
  found.same(
    `${name}, its sums`,
    [tables_busy, tables_out_of_service],
    [new Set(seated.flatMap(({ units }) => units)).size, new Set(blocked.flatMap(({ units }) => units)).size],
  );
  const guests = floor.areas.reduce((sum, { seats_in_use }) => sum + seats_in_use, 0);
  found.same(
    `${name}, its guests`,
    guests,
    seated.reduce((sum, { size }) => sum + size, 0),
  );
}

function compareLine(
  found: Findings,
  house: House,
  snapshot: StandSnapshot,
  [staff, partner]: readonly [
    StandSnapshot["waitlist"],
    { readonly open: boolean; readonly entries: readonly StandEntry[] },
  ],
): void {
  const { model } = house;
  const ours = linesOf(model.inLine(), (entry, index) => entryLine(entry, index + 1));
  const shown = [
    ["the line", staff],
    ["the snapshot's line", snapshot.waitlist],
    ["the partner's line", partner],
  ] as const;
  for (const [name, line] of shown) {
    found.compare(
      name,
      linesOf(line.entries, (entry) => entryLine(waitingOf(entry), entry.position)),
      ours,
    );
    found.same(`${name} is open`, line.open, model.isOpen);
  }
  const minutes: Readonly<Record<string, number>> = { seated: 15, removed: 30, expired: 30 };
  const gone = [...model.waiting.values()].filter(
    ({ status, endedAt }) => (endedAt ?? 0) + (minutes[status] ?? 0) * minuteMs > model.now,
  );
  const ended = linesOf(
    gone.filter(({ status }) => status in minutes),
    ({ status, version }) => `${status} ${version}`,
  );
  for (const [name, line] of shown.slice(0, 2))
    found.compare(
      `${name}, who can be put back`,
      linesOf("ended" in line ? line.ended : [], ({ status, version }) => `${status} ${version}`),
      ended,
    );
}

/** The claims themselves: no two overlap, each party has those of its tables, and nobody else has any that is not over. */
async function compareClaims(found: Findings, house: House): Promise<void> {
  const { database } = house.partner.service;
  const twice = await database.read.rows<{ a: string; b: string; unit: string }>(
    `SELECT a.owner_id AS a, b.owner_id AS b, a.unit_id AS unit FROM claims a
     JOIN claims b ON b.location_id = a.location_id AND b.unit_id = a.unit_id AND b.owner_id > a.owner_id AND a.during && b.during
     WHERE a.location_id = $1`,
    [house.locationId],
  );
  for (const { a, b, unit } of twice) found.disagreements.push(`a claim is held twice: table ${unit} by ${a} and ${b}`);
  const rows = await database.read.rows<{ id: string; kind: string; units: string[]; from: number; until: number }>(
    `SELECT owner_id AS id, kind, array_agg(unit_id) AS units, min(lower(during)) AS from, max(upper(during)) AS until
     FROM claims WHERE location_id = $1 GROUP BY owner_id, kind`,
    [house.locationId],
  );
  const { model } = house;
  const isExpected = (id: string): boolean => model.parties.get(id)?.status === "confirmed";
  const spanText = (id: string, from: number, until: number): string =>
    model.movedLate.has(id) ? ` ${iso(until)}` : ` ${iso(from)} ${iso(until)}`;
  const timeOf = ({ id, startsAt, endsAt }: Party): string =>
    isExpected(id) ? spanText(id, startsAt, endsAt + bufferMs) : "";
  const parties = linesOf([...model.parties.values()].filter(isLive), (party) => sorted(party.units) + timeOf(party));
  const blocks = linesOf(
    [...model.blocks.values()].filter(({ until }) => until > model.now),
    ({ units }) => sorted(units),
  );
  const shown = rows
    .filter(({ kind, until }) => kind !== "block" || until > model.now)
    .map((row) => ({
      ...row,
      time: isExpected(row.id) ? spanText(row.id, row.from, row.until) : "",
    }));
  found.compare(
    "the claims",
    linesOf(shown, ({ units, time }) => sorted(units) + time),
    new Map([...parties, ...blocks]),
  );
}
