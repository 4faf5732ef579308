/** Compares the two books of npm run proof:providers: ours in the database, the provider's in its journal. */
import { readFileSync } from "node:fs";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import type { KeptBooking } from "../../test/stand-ins/booking-server-book.ts";
import type { Acknowledged } from "./clients.ts";

export interface OurBooking {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly party_size: number;
  readonly guest_phone: string | null;
  readonly version: number;
  readonly events: number;
}

/** Every booking of ours that is at the provider. */
export function readOurs(database: TextDatabase): Promise<OurBooking[]> {
  return database.read.rows(
    `SELECT b.id, p.reference, b.status, b.starts_at, b.ends_at, b.party_size, b.guest_phone, b.version,
       (SELECT count(*)::int FROM events e WHERE e.resource_id = b.id AND e.app_id = b.app_id) AS events
     FROM provider_bookings p JOIN bookings b ON b.id = p.booking_id`,
  );
}

/** The provider's book as its journal says. */
export function readTheirs(journal: string): Map<string, KeptBooking> {
  const bookings = new Map<string, KeptBooking>();
  for (const line of readFileSync(journal, "utf8").split("\n")) {
    if (line === "") continue;
    const entry = JSON.parse(line) as { readonly put?: KeptBooking };
    if (entry.put !== undefined) bookings.set(entry.put.booking_id, entry.put);
  }
  return bookings;
}

/** Where the books differ. */
export function compareBooks(ours: readonly OurBooking[], theirs: ReadonlyMap<string, KeptBooking>): string[] {
  const wrong: string[] = [];
  const known = new Map(ours.map((booking) => [booking.reference, booking]));
  for (const [reference, kept] of theirs) {
    const booking = known.get(reference);
    if (booking === undefined) wrong.push(`${reference} (${kept.status}) is at the provider only`);
    else wrong.push(...differencesOf(booking, kept));
  }
  for (const { reference, id } of ours) if (!theirs.has(reference)) wrong.push(`${id} is in our book only`);
  for (const { id, version, events } of ours)
    if (version !== events) wrong.push(`${id} is at version ${version} with ${events} events`);
  return wrong;
}

function differencesOf(booking: OurBooking, kept: KeptBooking): string[] {
  const status = booking.status === "cancelled_by_guest" ? "CANCELED" : "CONFIRMED";
  const starts = Number(kept.slot.start_sec) * 1000;
  const pairs = [
    ["status", status, kept.status],
    ["start", booking.starts_at, starts],
    ["end", booking.ends_at, starts + Number(kept.slot.duration_sec) * 1000],
    ["party", booking.party_size, kept.slot.resources.party_size],
    ["phone", booking.guest_phone, kept.user_information["telephone"]],
  ] as const;
  return pairs
    .filter(([, own, other]) => own !== other)
    .map(([what, own, other]) => `${booking.id}: ${what} ${own}, theirs ${other}`);
}

/** What a partner was told for good and is not so. */
export function checkAcknowledged(ours: readonly OurBooking[], known: ReadonlyMap<string, Acknowledged>): string[] {
  const stored = new Map(ours.map((booking) => [booking.id, booking]));
  return [...known.values()].flatMap(({ id, status, startsAt }) => {
    const booking = stored.get(id);
    if (booking === undefined) return [`${id} was acknowledged and is lost`];
    const isSame = booking.status === status && booking.starts_at === Date.parse(startsAt);
    return isSame ? [] : [`${id} was acknowledged ${status} ${startsAt} and is ${booking.status} ${booking.starts_at}`];
  });
}

/** Negative controls: each falsification must be noticed, and by name. */
export function checksNotice(ours: readonly OurBooking[], theirs: ReadonlyMap<string, KeptBooking>): boolean {
  const [first] = ours;
  const kept = first === undefined ? undefined : theirs.get(first.reference);
  if (first === undefined || kept === undefined) return false;
  const altered = (change: Partial<KeptBooking>) => new Map([...theirs, [first.reference, { ...kept, ...change }]]);
  const without = new Map([...theirs].filter(([reference]) => reference !== first.reference));
  const doubled = new Map([...theirs, ["their-double", { ...kept, booking_id: "their-double" }]]);
  const falsified = [
    compareBooks(ours, altered({ status: kept.status === "CANCELED" ? "CONFIRMED" : "CANCELED" })),
    compareBooks(ours, altered({ slot: { ...kept.slot, start_sec: String(Number(kept.slot.start_sec) + 1800) } })),
    compareBooks(ours, without),
    compareBooks(ours, doubled),
    compareBooks(ours.slice(1), theirs),
    compareBooks([{ ...first, version: first.version + 1 }, ...ours.slice(1)], theirs),
  ];
  const sound = compareBooks(ours, theirs).length;
  return falsified.every((found) => found.length > sound);
}
