/** The acts of hosts, of the partner and of time on the line. */
import type { StandEntry } from "../../src/console/stand/stand-waitlist.schemas.ts";
import type { CallAnswer } from "../../test/harness/service.ts";
import { followRepairs, taken } from "./booking-acts.ts";
import type { Host, House } from "./house.ts";
import type { Party, Waiting } from "./model.ts";

const quoteOf = ({ min, max }: { readonly min: number; readonly max: number }): string => `${min}-${max}`;

/** An entry as the model keeps it. */
export function waitingOf(entry: StandEntry): Waiting {
  return {
    id: entry.id,
    status: entry.status,
    size: entry.party_size,
    notes: entry.notes,
    quoted: quoteOf(entry.quoted_wait.wait_minutes),
    version: entry.version,
    until: entry.status === "notified" && entry.notify_expires_at !== null ? Date.parse(entry.notify_expires_at) : null,
    endedAt: entry.ended_at === null ? null : Date.parse(entry.ended_at),
  };
}

/** Takes what an act on the line has answered. */
function see(house: House, act: string, answer: CallAnswer, expects: Partial<Waiting>): Waiting | undefined {
  if (answer.status >= 300) {
    house.model.violation(`${act} was refused: ${answer.text.slice(0, 200)}`);
    return undefined;
  }
  house.count(act);
  const entry = waitingOf(answer.body);
  const before = house.model.waiting.get(entry.id);
  const wanted = {
    ...(before === undefined ? {} : { size: before.size, quoted: before.quoted, version: before.version + 1 }),
    ...expects,
  };
  for (const [name, want] of Object.entries(wanted)) {
    const is = entry[name as keyof Waiting];
    if (want !== is) house.model.violation(`${act} of ${entry.id}: ${name} is ${is}, and should be ${want}`);
  }
  house.model.waiting.set(entry.id, entry);
  return entry;
}

let phones = 0;

/** A party joins: it is told the estimate that the host has just read, or what the host says. */
export async function join(
  house: House,
  host: Host,
  size: number,
  quote?: { readonly min: number; readonly max: number },
): Promise<Waiting | undefined> {
  const asked =
    quote === undefined ? await house.call(host, "GET", house.at(`waitlist_estimate?party_size=${size}`)) : undefined;
  const phone = `+33142${String(700_000 + ++phones)}`;
  const body = {
    party_size: size,
    guest: { first_name: "Queue", phone },
    ...(quote === undefined ? {} : { quoted_wait: quote }),
  };
  const answer = house.known(host, await house.call(host, "POST", house.at("waitlist_entries"), body));
  const act = quote === undefined ? "queue with estimate" : "queue with a quote by hand";
  // An estimate is of its minute: another one is right where the minute has passed in between.
  const told = quote === undefined ? {} : { quoted: quoteOf(quote) };
  const entry = see(house, act, answer, { status: "waiting", size, ...told });
  if (entry === undefined) return undefined;
  if (asked !== undefined && asked.body.wait_minutes !== undefined && quoteOf(asked.body.wait_minutes) === entry.quoted)
    house.count("estimate as it was read");
  house.model.join(entry);
  return entry;
}

/** The partner adds a remote party: only while the line is open. */
export async function joinRemotely(house: House, size: number): Promise<Waiting | undefined> {
  const body = {
    party_size: size,
    guest: { first_name: "Remote", phone: `+33142${String(800_000 + ++phones)}` },
    channel: "partner",
    idempotency_key: `remote-${++phones}`,
  };
  const answer = await house.partner.call("POST", `/v1${house.at("waitlist_entries")}`, body);
  if (!house.model.isOpen) {
    if (answer.body.code === "waitlist_closed") house.count("remote party at a closed line, refused");
    else house.model.violation(`a remote party at a closed line: ${answer.text.slice(0, 120)}`);
    return undefined;
  }
  // The partner is told no version: the host's line has it.
  const [host] = house.hosts;
  const shown = (await house.look(host)).waitlist.entries.find(({ id }) => id === answer.body.id);
  if (shown === undefined) {
    house.model.violation(`a remote party is not in line: ${answer.text.slice(0, 120)}`);
    return undefined;
  }
  house.count("queue by the partner");
  const entry = waitingOf(shown);
  house.model.join(entry);
  return entry;
}

