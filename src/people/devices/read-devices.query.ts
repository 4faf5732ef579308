/** The shared devices of a location, and the names that each shows. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listDevicePeople as listPeople, listDevices as list, type Device, type DevicePerson } from "./devices.sql.ts";
import { listPinLocations as listPlaces } from "./pins.sql.ts";

/** The devices of a location that are paired or wait for their code, newest first, at most 200. */
export function listDevices(db: Db, locationId: Id<"str">): Promise<Device[]> {
  return list(db, locationId);
}

/** Everybody who may be chosen on the devices of a location, by name, at most 500. */
export function listDevicePeople(db: Db, locationId: Id<"str">): Promise<DevicePerson[]> {
  return listPeople(db, locationId);
}

/** The locations at which a person has set a PIN. */
export function listPinLocations(db: Db, personId: Id<"per">): Promise<readonly Id<"str">[]> {
  return listPlaces(db, personId);
}
