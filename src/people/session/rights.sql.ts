/** SQL of the rights that an unended session gives now. */
import type { Id } from "../../kernel/id.ts";
import type { HeldRole } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface CallerRights {
  readonly is_session_open: boolean;
  readonly is_device_paired: boolean;
  readonly roles: readonly HeldRole[];
}

const rights = defineStatement({
  name: "caller-rights",
  takes: ["text", "text"],
  gives: row<CallerRights>({ is_session_open: "bool", is_device_paired: "bool", roles: "jsonb" }),
  text: `SELECT EXISTS (SELECT FROM person_sessions s JOIN persons p ON p.id = s.person_id
        WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND p.disabled_at IS NULL) AS is_session_open,
      EXISTS (SELECT FROM paired_devices d WHERE d.id = $2 AND d.ended_at IS NULL AND d.expires_at > now()) AS is_device_paired,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'locationId', r.location_id, 'appId', r.app_id)), '[]')
        FROM person_sessions s JOIN person_roles r ON r.person_id = s.person_id AND r.ended_at IS NULL
        WHERE s.id = $1) AS roles`,
});

/** Whether the session is open and the device paired, and the roles of the session's person. */
export function findCallerRights(
  db: Db,
  sessionId: Id<"ses"> | null,
  deviceId: Id<"pdv"> | null,
): Promise<CallerRights> {
  return db.one(rights, [sessionId, deviceId]);
}
