/** The settings that staff change at the board: pause, resume, busy (rules/board 2.7). */
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Done, type Refusal } from "../../kernel/refusal.ts";
import { pauseOrdering, resumeOrdering, setBusyDelay } from "../../locations/settings/change-ordering.command.ts";
import type { Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { boardRoles, requireActing } from "./board-access.ts";
import { busyDelayBody, pauseBody, settingsAnswer } from "./board-calls.schemas.ts";
import { readBoardSettings } from "./read-board.query.ts";

const setting = {
  method: "POST",
  tag: "Board",
  params: { locationId: idField("str") },
  access: { kind: "console", needs: "actor", roles: boardRoles },
  success: { 200: settingsAnswer },
  refusals: ["not_found", "role_required", "invalid_request"],
} as const;

const pauseRoute = defineRoute({
  ...setting,
  path: "/console/v1/locations/{locationId}/pause",
  operationId: "consolePauseOrdering",
  summary: "Pause ordering",
  description: "For so many minutes, or until the first opening of the next service day. Orders for later are taken.",
  body: pauseBody,
});

const resumeRoute = defineRoute({
  ...setting,
  path: "/console/v1/locations/{locationId}/resume",
  operationId: "consoleResumeOrdering",
  summary: "End the pause",
  bodyEmpty: true,
});

const busyRoute = defineRoute({
  ...setting,
  path: "/console/v1/locations/{locationId}/busy_delay",
  operationId: "consoleSetBusyDelay",
  summary: "Say how busy the kitchen is",
  description: "Minutes that are added to the preparation of every new order; 0 on a quiet day.",
  body: busyDelayBody,
});

/** The routes of what staff set. */
export function boardSettingsRoutes(): BoundRoute[] {
  return [
    bindWrite(pauseRoute, async (call, tx) => {
      const { minutes, until_tomorrow: tomorrow } = call.body;
      if ((minutes === undefined) === (tomorrow === undefined))
        return invalidRequest([{ path: "body", message: "must have either minutes or until_tomorrow" }]);
      const pause = minutes === undefined ? ({ until: "tomorrow" } as const) : { minutes };
      return changed(tx, call, (locationId, by) => pauseOrdering(tx, locationId, pause, by));
    }),
    bindWrite(resumeRoute, (call, tx) => changed(tx, call, (locationId, by) => resumeOrdering(tx, locationId, by))),
    bindWrite(busyRoute, (call, tx) =>
      changed(tx, call, (locationId, by) => setBusyDelay(tx, locationId, call.body.minutes, by)),
    ),
  ];
}

interface SettingCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly locationId: Id<"str"> };
  readonly requestId: Id<"req">;
}

/** Makes the change in the caller's name and answers the settings of after it. */
async function changed(
  tx: Tx,
  { console: caller, params: { locationId }, requestId }: SettingCall,
  change: (locationId: Id<"str">, by: Author) => Promise<Done | Refusal<"not_found" | "invalid_request">>,
) {
  const acting = requireActing(caller, locationId);
  if (isRefusal(acting)) return acting;
  const made = await change(locationId, authorOf(acting, requestId));
  if (isRefusal(made)) return made;
  const settings = await readBoardSettings(tx, locationId);
  return isRefusal(settings) ? settings : reply(200, settings);
}

/** The caller, for the audit log. */
export function authorOf({ actor, role, deviceId }: Acting, requestId: Id<"req">): Author {
  return { actor: actor.kind, by: actor, role, deviceId, requestId };
}
