/** Reads alerts: for their guests' page, for the hosts of a location, for a guest who asks for a copy. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findHold } from "../book/holds.sql.ts";
import { asOf, type Hold } from "../book/hold.ts";
import * as sql from "./alerts.sql.ts";
import type { TableAlert } from "./table-alert.ts";

/** More than any restaurant has. */
const mostLive = 500;

/** The live alerts of a location, by their day and then the oldest first. */
export function listLiveAlerts(db: Db, locationId: Id<"str">): Promise<readonly TableAlert[]> {
  return sql.listLive(db, locationId, mostLive);
}

/** How many guests of a location wait for a table. */
export function countLiveAlerts(db: Db, locationId: Id<"str">): Promise<number> {
  return sql.countLive(db, locationId);
}

/** An alert of any location; the caller has looked at the right to it. */
export function findAlert(db: Db, id: Id<"tal">): Promise<TableAlert | undefined> {
  return sql.findAlert(db, id);
}

/** The table that the guest of an alert is offered at an instant of the location's clock; undefined when none is. */
export async function findOffer(db: Db, { status, hold_id: id }: TableAlert, now: Instant): Promise<Hold | undefined> {
  const found = status !== "offered" || id === null ? undefined : await findHold(db, id, null);
  const hold = found === undefined ? undefined : asOf(found, now);
  return hold?.status === "live" ? hold : undefined;
}

/** What is kept of a guest's alerts at every location. */
export function listAlertsOfGuest(
  db: Db,
  guest: { readonly phone: string | null; readonly email: string | null },
): Promise<readonly TableAlert[]> {
  return sql.listOfGuest(db, guest);
}
