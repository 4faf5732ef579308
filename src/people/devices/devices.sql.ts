/** All SQL of shared devices. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { DeviceScreen } from "../../platform/http/console/console-caller.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

/** What a manager sets of a device. */
export interface DeviceFields {
  readonly name: string;
  readonly screen: DeviceScreen;
  readonly language: GuestLanguage;
  readonly pin_minutes: number;
  readonly require_pin: boolean;
  readonly auto_print: boolean;
}

export interface Device extends DeviceFields {
  readonly id: Id<"pdv">;
  readonly location_id: Id<"str">;
  readonly created_at: Instant;
  /** Null while the device waits for its code to be typed. */
  readonly paired_at: Instant | null;
  readonly last_used_at: Instant | null;
  readonly pairing_expires_at: Instant | null;
}

const deviceTable = defineTable<Device>()({
  name: "paired_devices",
  columns: {
    id: "text",
    location_id: "text",
    name: "text",
    screen: "text",
    language: "text",
    pin_minutes: "int4",
    require_pin: "bool",
    auto_print: "bool",
    created_at: "timestamptz",
    paired_at: "timestamptz",
    last_used_at: "timestamptz",
    pairing_expires_at: "timestamptz",
  },
  also: { pairing_code_hash: "bytea" },
});
const columns = deviceTable.select("d");

/** What a manager sets. */
const settable = ["name", "screen", "language", "pin_minutes", "require_pin", "auto_print"] as const;

const insertion = deviceTable.insert(["id", "location_id", ...settable, "pairing_code_hash"], {
  as: "d",
  made: { pairing_expires_at: "now() + interval '10 minutes'" },
});
const insertDeviceStatement = defineStatement({
  name: "insert-device",
  takes: insertion.takes,
  prepare: false,
  gives: deviceTable.row,
  text: `${insertion.text} ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
});

/** Answers undefined where the id is taken. */
export function insertDevice(
  tx: Tx,
  device: DeviceFields & { readonly id: Id<"pdv">; readonly locationId: Id<"str">; readonly codeMac: Buffer },
): Promise<Device | undefined> {
  const written = { ...device, location_id: device.locationId, pairing_code_hash: device.codeMac };
  return tx.maybe(insertDeviceStatement, insertion.values(written));
}

const listDevicesStatement = defineStatement({
  name: "list-devices",
  takes: ["text"],
  prepare: false,
  gives: deviceTable.row,
  text: `SELECT ${columns} FROM paired_devices d
    WHERE location_id = $1 AND ended_at IS NULL AND (expires_at > now() OR pairing_expires_at > now())
    ORDER BY id DESC LIMIT 200`,
});

/** The devices of a location that are paired or wait for their code, newest first. */
export function listDevices(db: Db, locationId: Id<"str">): Promise<Device[]> {
  return db.rows(listDevicesStatement, [locationId]);
}

const lockDeviceStatement = defineStatement({
  name: "lock-device",
  takes: ["text"],
  prepare: false,
  gives: deviceTable.row,
  text: `SELECT ${columns} FROM paired_devices d WHERE id = $1 AND ended_at IS NULL FOR UPDATE`,
});

export function lockDevice(tx: Tx, id: Id<"pdv">): Promise<Device | undefined> {
  return tx.maybe(lockDeviceStatement, [id]);
}

const change = deviceTable.set(settable);
const updateDeviceStatement = defineStatement({
  name: "update-device",
  takes: change.takes,
  prepare: false,
  gives: deviceTable.row,
  text: `UPDATE paired_devices AS d SET ${change.text} WHERE d.id = $1 RETURNING ${columns}`,
});

export function updateDevice(tx: Tx, device: Device): Promise<Device> {
  return tx.one(updateDeviceStatement, change.values(device));
}

const endDeviceStatement = defineStatement({
  name: "end-device",
  takes: ["text"],
  prepare: false,
  text: "UPDATE paired_devices SET ended_at = now(), pairing_code_hash = NULL, pairing_expires_at = NULL WHERE id = $1",
});

const endSessionsOnDeviceStatement = defineStatement({
  name: "end-sessions-on-device",
  takes: ["text"],
  prepare: false,
  text: "UPDATE person_sessions SET ended_at = now() WHERE device_id = $1 AND ended_at IS NULL",
});

/** Ends a device and the sessions on it. */
export function endDevice(tx: Tx, id: Id<"pdv">): void {
  tx.send(endDeviceStatement, [id]);
  tx.send(endSessionsOnDeviceStatement, [id]);
}

const pairDeviceStatement = defineStatement({
  name: "pair-device",
  takes: ["bytea", "bytea"],
  prepare: false,
  gives: deviceTable.row,
  text: `UPDATE paired_devices AS d SET token_hash = $2, paired_at = now(), last_used_at = now(),
      expires_at = now() + interval '180 days', pairing_code_hash = NULL, pairing_expires_at = NULL
    WHERE pairing_code_hash = $1 AND pairing_expires_at > now() AND ended_at IS NULL RETURNING ${columns}`,
});

/** Gives the device of the code its token: once, because the code is gone then. */
export function pairDevice(tx: Tx, codeMac: Buffer, tokenHash: Buffer): Promise<Device | undefined> {
  return tx.maybe(pairDeviceStatement, [codeMac, tokenHash]);
}

/** Somebody whose name stands on the devices of a location. */
export interface DevicePerson {
  readonly id: Id<"per">;
  readonly name: string;
  readonly has_pin: boolean;
}

const listDevicePeopleStatement = defineStatement({
  name: "list-device-people",
  takes: ["text"],
  gives: row<DevicePerson>({ id: "text", name: "text", has_pin: "bool" }),
  text: `SELECT p.id, p.name, pin.person_id IS NOT NULL AS has_pin
    FROM persons p LEFT JOIN person_pins pin ON pin.location_id = $1 AND pin.person_id = p.id
    WHERE p.disabled_at IS NULL AND EXISTS (SELECT FROM person_roles r WHERE r.person_id = p.id AND r.location_id = $1
      AND r.ended_at IS NULL AND r.role IN ('manager', 'host', 'staff'))
    ORDER BY p.name, p.id LIMIT 500`,
});

export function listDevicePeople(db: Db, locationId: Id<"str">): Promise<DevicePerson[]> {
  return db.rows(listDevicePeopleStatement, [locationId]);
}
