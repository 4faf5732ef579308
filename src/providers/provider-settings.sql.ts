/** All SQL of the settings of reservation providers. */
import type { Id } from "../kernel/id.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const columns = "adapter, revision, base_url, username, password_sealed, terms";
const find = defineStatement({
  name: "find-booking-provider",
  takes: ["text"],
  gives: row<ProviderSettings>({
    adapter: "text",
    revision: "int4",
    base_url: "text",
    username: "text",
    password_sealed: "bytea",
    terms: "jsonb",
  }),
  text: `SELECT ${columns} FROM booking_providers WHERE location_id = $1`,
});

export function findSettings(db: Db, locationId: Id<"str">): Promise<ProviderSettings | undefined> {
  return db.maybe(find, [locationId]);
}

const listSettingsStatement = defineStatement({
  name: "list-provider-settings",
  prepare: false,
  takes: [],
  gives: row<ProviderSettings & { readonly location_id: Id<"str"> }>({
    location_id: "text",
    adapter: "text",
    revision: "int4",
    base_url: "text",
    username: "text",
    password_sealed: "bytea",
    terms: "jsonb",
  }),
  text: `SELECT location_id, ${columns} FROM booking_providers`,
});

export function listSettings(db: Db): Promise<(ProviderSettings & { readonly location_id: Id<"str"> })[]> {
  return db.rows(listSettingsStatement);
}

const saveSettingsStatement = defineStatement({
  name: "save-provider-settings",
  prepare: false,
  takes: ["text", "text", "text", "text", "bytea", "jsonb"],
  text: `INSERT INTO booking_providers AS p (location_id, adapter, base_url, username, password_sealed, terms)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (location_id) DO UPDATE SET revision = p.revision + 1, adapter = excluded.adapter,
      base_url = excluded.base_url, username = excluded.username, password_sealed = excluded.password_sealed,
      terms = excluded.terms`,
});

export async function saveSettings(
  tx: Tx,
  locationId: Id<"str">,
  settings: Omit<ProviderSettings, "revision">,
): Promise<void> {
  await tx.rows(saveSettingsStatement, [
    locationId,
    settings.adapter,
    settings.base_url,
    settings.username,
    settings.password_sealed,
    JSON.stringify(settings.terms),
  ]);
}

const deleteSettingsStatement = defineStatement({
  name: "delete-provider-settings",
  prepare: false,
  takes: ["text"],
  text: "DELETE FROM booking_providers WHERE location_id = $1",
});

export async function deleteSettings(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(deleteSettingsStatement, [locationId]);
}

const isProviderInUseStatement = defineStatement({
  name: "is-provider-in-use",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly in_use: boolean }>({ in_use: "bool" }),
  text: `SELECT EXISTS (SELECT FROM provider_operations WHERE location_id = $1 AND state IN ('sending', 'unsettled'))
      OR EXISTS (SELECT FROM bookings b JOIN provider_bookings p ON p.booking_id = b.id
        WHERE b.location_id = $1 AND b.status IN ('pending', 'confirmed') AND b.ends_at > clock_timestamp()) AS in_use`,
});

/** Whether anything at the location's provider is still ours to settle, change or cancel. */
export async function isProviderInUse(db: Db, locationId: Id<"str">): Promise<boolean> {
  return (await db.one(isProviderInUseStatement, [locationId])).in_use;
}

export interface SealedPassword {
  readonly location_id: Id<"str">;
  readonly password_sealed: Buffer;
}

const listSealedPasswordsStatement = defineStatement({
  name: "list-sealed-passwords",
  prepare: false,
  takes: [],
  gives: row<SealedPassword>({ location_id: "text", password_sealed: "bytea" }),
  text: "SELECT location_id, password_sealed FROM booking_providers WHERE password_sealed IS NOT NULL FOR UPDATE",
});

/** Every sealed password, locked. */
export function listSealedPasswords(tx: Tx): Promise<SealedPassword[]> {
  return tx.rows(listSealedPasswordsStatement);
}

const sendSealedPasswordStatement = defineStatement({
  name: "update-sealed-password",
  prepare: false,
  takes: ["text", "bytea"],
  text: "UPDATE booking_providers SET password_sealed = $2 WHERE location_id = $1",
});

export function sendSealedPassword(tx: Tx, locationId: Id<"str">, sealed: Buffer): void {
  tx.send(sendSealedPasswordStatement, [locationId, sealed]);
}
