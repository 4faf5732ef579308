/** Who is signed in, where they work, and signing out (rules/people 5). */
import { listLocationsById } from "../../locations/grants/read-locations.query.ts";
import { endSession } from "../../people/session/begin-session.command.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";

import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { locationsOf } from "../../people/person/require-role.ts";
import { endedSessionShape, meShape, meToWire, workplaceShape, workplaceToWire } from "./me.schemas.ts";

const getMe = defineRoute({
  method: "GET",
  path: "/console/v1/me",
  operationId: "consoleGetMe",
  tag: "Sign-in",
  summary: "Read who is signed in",
  description: "The person, the shared device, and the roles as they are now. A device alone has no person.",
  access: { kind: "console", needs: "screen" },
  success: { 200: meShape },
  refusals: [],
});

const signOut = defineRoute({
  method: "POST",
  path: "/console/v1/sign_out",
  operationId: "consoleSignOut",
  tag: "Sign-in",
  summary: "Sign out",
  description: "Ends the session; its token opens nothing any more. A shared device stays paired.",
  access: { kind: "console", needs: "person" },
  bodyEmpty: true,
  success: { 200: endedSessionShape },
  refusals: [],
});

const listLocations = defineRoute({
  method: "GET",
  path: "/console/v1/locations",
  operationId: "consoleListLocations",
  tag: "Workplaces",
  summary: "List the locations one works at",
  description: "Those at which the caller has a role, by name.",
  access: { kind: "console", needs: "actor" },
  success: { 200: listOf(workplaceShape) },
  refusals: [],
});

const rolesAtLocations = ["manager", "host", "staff", "accountant"] as const;

/** The routes of who is signed in. */
export function whoRoutes(): BoundRoute[] {
  return [
    bindRead(getMe, async (call) => reply(200, meToWire(call.console, call.livemode))),
    bindWrite(signOut, async ({ console: { session, site } }, tx) => {
      endSession(tx, session.id);
      const headers = { "set-cookie": writeCookie("session", "", 0, site.isSecure) };
      return reply(200, { object: "session.ended" } as const, { headers });
    }),
    bindRead(listLocations, async (call, db) => {
      const locations = await listLocationsById(db, locationsOf(call.console, rolesAtLocations));
      return reply(200, wholeList(locations.map((one) => workplaceToWire(one, call.console))));
    }),
  ];
}
