/**
 * The stand of a location: everything of one moment, or the changed parts. Guarantees: all parts of a snapshot are of the
 * moment of its sequence. Only the estimates are made later, from the values of the snapshot; they are of the same
 * minute.
 */
import { listBookingsAt } from "../../bookings/book/list-bookings-at.query.ts";
import { listSeatedBookings } from "../../bookings/book/list-seated-bookings.query.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import { countLiveAlerts } from "../../bookings/alerts/alerts.query.ts";
import { countNewGroups } from "../../bookings/groups/groups.query.ts";
import { listBlocks } from "../../bookings/blocks/list-blocks.query.ts";
import { listHeldTables } from "../../bookings/tables/list-held-tables.query.ts";
import { findVenueState, type VenueState } from "../../bookings/venue/venue.query.ts";
import { floorPlanToWire, readFloorPlan } from "../../floor/read-floor-plan.query.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LiveTopic } from "../../live/live-topics.ts";
import { readLiveSequence } from "../../live/read-live-sequence.query.ts";
import { writesToGuests } from "../../messaging/queue/queue-message.command.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { namesOf, readBookingsById, showBookings } from "../bookings/read-bookings.query.ts";
import { standDayOf, type StandDay } from "../bookings/stand-day.ts";
import { finishLine, lookAtStandLine } from "./read-line.query.ts";
import { settingsToStand } from "./stand-settings.ts";
import { floorToStand } from "./stand-wire.ts";
import type * as wire from "./stand-wire.schemas.ts";

/** More than any restaurant has on one day. */
const mostOfDay = 2_000;

/** The whole stand of a location. */
export async function readStand(
  snapshot: Database["snapshot"],
  locationId: Id<"str">,
): Promise<wire.StandSnapshot | Refusal<"not_found">> {
  const seen = await snapshot(async (db) => {
    const state = await findVenueState(db, locationId);
    if (state === undefined) return undefined;
    const day = standDayOf(state);
    const [sequence, bookings, writes, floor, line, plan, groups, alerts] = await Promise.all([
      readLiveSequence(db, locationId),
      readDay(db, state, day),
      writesToGuests(db, locationId),
      readFloor(db, state, day),
      lookAtStandLine(db, state),
      readFloorPlan(db, locationId),
      countNewGroups(db, locationId),
      countLiveAlerts(db, locationId),
    ]);
    const shown = await showBookings(db, bookings);
    const names = await namesOf(db, [{ acted_by: plan.saved_by }]);
    return {
      names,
      state,
      sequence,
      shown,
      floor,
      line,
      settings: settingsToStand(state, day, writes),
      plan,
      groups,
      alerts,
    };
  });
  if (seen === undefined) return refuse("not_found", `there is no location ${locationId}`);
  const { names, state, sequence, shown, floor, line, settings, plan, groups, alerts } = seen;
  return {
    object: "stand_snapshot",
    sequence,
    now_ms: Math.round(state.now),
    settings,
    floor_plan: floorPlanToWire(plan, state, names),
    floor,
    bookings: shown,
    waitlist: await finishLine(line),
    group_requests: groups,
    table_alerts: alerts,
  };
}

/** The resources of a topic of the stand by their ids; what is gone, or of another location, is left out. */
export async function showStandParts(
  db: Db,
  locationId: Id<"str">,
  topic: Exclude<LiveTopic, "orders" | "settings">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (topic === "bookings") return readBookingsById(db, locationId, ids);
  const state = await findVenueState(db, locationId);
  if (state === undefined) return new Map();
  if (topic === "floor") return new Map([[locationId, await readFloor(db, state, standDayOf(state))]]);
  return new Map([[locationId, await finishLine(await lookAtStandLine(db, state))]]);
}

/** The bookings of the day, whatever became of them, and every party that sits; by their start. */
async function readDay(db: Db, { location: { id } }: VenueState, day: StandDay | null): Promise<readonly Booking[]> {
  const [ofDay, seated] = await Promise.all([
    day === null ? [] : listBookingsAt(db, id, day, mostOfDay),
    listSeatedBookings(db, id),
  ]);
  const known = new Set(ofDay.map((booking) => booking.id));
  return [...ofDay, ...seated.filter((booking) => !known.has(booking.id))].toSorted(
    (a, b) => a.starts_at - b.starts_at,
  );
}

async function readFloor(
  db: Db,
  { location: { id }, now }: VenueState,
  day: StandDay | null,
): Promise<wire.StandFloor> {
  const span = { from: now, until: Math.max(day?.until ?? now, now + 1) };
  const [holds, blocks] = await Promise.all([listHeldTables(db, id, span), listBlocks(db, id, span)]);
  return floorToStand(id, {
    holds,
    blocks,
    names: await namesOf(
      db,
      blocks.map(({ created_by }) => ({ acted_by: created_by })),
    ),
  });
}
