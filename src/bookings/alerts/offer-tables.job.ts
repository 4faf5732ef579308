/**
 * Offers tables that became free to the guests who wait for them (rules/bookings 19.2). A day is searched when its tables
 * or the input of the search have changed since the last search: by a cancellation, a change, a hold that ended, a block
 * that was lifted, another configuration. Guarantees: the oldest alert whose search finds a table comes first. Each offer
 * is its own transaction. Idempotent; several processes may run it, because the version of the alert and the claims
 * decide.
 */
import { setImmediate as giveWay } from "node:timers/promises";
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { minuteOfDay } from "../../kernel/wall-time.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { quietSeconds } from "../../messaging/message/quiet-hours.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { Slot } from "../search/availability.ts";
import { listClaims } from "../tables/claims.sql.ts";
import { findVenueState, requireBookable, type BookableState } from "../venue/venue.query.ts";
import * as alerts from "./alerts.sql.ts";
import { offerTable } from "./offer-table.command.ts";
import * as sql from "./offers.sql.ts";
import { claimsOf, slotToOffer, takenSince } from "./plan-offer.ts";
import type { TableAlert, TableOffer } from "./table-alert.ts";

const batch = 100;
/** More than wait for one day of any restaurant. */
const mostOfDay = 500;
/** When a table that was found could not be offered, as another took it. */
const againMs = 5_000;
/** When all whom a table was found for cannot be told: they may want messages again, or the location may send them again. */
const untoldAgainMs = 300_000;

/** Offers what is free, and notes what became of earlier offers; answers true when there may be more to do. */
export async function offerFreeTables(database: Database): Promise<boolean> {
  const isDone = await endWhatIsOver(database);
  let isMore = !isDone;
  for (const day of await sql.listDueDays(database.read, batch)) isMore = (await lookAt(database, day)) || isMore;
  return isMore;
}

/** Deletes one batch of alerts whose time to be kept is over; answers true when there may be more. */
export async function forgetTableAlerts(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const ids = await alerts.lockOld(tx, batch);
    alerts.sendDeletion(tx, ids);
    return ids.length === batch;
  });
}

async function endWhatIsOver(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    const ended = await sql.endTakenOffers(tx, batch);
    const expired = await sql.expireAlerts(tx, batch);
    for (const id of new Set([...ended, ...expired])) recordLiveChange(tx, id, "settings", id);
    return ended.length < batch && expired.length < batch;
  });
}

/** Searches one day; answers whether a table was offered. */
async function lookAt(database: Database, day: sql.DueDay): Promise<boolean> {
  const db = database.read;
  const waiting = await sql.listWaiting(db, day, mostOfDay);
  const found = await findVenueState(db, day.location_id);
  const state = found === undefined ? undefined : requireBookable(found);
  const looked = async (again: Instant | null): Promise<false> => {
    const ids = waiting.map(({ id }) => id);
    await database.transaction((tx) => sql.saveLook(tx, ids, day.mark, again));
    return false;
  };
  if (state === undefined || isRefusal(state) || !state.venue.configuration.tableAlerts.enabled) return looked(null);
  const quiet = quietSeconds(minuteOfDay(state.venue.timeZone, state.now), Infinity);
  if (quiet > 0) return looked(state.now + quiet * 1000);
  for (let left = waiting; ;) {
    const offer = await findOffer(database, state, left);
    if (offer === undefined) return looked(left.length === waiting.length ? null : state.now + untoldAgainMs);
    const made = await database.transaction((tx) => offerTable(tx, state.venue, offer.alert, offer.slot));
    if (!isRefusal(made)) return true;
    if (made.code !== "guest_messaging_unavailable") return looked(state.now + againMs);
    left = left.filter(({ id }) => id !== offer.alert.id);
  }
}

/** The oldest alert that can be offered a table, and the table. */
async function findOffer(
  database: Database,
  { venue, now }: BookableState,
  waiting: readonly TableAlert[],
): Promise<{ readonly alert: TableAlert; readonly slot: Slot } | undefined> {
  if (waiting.length === 0) return undefined;
  const needed = waiting.map((alert) => claimsOf(venue, alert));
  const [from, until] = [Math.min(...needed.map((each) => each.from)), Math.max(...needed.map((each) => each.until))];
  const [claims, offers] = await Promise.all([
    listClaims(database.read, venue.locationId, from, until),
    sql.listOffers(database.read, venue.locationId, from, until),
  ]);
  const over = takenSince(offers, claims);
  if (over.length > 0) await database.transaction((tx) => sql.endOffers(tx, over));
  const live = offers.filter(({ hold_id: id }: TableOffer) => !over.includes(id));
  for (const alert of waiting) {
    const slot = slotToOffer({ venue, claims, offers: live, now }, alert);
    if (slot !== undefined) return { alert, slot };
    // Long lists of guests who wait must not keep requests waiting.
    await giveWay();
  }
  return undefined;
}
