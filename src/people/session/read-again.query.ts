/** Reads again the rights of a long stream's caller: the stream ends when the right to it ends (rules/people 5.3). */
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findCallerRights } from "./rights.sql.ts";

/** The caller as of now; undefined when the session has ended, or the device was removed. */
export async function readCallerAgain(db: Db, caller: ConsoleCaller): Promise<ConsoleCaller | undefined> {
  const { session, device } = caller;
  const rights = await findCallerRights(db, session?.id ?? null, device?.id ?? null);
  if (session !== null && !rights.is_session_open) return undefined;
  if (device !== null && !rights.is_device_paired) return undefined;
  const roles = session === null ? caller.roles : rights.roles;
  const own =
    device === null || session?.method !== "pin"
      ? roles
      : roles.filter(({ locationId }) => locationId === device.locationId);
  return { ...caller, roles: own };
}
