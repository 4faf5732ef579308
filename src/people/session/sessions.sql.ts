/** All SQL that finds, uses and ends sessions and shared devices. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { ConsoleSession, DeviceScreen, HeldRole } from "../../platform/http/console/console-caller.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";

/** An open session with its person and roles, as they are now. */
export interface LiveSession {
  readonly id: Id<"ses">;
  readonly method: ConsoleSession["method"];
  readonly device_id: Id<"pdv"> | null;
  readonly is_fresh: boolean;
  /** It was last used more than a minute ago. */
  readonly is_stale: boolean;
  readonly person_id: Id<"per">;
  readonly name: string;
  readonly email: string;
  readonly language: GuestLanguage;
  readonly roles: readonly HeldRole[];
}

/** A paired device that is in use. */
export interface LiveDevice {
  readonly id: Id<"pdv">;
  readonly location_id: Id<"str">;
  readonly name: string;
  readonly screen: DeviceScreen;
  readonly language: GuestLanguage;
  readonly pin_minutes: number;
  readonly require_pin: boolean;
  readonly auto_print: boolean;
  readonly is_stale: boolean;
}

/** Half a day without use ends a session, for the operator's people an hour; at most 12 hours for those (rules/people 5.1). */
const liveSession = defineStatement({
  name: "live-session",
  takes: ["bytea"],
  gives: row<LiveSession>({
    id: "text",
    method: "text",
    device_id: "text",
    person_id: "text",
    name: "text",
    email: "text",
    language: "text",
    is_fresh: "bool",
    is_stale: "bool",
    roles: "jsonb",
  }),
  text: `SELECT s.id, s.method, s.device_id, p.id AS person_id, p.name, p.email, p.language,
      s.method <> 'pin' AND s.signed_in_at > now() - interval '15 minutes' AS is_fresh,
      s.last_used_at < now() - interval '1 minute' AS is_stale, held.roles
    FROM person_sessions s JOIN persons p ON p.id = s.person_id
      CROSS JOIN LATERAL (SELECT
          coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'locationId', r.location_id, 'appId', r.app_id) ORDER BY r.id),
            '[]') AS roles,
          coalesce(bool_or(r.role IN ('operator_admin', 'operator_support')), false) AS is_operator
        FROM person_roles r WHERE r.person_id = p.id AND r.ended_at IS NULL) AS held
    WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND p.disabled_at IS NULL
      AND s.last_used_at > now() - CASE WHEN held.is_operator THEN interval '1 hour' ELSE interval '12 hours' END
      AND (NOT held.is_operator OR s.signed_in_at > now() - interval '12 hours')`,
});

const liveDevice = defineStatement({
  name: "live-device",
  takes: ["bytea"],
  gives: row<LiveDevice>({
    id: "text",
    location_id: "text",
    name: "text",
    screen: "text",
    language: "text",
    pin_minutes: "int4",
    require_pin: "bool",
    auto_print: "bool",
    is_stale: "bool",
  }),
  text: `SELECT id, location_id, name, screen, language, pin_minutes, require_pin, auto_print,
      last_used_at < now() - interval '1 hour' AS is_stale
    FROM paired_devices WHERE token_hash = $1 AND ended_at IS NULL AND expires_at > now()`,
});

export function findLiveSession(db: Db, tokenHash: Buffer): Promise<LiveSession | undefined> {
  return db.maybe(liveSession, [tokenHash]);
}

export function findLiveDevice(db: Db, tokenHash: Buffer): Promise<LiveDevice | undefined> {
  return db.maybe(liveDevice, [tokenHash]);
}

const touchSessionStatement = defineStatement({
  name: "touch-session",
  prepare: false,
  takes: ["text"],
  text: "UPDATE person_sessions SET last_used_at = now() WHERE id = $1 AND ended_at IS NULL",
});

/** Notes that a session is in use. */
export function touchSession(tx: Tx, id: Id<"ses">): void {
  tx.send(touchSessionStatement, [id]);
}

const touchDeviceStatement = defineStatement({
  name: "touch-device",
  prepare: false,
  takes: ["text"],
  text: `UPDATE paired_devices SET last_used_at = now(), expires_at = now() + interval '180 days'
    WHERE id = $1 AND ended_at IS NULL`,
});

/** Notes that a device is in use: it stays paired for 180 days from now (rules/people 6.2). */
export function touchDevice(tx: Tx, id: Id<"pdv">): void {
  tx.send(touchDeviceStatement, [id]);
}

