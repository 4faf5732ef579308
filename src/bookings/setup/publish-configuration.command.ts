/**
 * Publishes a location's booking configuration, whole (rules/bookings 1.1, 1.2). Saves of one location wait for the lock
 * of its row. The revision grows by one with each, so a save that names the revision it has read is refused when another
 * save came between.
 */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import * as sql from "../venue/configuration.sql.ts";
import type { BookingConfiguration } from "../venue/configuration.ts";
import { listFutureSeatings } from "../book/list-future-seatings.query.ts";

export interface PublishRequest {
  readonly locationId: Id<"str">;
  readonly configuration: BookingConfiguration;
  /** Undefined publishes whatever is there; null expects that nothing is. */
  readonly expectedRevision?: number | null | undefined;
}

export interface ConfigurationPublished extends sql.Published {
  /** Coming bookings of which a table is no longer configured. */
  readonly stranded: readonly Id<"bkg">[];
}

/** Saves the configuration as the next revision; refuses when the expected one is not the present one. */
export async function publishConfiguration(
  tx: Tx,
  request: PublishRequest,
): Promise<ConfigurationPublished | Refusal<"stale_configuration">> {
  const { locationId, configuration, expectedRevision } = request;
  for (;;) {
    const present = await sql.findRevisionForUpdate(tx, locationId);
    if (expectedRevision !== undefined && expectedRevision !== (present ?? null)) {
      return stale(expectedRevision, present ?? null);
    }
    const saved = await sql.saveConfiguration(tx, locationId, configuration, present);
    // Undefined: another first save came between the two statements, and is now the present one.
    if (saved !== undefined) {
      recordLiveChange(tx, locationId, "settings", locationId);
      return { ...saved, stranded: await findStranded(tx, locationId, configuration, saved.published_at) };
    }
  }
}

async function findStranded(
  tx: Tx,
  locationId: Id<"str">,
  { areas }: BookingConfiguration,
  now: Instant,
): Promise<Id<"bkg">[]> {
  const units = new Set(areas.flatMap((area) => area.units.map(({ unitId }) => unitId)));
  const coming = await listFutureSeatings(tx, locationId, now);
  return coming.filter(({ unit_ids }) => unit_ids.some((id) => !units.has(id))).map(({ booking_id }) => booking_id);
}

function stale(expected: number | null, actual: number | null): Refusal<"stale_configuration"> {
  const now = actual === null ? "there is none yet" : `it is now at revision ${actual}`;
  return refuse("stale_configuration", `the configuration is not at revision ${expected}: ${now}`, {
    expected,
    actual,
  });
}
