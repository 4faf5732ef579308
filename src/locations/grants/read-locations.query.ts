/** Reads locations and connections for partners, the operator and other features. */
import type { Picture, PictureContent } from "../storefront/pictures.ts";
import { findPictureBytes, listPicturesOf } from "../storefront/pictures.sql.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findConnectionOf, findGrant } from "./connections.sql.ts";
import type { Connection, Location, LocationSettings } from "../location/location.ts";
import { findClock, type LocationClock } from "../location/location-clock.sql.ts";
import * as sql from "../location/locations.sql.ts";
import {
  findOperatedLocation,
  listOperatedLocations as findAllOperated,
  type OperatedLocation,
} from "../location/operated-locations.sql.ts";

/** The full set of locations granted to the app, newest first. */
export function listGrantedLocations(db: Db, appId: Id<"app">): Promise<Location[]> {
  return sql.listGrantedLocations(db, appId);
}

/** The location, if the app is granted it. */
export async function getGrantedLocation(
  db: Db,
  appId: Id<"app">,
  id: Id<"str">,
): Promise<Location | Refusal<"not_found">> {
  return (await sql.findGrantedLocation(db, appId, id)) ?? notGranted(id);
}

/** The app's own connection to a location, or undefined; the grant is not looked at, a connection implies it. */
export async function findConnection(db: Db, appId: Id<"app">, locationId: Id<"str">): Promise<Connection | undefined> {
  const connection = await findConnectionOf(db, locationId);
  return connection?.app_id === appId ? connection : undefined;
}

/** The app's own connection; a location that is not granted and one that is not connected are told apart. */
export async function getConnection(
  db: Db,
  appId: Id<"app">,
  locationId: Id<"str">,
): Promise<Connection | Refusal<"not_found" | "connection_not_found">> {
  const connection = await findConnection(db, appId, locationId);
  if (connection !== undefined) return connection;
  return (await findGrant(db, appId, locationId)) === undefined
    ? notGranted(locationId)
    : connectionNotFound(locationId);
}

/** Locations by their ids, by name; for people who have a role there. */
export function listLocationsById(db: Db, ids: readonly Id<"str">[]): Promise<Location[]> {
  return sql.listById(db, ids);
}

/** Everything that ordering asks of a location, with its time and its receiver, in one prepared statement. */
export async function getLocationSettings(db: Db, id: Id<"str">): Promise<LocationSettings | Refusal<"not_found">> {
  return (await sql.findSettings(db, id)) ?? refuse("not_found", `there is no location ${id}`);
}

/** The location's own time and how far it is ahead of the real one. */
export async function getLocationClock(db: Db, id: Id<"str">): Promise<LocationClock | Refusal<"not_found">> {
  return (await findClock(db, id)) ?? refuse("not_found", `there is no location ${id}`);
}

/** Every location with its grants and connection, newest first, for the operator. */
export function listOperatedLocations(db: Db): Promise<OperatedLocation[]> {
  return findAllOperated(db);
}

/** A location with its grants and connection, for the operator. */
export async function getOperatedLocation(db: Db, id: Id<"str">): Promise<OperatedLocation | Refusal<"not_found">> {
  return (await findOperatedLocation(db, id)) ?? refuse("not_found", `there is no location ${id}`);
}

/** The same words whether the location does not exist or is another app's: neither is to be told apart. */
export function notGranted(id: Id<"str">): Refusal<"not_found"> {
  return refuse("not_found", `location ${id} does not exist or is not granted to this app`);
}

/** The app is granted the location and not connected to it, whoever else may be. */
export function connectionNotFound(id: Id<"str">): Refusal<"connection_not_found"> {
  return refuse("connection_not_found", `this app is not connected to location ${id}`);
}

/** The logo and the large picture of a location, those that there are. */
export function listPictures(db: Db, id: Id<"str">): Promise<readonly Picture[]> {
  return listPicturesOf(db, id);
}

/** A picture by the name in its address. */
export function findPicture(db: Db, id: Id<"str">, name: string): Promise<PictureContent | undefined> {
  return findPictureBytes(db, id, name);
}