/** Opens or closes the line for remote parties. */
export async function setOpen(house: House, host: Host, isOpen: boolean): Promise<void> {
  const answer = await house.call(host, "POST", house.at(isOpen ? "waitlist/open" : "waitlist/close"));
  if (answer.body.open !== isOpen)
    house.model.violation(`the line is not ${isOpen ? "open" : "closed"}: ${answer.text.slice(0, 120)}`);
  house.model.isOpen = isOpen;
  house.count(isOpen ? "queue opened" : "queue closed");
}

/** Tells a party that its table is ready. */
export async function notify(house: House, host: Host, entry: Waiting): Promise<Waiting | undefined> {
  return see(house, "notify", await house.act(host, "POST", `/waitlist_entries/${entry.id}/notify`), {
    status: "notified",
  });
}

/** Another size and a note. */
export async function edit(house: House, host: Host, entry: Waiting, size: number): Promise<void> {
  const answer = await house.act(host, "PATCH", `/waitlist_entries/${entry.id}`, {
    party_size: size,
    notes: "high chair",
  });
  // What changes nothing makes no new version.
  const isSame = entry.size === size && entry.notes === "high chair";
  const version = isSame ? { version: entry.version } : {};
  see(house, "queue edited", answer, { size, notes: "high chair", status: entry.status, ...version });
}

/** Puts the last party of the line in front. */
export async function putFirst(house: House, host: Host): Promise<void> {
  const line = house.model.inLine();
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  const answer = await house.act(host, "PATCH", `/waitlist_entries/${last.id}`, { before: first.id });
  if (see(house, "queue, another place", answer, { status: last.status }) === undefined) return;
  house.model.places.set(last.id, (house.model.places.get(first.id) ?? 0) - 1);
}

/** Seats a party of the line; undefined when there is no table. */
export async function seatFromLine(
  house: House,
  host: Host,
  entry: Waiting,
  way: "rule" | "chosen",
): Promise<Party | undefined> {
  house.tick();
  const free = house.model.freeFor(entry.size);
  const unit = way === "chosen" ? free.at(-1) : undefined;
  const answer = await house.act(
    host,
    "POST",
    `/waitlist_entries/${entry.id}/seat`,
    unit === undefined ? {} : { unit_ids: [unit] },
  );
  await followRepairs(house);
  if (answer.status === 409 && answer.body.code === "slot_unavailable" && free.length === 0) return undefined;
  const act = unit === undefined ? "queue, seated by rule" : "queue, seated at chosen tables";
  if (see(house, act, answer, { status: "seated" }) === undefined) return undefined;
  const booking = house.known(host, await house.call(host, "GET", `/bookings/${answer.body.booking_id}`));
  return taken(house, "party of the queue", booking, {
    status: "in_service",
    size: entry.size,
    ...(unit === undefined ? {} : { units: [unit] }),
  });
}

/** Takes a party off. */
export async function remove(house: House, host: Host, entry: Waiting): Promise<Waiting | undefined> {
  const answer = await house.act(host, "POST", `/waitlist_entries/${entry.id}/remove`, { reason: "left" });
  return see(house, "queue, removed", answer, { status: "removed" });
}

/** Puts a party back where it stood. */
export async function putBack(house: House, host: Host, entry: Waiting, of: string): Promise<void> {
  const answer = await house.act(host, "POST", `/waitlist_entries/${entry.id}/undo`);
  see(house, `undo ${of}`, answer, { status: answer.body.status === "notified" ? "notified" : "waiting" });
}

/** A party that was seated by mistake goes back, by its booking or by its entry; both are written down. */
export async function unseat(
  house: House,
  host: Host,
  party: Party,
  entry: Waiting,
  by: "booking" | "entry",
): Promise<void> {
  const seated = house.model.waiting.get(entry.id) ?? entry;
  if (by === "entry") await putBack(house, host, seated, "queue seat, by the entry");
  const path = `/bookings/${party.id}`;
  const answer = by === "booking" ? await house.act(host, "POST", `${path}/undo`) : await house.call(host, "GET", path);
  const act = by === "booking" ? "undo queue seat, by the booking" : "booking of the queue";
  if (taken(house, act, house.known(host, answer), { status: "cancelled_by_venue" }) === undefined)
    house.model.violation(`${act} was refused: ${answer.text.slice(0, 200)}`);
  if (by === "booking")
    house.model.waiting.set(entry.id, {
      ...seated,
      status: entry.status,
      until: entry.until,
      endedAt: null,
      version: seated.version + 1,
    });
}
