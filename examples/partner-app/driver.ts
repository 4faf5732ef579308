/** Begins what `maple certify` asks for: one line of JSON is one task, such as publishing the menu or booking a table. */
import { randomUUID } from "node:crypto";
import { isMapleError, type Maple, type PublishMenuInput } from "@maple-partners/sdk";
import type { Partner } from "./partner.ts";

/** What `maple certify` writes; there are more fields, and there may be more asks. */
export interface Ask {
  readonly ask: string;
  readonly location_id: string;
  readonly ids: readonly string[];
}

export interface DriverOptions {
  readonly maple: Maple;
  readonly partner: Partner;
  /** What is published; without it nothing is. */
  readonly menu: PublishMenuInput | undefined;
  readonly log: (line: string) => void;
}

const dayMs = 86_400_000;

const phoneNumbers = 10_000;
/** Begins elsewhere with each run, so that guests of an earlier run are others. */
let lastPhone = Math.floor(Date.now() / 1000) % phoneNumbers;

/** Numbers are given in turn: nobody with this number has a booking at the same time. */
function someGuest(): {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly email: string;
} {
  lastPhone = (lastPhone + 1) % phoneNumbers;
  const phone = `+1212555${lastPhone.toString().padStart(4, "0")}`;
  return { first_name: "Ada", last_name: "Guest", phone, email: "ada@example.com" };
}

/** Makes the program that does what it is asked; what it does not know it leaves alone. */
export function openDriver({ maple, partner, menu, log }: DriverOptions): (ask: Ask) => Promise<void> {
  let edition = 0;
  /** What was published last: the menu as it was given, or the last edition. Each edition differs by the description of its first heading. */
  const document = (): PublishMenuInput => {
    if (menu === undefined) throw new Error("there is no menu to publish: give --menu FILE");
    const [first, ...others] = menu.categories;
    if (first === undefined || edition === 0) return menu;
    return { ...menu, categories: [{ ...first, description: `Edition ${edition}` }, ...others] };
  };

  const nextDocument = (): PublishMenuInput => {
    edition = Date.now();
    return document();
  };

  const acts: Readonly<Record<string, (ask: Ask) => Promise<unknown>>> = {
    // The kitchen does this by itself.
    progress_order: async () => {},
    rotate_secret: () => partner.rotateSecret(),
    deny_next_order: async () => partner.denyAll("ITEM_AVAILABILITY"),
    async take_orders() {
      partner.denyAll(undefined);
      const rows = await partner.larder.list();
      const gone = rows.filter(({ stockStatus }) => stockStatus === "out_of_stock");
      for (const { externalId } of gone) await partner.larder.change(externalId, "in_stock");
    },
    publish_menu: () => partner.larder.publish(nextDocument()),
    publish_menu_as_job: () => partner.larder.publish(nextDocument(), { asJob: true }),
    publish_invalid_menu: () => partner.larder.publish({ ...document(), currency: "none" }),
    publish_menu_again: () => partner.larder.publish(document()),
    book_table: async ({ location_id: locationId }) => {
      const held = await holdTable(maple, locationId);
      const booking = await maple.bookings.create({ hold_id: held.id, guest: someGuest() });
      log(`booked ${booking.id}`);
    },
    // The restaurant's own system is slow: the SDK repeats the call under its key until it is answered.
    book_slow_table: async ({ location_id: locationId }) => {
      const held = await holdTable(maple, locationId);
      const guest = { ...someGuest(), last_name: "Slow" };
      const booking = await maple.bookings.create({ hold_id: held.id, guest });
      log(`booked ${booking.id}`);
    },
    hold_table: ({ location_id: locationId }) => holdTable(maple, locationId),
    async book_held_table({ location_id: locationId, ids: [id = ""] }) {
      const guest = someGuest();
      try {
        await maple.bookings.create({ hold_id: id, guest });
      } catch (error) {
        if (!isMapleError(error, "hold_expired")) throw error;
        // The table may be somebody else's now: only a new search knows.
        const held = await holdTable(maple, locationId);
        await maple.bookings.create({ hold_id: held.id, guest });
      }
    },
    cancel_booking: async ({ ids }) => {
      for (const id of ids) await maple.bookings.cancel(id, {}, { idempotencyKey: `cancel:${id}` });
    },
    change_booking: async ({ ids }) => {
      for (const id of ids) await changeNotes(maple, id, "A high chair, please");
    },
    async serve_waitlist({ location_id: locationId }) {
      const { open } = await maple.waitlist.get(locationId);
      if (!open) await maple.waitlist.open(locationId);
      const body = { party_size: 2, guest: someGuest(), idempotency_key: randomUUID() };
      const { id } = await maple.waitlist.add(locationId, body);
      await maple.waitlist.notify(id);
      await maple.waitlist.seat(id);
    },
  };

  return async (ask) => {
    log(`asked: ${ask.ask}`);
    try {
      await acts[ask.ask]?.(ask);
    } catch (error) {
      log(`  ${ask.ask} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

/** Searches a table for two on one of the next days, and holds it. */
async function holdTable(maple: Maple, locationId: string): Promise<{ readonly id: string }> {
  const { now } = await maple.sandbox.getClock(locationId);
  const day = (days: number): string => `${new Date(Date.parse(now) + days * dayMs).toISOString().slice(0, 10)}T00:00`;
  // Not tomorrow: late in the day the first table of tomorrow is so near that it can no longer be cancelled.
  const wish = { start: day(2), end: day(8), party_size: 2 };
  const [slot] = (await maple.bookings.searchAvailability(locationId, wish).page()).data;
  if (slot === undefined) throw new Error("no table for two is free in the next days");
  return maple.bookingHolds.create({ slot_token: slot.slot_token });
}

const tries = 5;

/** Changes the notes, whoever changed the booking in the meantime: a stale version is read again. */
async function changeNotes(maple: Maple, bookingId: string, notes: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { version } = await maple.bookings.get(bookingId);
    try {
      await maple.bookings.change(bookingId, { notes, expected_version: version });
      return;
    } catch (error) {
      if (!isMapleError(error, "stale_version") || attempt === tries) throw error;
    }
  }
}
