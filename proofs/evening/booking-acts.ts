/** The acts of hosts on booked parties and walk-ins; each act says what the party should be afterwards. */
import type { CallAnswer } from "../../test/harness/service.ts";
import type { Host, House } from "./house.ts";
import type { Party } from "./model.ts";
import { bufferMs, minuteMs, tables } from "./restaurant.ts";

type Expects = Parameters<House["model"]["see"]>[2];

/** Counts an act that was done and takes its answer; answers undefined when it was refused. */
export function taken(house: House, act: string, answer: CallAnswer, expects: Expects): Party | undefined {
  if (answer.status >= 300) return undefined;
  house.count(act);
  return house.model.see(act, answer.body, expects);
}

/** A refusal is right only when there was no table. */
export function checkRefused(house: House, act: string, answer: CallAnswer, free: readonly string[]): void {
  if (answer.status < 300) return;
  const isFull = answer.status === 409 && answer.body.code === "slot_unavailable";
  if (!isFull || free.length > 0)
    house.model.violation(
      `${act} was refused although ${free.join(", ") || "nothing"} is free: ${answer.text.slice(0, 200)}`,
    );
}

/** Parties that the rule of seating has moved to make room, as the partner drains changes: who moved says so. */
export async function followRepairs(house: House): Promise<void> {
  const since = new Date(house.tick() - 10_000).toISOString();
  const path = `/v1/bookings?location_id=${house.locationId}&limit=100&updated_since=${since}`;
  const drained = await house.partner.call("GET", path);
  const moved: Party[] = [];
  for (const booking of drained.body.data) {
    const party = house.model.parties.get(booking.id);
    if (party === undefined || booking.updated_by !== "service" || booking.version !== party.version + 1) continue;
    moved.push({ ...party, units: booking.table.unit_ids, version: booking.version, isRepaired: true });
  }
  house.count("moved by repair", moved.length);
  // Parties that change places are taken together before any is judged.
  for (const party of moved) house.model.parties.set(party.id, party);
  for (const party of moved) house.model.place("repair", party);
}

/** Seats an expected party: by the rule, or at a table that the host chooses. */
export async function seat(house: House, host: Host, party: Party, way: "rule" | "chosen"): Promise<Party | undefined> {
  const now = house.tick();
  const free = house.model.freeFor(party.size);
  const [unit] = way === "chosen" ? free : [];
  const own = house.model.isFree(party.units, { from: now, until: party.endsAt + bufferMs }, [party.id]);
  const answer = await house.act(
    host,
    "POST",
    `/bookings/${party.id}/seat`,
    unit === undefined ? {} : { unit_ids: [unit] },
  );
  const act = unit === undefined ? "seat by rule" : "seat at chosen tables";
  checkRefused(house, act, answer, own ? party.units : free);
  await followRepairs(house);
  const at = unit === undefined ? (own ? { units: party.units } : {}) : { units: [unit] };
  return taken(house, act, answer, { status: "in_service", late: null, ...at });
}

/** Seats a party that walks in; undefined when there is no table. */
export async function walkIn(
  house: House,
  host: Host,
  size: number,
  way: "rule" | "chosen" | "taken",
): Promise<Party | undefined> {
  house.tick();
  const free = house.model.freeFor(size);
  const sits = house.model.of("in_service")[0]?.units[0];
  const unit = way === "chosen" ? free.at(-1) : way === "taken" ? sits : undefined;
  const key = `door-${house.model.parties.size}-${house.tick()}`;
  const body = {
    party_size: size,
    guest: { first_name: "Door" },
    ...(unit === undefined ? {} : { unit_ids: [unit], allow_over_capacity: true }),
  };
  const send = (): Promise<CallAnswer> => house.call(host, "POST", house.at("walk_ins"), body, key);
  const answer = house.known(host, await send());
  if (way === "taken" && unit !== undefined) {
    if (answer.status !== 409)
      house.model.violation(`a walk-in got table ${unit}, where a party sits: ${answer.text.slice(0, 200)}`);
    else house.count("walk-in at a taken table, refused");
    return undefined;
  }
  checkRefused(house, "walk-in", answer, free);
  await followRepairs(house);
  const act = unit === undefined ? "walk-in by rule" : "walk-in at chosen tables";
  const party = taken(house, act, answer, {
    status: "in_service",
    size,
    ...(unit === undefined ? {} : { units: [unit] }),
  });
  if (party !== undefined && house.model.parties.size % 5 === 0) {
    const again = await send();
    if (again.body.id === party.id) house.count("walk-in sent twice");
    else house.model.violation(`a walk-in that was sent twice is ${party.id} and ${again.text.slice(0, 100)}`);
  }
  return party;
}

/** An act that changes the status and nothing else. */
export async function end(
  house: House,
  host: Host,
  party: Party,
  what: "complete" | "no_show" | "venue_cancel",
): Promise<Party | undefined> {
  const status = { complete: "completed", no_show: "no_show", venue_cancel: "cancelled_by_venue" }[what];
  const answer = await house.act(host, "POST", `/bookings/${party.id}/${what}`);
  if (answer.status >= 300)
    house.model.violation(`${what} of ${party.id} (${party.status}) was refused: ${answer.text.slice(0, 200)}`);
  return taken(house, what, answer, { status });
}

