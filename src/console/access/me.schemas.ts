/** Wire shapes of a person for themselves, and of the locations they work at. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { guestLanguages } from "../../kernel/language.ts";
import type { Location } from "../../locations/location/location.ts";
import type { ListedSession } from "../../people/session/read-sessions.query.ts";
import { roleNames, type ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";

const sessionMethod = oneOf(["passkey", "password", "recovery", "provider", "invitation", "demo", "pin"]);

const heldRoleShape = Type.Object({
  role: oneOf(roleNames),
  location_id: nullable(idField("str")),
  app_id: nullable(idField("app")),
});

const consoleDeviceShape = Type.Object({
  id: idField("pdv"),
  name: Type.String({ maxLength: 500 }),
  location_id: idField("str"),
  screen: oneOf(["board", "stand"]),
  language: oneOf(guestLanguages),
  require_pin: Type.Boolean({ description: "Without it the device acts as itself." }),
  auto_print: Type.Boolean(),
});

export const meShape = Type.Object({
  object: Type.Literal("me"),
  livemode: Type.Boolean(),
  person: nullable(
    Type.Object({
      id: idField("per"),
      name: Type.String({ maxLength: 500 }),
      email: Type.String({ maxLength: 254 }),
      language: oneOf(guestLanguages),
    }),
  ),
  session: nullable(
    Type.Object({
      id: idField("ses"),
      method: sessionMethod,
      is_fresh: Type.Boolean({ description: "The sign-in is at most 15 minutes old." }),
    }),
  ),
  device: nullable(consoleDeviceShape),
  roles: Type.Array(heldRoleShape),
});

/** The caller as `GET /me` answers them. */
export function meToWire(caller: ConsoleCaller, livemode: boolean): Static<typeof meShape> {
  const { person, session, device } = caller;
  return {
    object: "me",
    livemode,
    person: person === null ? null : { ...person },
    session: session === null ? null : { id: session.id, method: session.method, is_fresh: session.isFresh },
    device:
      device === null
        ? null
        : {
            id: device.id,
            name: device.name,
            location_id: device.locationId,
            screen: device.screen,
            language: device.language,
            require_pin: device.requirePin,
            auto_print: device.autoPrint,
          },
    roles: caller.roles.map(({ role, locationId, appId }) => ({ role, location_id: locationId, app_id: appId })),
  };
}

export const endedSessionShape = Type.Object({ object: Type.Literal("session.ended") });

export const listedSessionShape = Type.Object({
  object: Type.Literal("listed_session"),
  id: idField("ses"),
  method: sessionMethod,
  user_agent: nullable(Type.String({ maxLength: 200, description: "What the browser called itself." })),
  signed_in_at: isoInstant("When it began."),
  last_used_at: isoInstant("To the minute."),
  expires_at: isoInstant("When it ends at the latest."),
  is_this: Type.Boolean({ description: "The one of this call." }),
});

/** A session in the list of its person. */
export function listedSessionToWire(session: ListedSession, own: Id<"ses">): Static<typeof listedSessionShape> {
  return {
    object: "listed_session",
    id: session.id,
    method: session.method,
    user_agent: session.user_agent,
    signed_in_at: toIso(session.signed_in_at),
    last_used_at: toIso(session.last_used_at),
    expires_at: toIso(session.expires_at),
    is_this: session.id === own,
  };
}

export const workplaceShape = Type.Object({
  object: Type.Literal("workplace"),
  id: idField("str"),
  name: nullable(Type.String({ maxLength: 500 })),
  timezone: nullable(Type.String({ maxLength: 255 })),
  status: oneOf(["active", "inactive", "paused"]),
  roles: Type.Array(oneOf(roleNames), { description: "What the caller is there." }),
});

/** A location with the caller's roles there. */
export function workplaceToWire(location: Location, caller: ConsoleCaller): Static<typeof workplaceShape> {
  return {
    object: "workplace",
    id: location.id,
    name: location.name,
    timezone: location.timezone,
    status: location.status,
    roles: rolesAt(caller, location.id),
  };
}

function rolesAt(caller: ConsoleCaller, id: Id<"str">) {
  return caller.roles.flatMap(({ role, locationId }) => (locationId === id ? [role] : []));
}
