/** The right of a caller at a location, for calls that operators may also make. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/grants/read-locations.query.ts";
import { requireRoleAt, type Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller, RoleName } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";

/** As `requireRoleAt`. An operator's role does not say that the location exists, so the location is looked up for them. */
export async function requireRoleAndLocation(
  db: Db,
  caller: ConsoleCaller,
  locationId: Id<"str">,
  roles: readonly RoleName[],
): Promise<Acting | Refusal<"not_found" | "role_required">> {
  const acting = requireRoleAt(caller, locationId, roles);
  if (isRefusal(acting) || acting.role !== "operator_admin") return acting;
  const found = await getLocationClock(db, locationId);
  return isRefusal(found) ? found : acting;
}