/** Takes the latest step back; `was` is the party before that step. */
export async function undo(
  house: House,
  host: Host,
  party: Party,
  was: Party | undefined,
  of: string,
): Promise<Party | undefined> {
  const now = house.tick();
  const sits = was?.status === "in_service";
  const from = sits ? now : (was?.startsAt ?? now);
  const until = Math.max(was?.endsAt ?? now, sits ? now + 15 * minuteMs : 0) + bufferMs;
  const isFree = was !== undefined && house.model.isFree(was.units, { from, until }, [party.id]);
  const answer = await house.act(host, "POST", `/bookings/${party.id}/undo`);
  const act = `undo ${of}`;
  if (was === undefined) return taken(house, act, answer, { status: "cancelled_by_venue" });
  checkRefused(house, act, answer, isFree ? was.units : []);
  return taken(house, act, answer, {
    status: was.status,
    seatedAt: was.seatedAt,
    ...(isFree ? { units: was.units } : {}),
  });
}

/** Gives a party another table, which is free for its time. */
export async function move(house: House, host: Host, party: Party): Promise<void> {
  const now = house.tick();
  const from = party.status === "confirmed" ? party.startsAt : now;
  const span = { from, until: Math.max(party.endsAt, now + 15 * minuteMs) + bufferMs };
  const free = tables.filter(
    ({ unitId, maxSeats }) =>
      maxSeats >= party.size && !party.units.includes(unitId) && house.model.isFree([unitId], span),
  );
  const unit = free.at(-1)?.unitId;
  if (unit === undefined) return;
  const answer = await house.act(host, "POST", `/bookings/${party.id}/move`, { unit_ids: [unit] });
  checkRefused(house, "move", answer, [unit]);
  if (taken(house, "move", answer, { units: [unit] }) === undefined) return;
  if (party.status === "confirmed" && party.startsAt <= now) house.model.movedLate.add(party.id);
}

/** Two parties that sit change places: both or neither. */
export async function swap(house: House, host: Host, party: Party, other: Party): Promise<void> {
  const swap_expected_version = other.version;
  const body = { swap_with: other.id, swap_expected_version, allow_overrun: true, allow_over_capacity: true };
  const answer = await house.act(host, "POST", `/bookings/${party.id}/move`, body);
  if (answer.status >= 300) return;
  const partner = await house.call(host, "GET", `/bookings/${other.id}`);
  // Both are taken before either is judged: halfway, one table has two parties.
  house.model.parties.set(other.id, { ...other, units: [] });
  taken(house, "swap", answer, { units: other.units });
  house.model.parties.set(other.id, other);
  taken(house, "swap", house.known(host, partner), { units: party.units });
}

/** Another size; the party keeps its tables. */
export async function resize(house: House, host: Host, party: Party, size: number): Promise<void> {
  const body = { party_size: size, allow_over_capacity: true };
  const answer = await house.act(host, "POST", `/bookings/${party.id}/party_size`, body);
  checkRefused(house, "party size", answer, party.units);
  taken(
    house,
    "party size",
    answer,
    size === party.size ? { size, version: party.version } : { size, units: party.units },
  );
}

/** Notes that an expected party is late. */
export async function noteLate(house: House, host: Host, party: Party, minutes: number): Promise<void> {
  const now = house.tick();
  const answer = await house.act(host, "POST", `/bookings/${party.id}/late`, { minutes });
  const until = Date.parse(String(answer.body.late_until));
  const should = Math.max(party.startsAt, now) + minutes * minuteMs;
  if (!(Math.abs(until - should) < minuteMs))
    house.model.violation(`${party.id} is late until ${answer.text.slice(0, 100)}`);
  taken(house, "late", answer, { late: answer.body.late_until, units: party.units });
}

/** Both hosts write a note at once, having seen the same version: one is stale, reads anew and writes again. */
export async function noteTogether(house: House, party: Party): Promise<void> {
  const [first, second] = house.hosts;
  for (const host of house.hosts) host.known.set(party.id, party.version);
  const send = (host: Host, body: object): Promise<CallAnswer> =>
    house.call(host, "PATCH", `/bookings/${party.id}`, { ...body, expected_version: party.version });
  const texts = { venue_notes: `by Hana ${party.version}`, notes: `by Henri ${party.version}` };
  const answers = await Promise.all([
    send(first, { venue_notes: texts.venue_notes }),
    send(second, { notes: texts.notes }),
  ]);
  const codes = answers
    .map(({ status, body }) => (status < 300 ? "done" : String(body.code)))
    .toSorted()
    .join(" ");
  if (codes !== "done stale_version") house.model.violation(`two notes at once on ${party.id}: ${codes}`);
  const isFirst = (answers[0]?.status ?? 500) < 300;
  const won = answers[isFirst ? 0 : 1];
  if (won === undefined || won.status >= 300) return;
  taken(
    house,
    "notes",
    house.known(isFirst ? first : second, won),
    isFirst ? { venueNotes: texts.venue_notes } : { notes: texts.notes },
  );
  const late = isFirst ? { notes: texts.notes } : { venue_notes: texts.venue_notes };
  const again = await house.act(isFirst ? second : first, "PATCH", `/bookings/${party.id}`, late);
  taken(house, "notes", again, { notes: texts.notes, venueNotes: texts.venue_notes });
  house.count("two hosts at once, one stale");
}

/** Two walk-ins are seated at one table at once: one of them gets it. */
export async function seatTogether(house: House): Promise<readonly Party[]> {
  house.tick();
  const unit = house.model.freeFor(2)[0];
  if (unit === undefined) return [];
  const body = { party_size: 2, unit_ids: [unit] };
  const answers = await Promise.all(house.hosts.map((host) => house.call(host, "POST", house.at("walk_ins"), body)));
  const codes = answers
    .map(({ status }) => status)
    .toSorted((a, b) => a - b)
    .join(" ");
  if (codes !== "201 409") house.model.violation(`two walk-ins for table ${unit} at once: ${codes}`);
  house.count("two hosts at once, one table");
  return answers.flatMap(
    (answer) => taken(house, "walk-in at chosen tables", answer, { units: [unit], size: 2 }) ?? [],
  );
}