export interface NewSession {
  readonly id: Id<"ses">;
  readonly tokenHash: Buffer;
  readonly personId: Id<"per">;
  readonly method: ConsoleSession["method"];
  readonly deviceId: Id<"pdv"> | null;
  readonly userAgent: string | null;
  readonly seconds: number;
}

const insertion = defineTable<Record<never, never>>()({
  name: "person_sessions",
  columns: {},
  also: {
    id: "text",
    token_hash: "bytea",
    person_id: "text",
    method: "text",
    device_id: "text",
    user_agent: "text",
  },
}).insert(["id", "token_hash", "person_id", "method", "device_id", "user_agent"], {
  made: { expires_at: { takes: "float8", text: (parameter) => `now() + ${parameter} * interval '1 second'` } },
});
const insertSessionStatement = defineStatement({
  name: "insert-session",
  prepare: false,
  takes: insertion.takes,
  text: insertion.text,
});

export function insertSession(tx: Tx, session: NewSession): void {
  const { id, tokenHash, personId, method, deviceId, userAgent, seconds } = session;
  const written = { id, token_hash: tokenHash, person_id: personId, method, device_id: deviceId };
  tx.send(insertSessionStatement, insertion.values({ ...written, user_agent: userAgent, expires_at: seconds }));
}

const endSessionStatement = defineStatement({
  name: "end-session",
  prepare: false,
  takes: ["text"],
  text: "UPDATE person_sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL",
});

export function endSession(tx: Tx, id: Id<"ses">): void {
  tx.send(endSessionStatement, [id]);
}

/** A session as its person sees it in the list. */
export interface ListedSession {
  readonly id: Id<"ses">;
  readonly method: ConsoleSession["method"];
  readonly user_agent: string | null;
  readonly signed_in_at: Instant;
  readonly last_used_at: Instant;
  readonly expires_at: Instant;
}

const listSessionsStatement = defineStatement({
  name: "list-sessions",
  takes: ["text"],
  prepare: false,
  gives: row<ListedSession>({
    id: "text",
    method: "text",
    user_agent: "text",
    signed_in_at: "timestamptz",
    last_used_at: "timestamptz",
    expires_at: "timestamptz",
  }),
  text: `SELECT id, method, user_agent, signed_in_at, last_used_at, expires_at FROM person_sessions
    WHERE person_id = $1 AND ended_at IS NULL AND expires_at > now() AND last_used_at > now() - interval '12 hours'
    ORDER BY id DESC LIMIT 100`,
});

/** The open sessions of a person, newest first. */
export function listSessions(db: Db, personId: Id<"per">): Promise<ListedSession[]> {
  return db.rows(listSessionsStatement, [personId]);
}

const useUpStatement = defineStatement({
  name: "use-up-session",
  takes: ["text"],
  prepare: false,
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "UPDATE person_sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL RETURNING id",
});

/** Ends a session that is good for one act; answers false where another act was first. */
export async function useUpSession(tx: Tx, id: Id<"ses">): Promise<boolean> {
  const ended = await tx.rows(useUpStatement, [id]);
  return ended.length > 0;
}

const endOwnSessionStatement = defineStatement({
  name: "end-own-session",
  takes: ["text", "text"],
  prepare: false,
  gives: row<{ readonly id: string }>({ id: "text" }),
  text: "UPDATE person_sessions SET ended_at = coalesce(ended_at, now()) WHERE id = $2 AND person_id = $1 RETURNING id",
});

/** Ends one of a person's own sessions; answers whether there was such a one. */
export async function endOwnSession(tx: Tx, personId: Id<"per">, id: Id<"ses">): Promise<boolean> {
  const found = await tx.rows(endOwnSessionStatement, [personId, id]);
  return found.length > 0;
}

const endOtherSessionsStatement = defineStatement({
  name: "end-other-sessions",
  takes: ["text", "text"],
  prepare: false,
  text: "UPDATE person_sessions SET ended_at = now() WHERE person_id = $1 AND ended_at IS NULL AND ($2::text IS NULL OR id <> $2)",
});

/** Ends all sessions of a person but one. */
export async function endOtherSessions(tx: Tx, personId: Id<"per">, kept: Id<"ses"> | null): Promise<void> {
  await tx.rows(endOtherSessionsStatement, [personId, kept]);
}
