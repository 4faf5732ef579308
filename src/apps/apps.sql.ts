/** All SQL of apps and keys. */
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Scope } from "../platform/http/scopes.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement, listOfAnyLength } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";

export interface App {
  readonly id: Id<"app">;
  readonly name: string;
  readonly status: "enabled" | "disabled";
  readonly scopes: readonly Scope[];
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface ApiKey {
  readonly id: Id<"key">;
  readonly app_id: Id<"app">;
  readonly last_four: string;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
}

/** A key with its app, as it is now. */
export interface KeyState {
  readonly hash: Buffer;
  readonly key_id: Id<"key">;
  readonly ended: "expired" | "revoked" | null;
  readonly app_id: Id<"app">;
  readonly name: string;
  readonly status: "enabled" | "disabled";
  readonly scopes: readonly Scope[];
  /** The app may have rules of faults in the sandbox. */
  readonly has_faults: boolean;
}

const keyStates = defineStatement({
  name: "key-states",
  takes: ["bytea[]"],
  gives: row<KeyState>({
    hash: "bytea",
    key_id: "text",
    app_id: "text",
    name: "text",
    status: "text",
    scopes: "text[]",
    has_faults: "bool",
    ended: "text",
  }),
  text: `SELECT k.hash, k.id AS key_id, a.id AS app_id, a.name, a.status, a.scopes,
      coalesce(a.faults_until > now(), false) AS has_faults,
      CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' END AS ended
    FROM api_keys k JOIN apps a ON a.id = k.app_id WHERE k.hash = ANY (${listOfAnyLength("$1", "bytea[]")})`,
});

const appTable = defineTable<App>()({
  name: "apps",
  columns: {
    id: "text",
    name: "text",
    status: "text",
    scopes: "text[]",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
});
const appColumns = appTable.select("apps");
const apiKeyTable = defineTable<ApiKey>()({
  name: "api_keys",
  columns: {
    id: "text",
    app_id: "text",
    last_four: "text",
    created_at: "timestamptz",
    expires_at: "timestamptz",
    revoked_at: "timestamptz",
  },
});
const keyColumns = apiKeyTable.select("api_keys");

/** The present state of keys, found by their hashes. */
export function listKeyStates(db: Db, hashes: readonly Buffer[]): Promise<KeyState[]> {
  return db.rows(keyStates, [hashes]);
}

const isKeyGoodStatement = defineStatement({
  name: "is-key-good",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly good: boolean }>({ good: "bool" }),
  text: `SELECT EXISTS (SELECT FROM api_keys k JOIN apps a ON a.id = k.app_id
      WHERE k.id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        AND a.status = 'enabled' AND $2 = ANY (a.scopes)) AS good`,
});

/** Whether a key that opened something still may: not ended, of an app that is enabled and has the scope. */
export async function isKeyGood(db: Db, id: Id<"key">, scope: Scope): Promise<boolean> {
  return (await db.one(isKeyGoodStatement, [id, scope])).good;
}

const listAppsStatement = defineStatement({
  name: "list-apps",
  prepare: false,
  takes: [],
  gives: appTable.row,
  text: `SELECT ${appColumns} FROM apps ORDER BY id DESC`,
});

export function listApps(db: Db): Promise<App[]> {
  return db.rows(listAppsStatement);
}

const findAppStatement = appTable.findById("find-app");

export function findApp(db: Db, id: Id<"app">): Promise<App | undefined> {
  return db.maybe(findAppStatement, [id]);
}

const findAppForUpdateStatement = appTable.lockById("find-app-for-update");

/** The app, locked for the rest of the transaction. */
export function findAppForUpdate(tx: Tx, id: Id<"app">): Promise<App | undefined> {
  return tx.maybe(findAppForUpdateStatement, [id]);
}

const insertAppStatement = defineStatement({
  name: "insert-app",
  prepare: false,
  takes: ["text", "text", "text[]"],
  gives: appTable.row,
  text: `INSERT INTO apps (id, name, scopes) VALUES ($1, $2, $3) RETURNING ${appColumns}`,
});

export function insertApp(
  tx: Tx,
  app: { readonly id: Id<"app">; readonly name: string; readonly scopes: readonly Scope[] },
): Promise<App> {
  return tx.one(insertAppStatement, [app.id, app.name, app.scopes]);
}

const updateAppStatement = defineStatement({
  name: "update-app",
  prepare: false,
  takes: ["text", "text", "text[]", "text"],
  gives: appTable.row,
  text: `UPDATE apps SET name = $2, scopes = $3, status = $4, updated_at = now() WHERE id = $1 RETURNING ${appColumns}`,
});

export function updateApp(tx: Tx, app: Pick<App, "id" | "name" | "scopes" | "status">): Promise<App> {
  return tx.one(updateAppStatement, [app.id, app.name, app.scopes, app.status]);
}

const insertKeyStatement = defineStatement({
  name: "insert-key",
  prepare: false,
  takes: ["text", "text", "bytea", "text", "timestamptz"],
  gives: apiKeyTable.row,
  text: `INSERT INTO api_keys (id, app_id, hash, last_four, expires_at) VALUES ($1, $2, $3, $4, $5) RETURNING ${keyColumns}`,
});

export function insertKey(
  tx: Tx,
  key: {
    readonly id: Id<"key">;
    readonly appId: Id<"app">;
    readonly hash: Buffer;
    readonly lastFour: string;
    readonly expiresAt: Instant | null;
  },
): Promise<ApiKey> {
  return tx.one(insertKeyStatement, [
    key.id,
    key.appId,
    key.hash,
    key.lastFour,
    key.expiresAt === null ? null : new Date(key.expiresAt),
  ]);
}

const listKeysStatement = defineStatement({
  name: "list-keys",
  prepare: false,
  takes: ["text"],
  gives: apiKeyTable.row,
  text: `SELECT ${keyColumns} FROM api_keys WHERE app_id = $1 ORDER BY id DESC`,
});

export function listKeys(db: Db, appId: Id<"app">): Promise<ApiKey[]> {
  return db.rows(listKeysStatement, [appId]);
}

const listSoughtKeysStatement = defineStatement({
  name: "list-sought-keys",
  prepare: false,
  takes: ["text", "int8"],
  gives: apiKeyTable.row,
  text: `SELECT ${keyColumns} FROM api_keys WHERE id = $1 OR last_four = $1 ORDER BY id DESC LIMIT $2`,
});

/** The keys with this id or these last four characters, newest first. */
export function listSoughtKeys(db: Db, text: string, limit: number): Promise<ApiKey[]> {
  return db.rows(listSoughtKeysStatement, [text, limit]);
}

const findKeyForUpdateStatement = apiKeyTable.lockById("find-key-for-update");

export function findKeyForUpdate(tx: Tx, id: Id<"key">): Promise<ApiKey | undefined> {
  return tx.maybe(findKeyForUpdateStatement, [id]);
}

const revokeKeyStatement = defineStatement({
  name: "revoke-key",
  prepare: false,
  takes: ["text"],
  gives: apiKeyTable.row,
  text: `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${keyColumns}`,
});

export function revokeKey(tx: Tx, id: Id<"key">): Promise<ApiKey> {
  return tx.one(revokeKeyStatement, [id]);
}
