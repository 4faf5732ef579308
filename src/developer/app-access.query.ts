/** Who may read and act for an app (rules/people 2.6). */
import { getApp, type App } from "../apps/read-apps.query.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { requireRoleFor, type Acting } from "../people/person/require-role.ts";
import type { ConsoleCaller } from "../platform/http/console/console-caller.ts";
import type { Db } from "../platform/postgres/database.ts";

/** Those who read an app's records. */
export const readers = ["developer", "operator_admin", "operator_support"] as const;
/** Those who act in its place. */
export const actors = ["developer", "operator_admin"] as const;

export interface ActingForApp {
  readonly acting: Acting;
  readonly app: App;
}

/** The app and in whose name the caller acts there; refuses an app that does not exist like one of others. */
export async function requireApp(
  db: Db,
  caller: ConsoleCaller,
  appId: Id<"app">,
  roles: typeof readers | typeof actors,
): Promise<ActingForApp | Refusal<"not_found" | "role_required">> {
  const acting = requireRoleFor(caller, appId, roles);
  if (isRefusal(acting)) return acting;
  const app = await getApp(db, appId);
  return isRefusal(app) ? app : { acting, app };
}
