/** Who may look at which screen of a location, and the live topics of each screen (rules/board 2.1, rules/stand 1.1). Pure. */
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { LiveTopic } from "../../live/live-topics.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import type { ConsoleCaller, DeviceScreen, RoleName } from "../../platform/http/console/console-caller.ts";
import { boardRoles } from "../board/board-access.ts";
import { standRoles } from "../bookings/stand-access.ts";

interface Screen {
  readonly roles: readonly RoleName[];
  readonly topics: readonly LiveTopic[];
}

/** The screens, and whom each is for. */
export const screens: Readonly<Record<DeviceScreen, Screen>> = {
  board: { roles: boardRoles, topics: ["orders", "settings"] },
  stand: { roles: standRoles, topics: ["bookings", "waitlist", "floor", "settings"] },
};

/** Everybody who may look at some screen. */
export const screenRoles = [...new Set([...boardRoles, ...standRoles])] as const;

type NotHere = Refusal<"not_found" | "role_required">;

/** Refuses whoever may not look at the screen of the location; a tablet paired with the location for it may. */
export function requireScreen(caller: ConsoleCaller, locationId: Id<"str">, screen: DeviceScreen): Done | NotHere {
  const { device } = caller;
  if (device !== null && device.locationId === locationId && device.screen === screen) return done;
  const acting = requireRoleAt(caller, locationId, screens[screen].roles);
  return isRefusal(acting) ? acting : done;
}

/** The topics that the caller may follow of those that were asked for; all that the caller may, when none were. */
export function requireTopics(
  caller: ConsoleCaller,
  locationId: Id<"str">,
  asked: readonly LiveTopic[] | undefined,
): ReadonlySet<LiveTopic> | NotHere {
  const seen = ([screen, { topics }]: readonly [DeviceScreen, Screen]) =>
    isRefusal(requireScreen(caller, locationId, screen)) ? [] : topics;
  const allowed = new Set([...seen(["board", screens.board]), ...seen(["stand", screens.stand])]);
  if (allowed.size === 0) return refusalOf(caller, locationId, screenRoles);
  const hidden = (asked ?? []).find((topic) => !allowed.has(topic));
  if (hidden !== undefined) return refusalOf(caller, locationId, rolesFor(hidden));
  return asked === undefined ? allowed : new Set(asked);
}

function rolesFor(topic: LiveTopic): readonly RoleName[] {
  return [...new Set(Object.values(screens).flatMap(({ roles, topics }) => (topics.includes(topic) ? roles : [])))];
}

/** Why the caller, who has none of the roles, may not look. */
function refusalOf(caller: ConsoleCaller, locationId: Id<"str">, roles: readonly RoleName[]): NotHere {
  const acting = requireRoleAt(caller, locationId, roles);
  return isRefusal(acting)
    ? acting
    : refuse("role_required", "this tablet shows another screen", { roles: [...roles] });
}
