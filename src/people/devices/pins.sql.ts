/** All SQL of PINs. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const findPinStatement = defineStatement({
  name: "find-pin",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly pin_mac: Buffer }>({ pin_mac: "bytea" }),
  text: `SELECT pin.pin_mac FROM person_pins pin JOIN persons p ON p.id = pin.person_id
    WHERE pin.location_id = $1 AND pin.person_id = $2 AND p.disabled_at IS NULL
      AND EXISTS (SELECT FROM person_roles r WHERE r.person_id = p.id AND r.location_id = $1 AND r.ended_at IS NULL)`,
});

/** What is kept of a PIN of somebody who works at the location. */
export async function findPin(db: Db, locationId: Id<"str">, personId: Id<"per">): Promise<Buffer | undefined> {
  const row = await db.maybe(findPinStatement, [locationId, personId]);
  return row?.pin_mac;
}

const upsertPinStatement = defineStatement({
  name: "upsert-pin",
  takes: ["text", "text", "bytea"],
  prepare: false,
  text: `INSERT INTO person_pins (location_id, person_id, pin_mac) VALUES ($1, $2, $3)
    ON CONFLICT (location_id, person_id) DO UPDATE SET pin_mac = excluded.pin_mac, set_at = now()`,
});

export function upsertPin(tx: Tx, locationId: Id<"str">, personId: Id<"per">, mac: Buffer): void {
  tx.send(upsertPinStatement, [locationId, personId, mac]);
}

const deletePinStatement = defineStatement({
  name: "delete-pin",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly person_id: string }>({ person_id: "text" }),
  text: "DELETE FROM person_pins WHERE location_id = $1 AND person_id = $2 RETURNING person_id",
});

/** Answers whether there was one. */
export async function deletePin(tx: Tx, locationId: Id<"str">, personId: Id<"per">): Promise<boolean> {
  return (await tx.rows(deletePinStatement, [locationId, personId])).length > 0;
}

const listPinLocationsStatement = defineStatement({
  name: "list-pin-places",
  takes: ["text"],
  prepare: false,
  gives: row<{ readonly location_id: Id<"str"> }>({ location_id: "text" }),
  text: "SELECT location_id FROM person_pins WHERE person_id = $1",
});

export async function listPinLocations(db: Db, personId: Id<"per">): Promise<readonly Id<"str">[]> {
  return (await db.rows(listPinLocationsStatement, [personId])).map(({ location_id: id }) => id);
}
