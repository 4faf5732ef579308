/** Begins what `maple certify` asks for: one line of JSON is one thing to do, such as publishing the menu or booking a table. */
import { randomUUID } from "node:crypto";
import type { Maple, PublishMenuInput } from "@maple-partners/sdk";
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
const guest = { first_name: "Ada", last_name: "Guest", phone: "+12125550123", email: "ada@example.com" };

/** Makes the program that does what it is asked; what it does not know it leaves alone. */
export function openDriver({ maple, partner, menu, log }: DriverOptions): (ask: Ask) => Promise<void> {
  let edition = 0;
  /** What was published last; each edition differs by the description of its first heading. */
  const document = (): PublishMenuInput => {
    if (menu === undefined) throw new Error("there is no menu to publish: give --menu FILE");
    const [first, ...others] = menu.categories;
    if (first === undefined) return menu;
    return { ...menu, categories: [{ ...first, description: `Edition ${edition}` }, ...others] };
  };

  const acts: Readonly<Record<string, (ask: Ask) => Promise<unknown>>> = {
    // The kitchen does this by itself.
    progress_order: async () => {},
    deny_next_order: async () => partner.denyAll("ITEM_AVAILABILITY"),
    async take_orders() {
      partner.denyAll(undefined);
      const rows = await partner.larder.list();
      const gone = rows.filter(({ stockStatus }) => stockStatus === "out_of_stock");
      for (const { externalId } of gone) await partner.larder.change(externalId, "in_stock");
    },
    publish_menu: () => {
      edition = Date.now();
      return partner.larder.publish(document());
    },
    publish_menu_again: () => partner.larder.publish(document()),
    book_table: async ({ location_id: locationId }) => {
      const { now } = await maple.sandbox.getClock(locationId);
      const day = (days: number): string =>
        `${new Date(Date.parse(now) + days * dayMs).toISOString().slice(0, 10)}T00:00`;
      const wish = { start: day(1), end: day(7), party_size: 2 };
      const [slot] = (await maple.bookings.searchAvailability(locationId, wish).page()).data;
      if (slot === undefined) throw new Error("no table for two is free in the next days");
      const held = await maple.bookingHolds.create({ slot_token: slot.slot_token });
      const booking = await maple.bookings.create({ hold_id: held.id, guest });
      log(`booked ${booking.id}`);
    },
    cancel_booking: async ({ ids }) => {
      for (const id of ids) await maple.bookings.cancel(id, {}, { idempotencyKey: `cancel:${id}` });
    },
    async serve_waitlist({ location_id: locationId }) {
      const { open } = await maple.waitlist.get(locationId);
      if (!open) await maple.waitlist.open(locationId);
      const body = { party_size: 2, guest: { ...guest, first_name: "Bea" }, idempotency_key: randomUUID() };
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
