/** Choosing a person on a shared device by a PIN, and setting PINs (rules/people 6.4, 6.5). */
import Type from "typebox";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { listDevicePeople, listPinLocations } from "../../people/devices/read-devices.query.ts";
import { removePin, setPin, signInByPin } from "../../people/devices/sign-in-by-pin.command.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { devicePersonShape, pinField } from "./devices.schemas.ts";
import { sessionReply } from "./session-reply.ts";
import { begunSessionShape } from "./sign-in.schemas.ts";

const listNames = defineRoute({
  method: "GET",
  path: "/console/v1/device/people",
  operationId: "consoleListDevicePeople",
  tag: "Devices",
  summary: "List whom one may choose on this device",
  description: "Managers, hosts and staff of the device's location, by name. Without a device it is 404.",
  access: { kind: "console", needs: "screen" },
  success: { 200: listOf(devicePersonShape) },
  refusals: ["not_found"],
});

const choose = defineRoute({
  method: "POST",
  path: "/console/v1/sign_in/pin",
  operationId: "consoleSignInByPin",
  tag: "Sign-in",
  summary: "Choose a person on a shared device",
  description:
    "The session is good on this device, at its location, for the minutes of the device. Five wrong PINs within 10 minutes close the name for 5 minutes.",
  access: { kind: "console", needs: "screen" },
  unkeyed: true,
  body: Type.Object({ person_id: idField("per"), pin: pinField }, { additionalProperties: false }),
  success: { 201: begunSessionShape },
  refusals: ["sign_in_failed", "pin_locked", "not_found"],
});

const putPin = defineRoute({
  method: "PUT",
  path: "/console/v1/me/pins/{locationId}",
  operationId: "consoleSetPin",
  tag: "Account",
  summary: "Set one's PIN at a location",
  access: { kind: "console", needs: "person", roles: ["manager", "host", "staff"], fresh: true },
  unkeyed: true,
  params: { locationId: idField("str") },
  body: Type.Object({ pin: pinField }, { additionalProperties: false }),
  success: { 200: Type.Object({ object: Type.Literal("pin.set"), location_id: idField("str") }) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const deletePin = defineRoute({
  method: "DELETE",
  path: "/console/v1/me/pins/{locationId}",
  operationId: "consoleRemovePin",
  tag: "Account",
  summary: "Remove one's PIN at a location",
  description: "It is 404 where one has none.",
  access: { kind: "console", needs: "person", roles: ["manager", "host", "staff"], fresh: true },
  params: { locationId: idField("str") },
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("pin.removed"), location_id: idField("str") }) },
  refusals: ["not_found", "role_required"],
});

const resetPin = defineRoute({
  method: "POST",
  path: "/console/v1/people/{personId}/pin_reset",
  operationId: "consoleResetPin",
  tag: "People",
  summary: "Clear the PINs of a colleague",
  description:
    "At the locations where the caller is a manager; an operator_admin clears those of all locations. The colleague sets a new one.",
  access: { kind: "console", needs: "person", roles: ["manager", "operator_admin"], fresh: true },
  params: { personId: idField("per") },
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("pin.cleared"), person_id: idField("per") }) },
  refusals: ["not_found"],
});

/** The routes of PINs. */
export function pinRoutes({ signIn }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindRead(listNames, async ({ console: { device } }, db) => {
      if (device === null) return noDevice();
      const people = await listDevicePeople(db, device.locationId);
      return reply(200, wholeList(people.map((person) => ({ object: "device_person" as const, ...person }))));
    }),
    bindStaged(choose, async ({ console: { device, session: before, site }, body }, database) => {
      if (device === null) return noDevice();
      const attempt = { device, personId: body.person_id, pin: body.pin, userAgent: site.userAgent };
      const session = await signInByPin(database, signIn, { ...attempt, replaces: before?.id });
      return isRefusal(session) ? session : sessionReply(session, site);
    }),
    bindWrite(putPin, async ({ console: caller, params: { locationId }, body: { pin } }, tx) => {
      const acting = requireRoleAt(caller, locationId, putPin.access.roles);
      if (isRefusal(acting)) return acting;
      if (!/^\d{4,6}$/.test(pin)) return refuse("invalid_request", "body.pin must have 4 to 6 digits");
      setPin(tx, signIn, { locationId, personId: caller.person.id, pin });
      return reply(200, { object: "pin.set" as const, location_id: locationId });
    }),
    bindWrite(deletePin, async ({ console: caller, params: { locationId } }, tx) => {
      const acting = requireRoleAt(caller, locationId, deletePin.access.roles);
      if (isRefusal(acting)) return acting;
      const removed = await removePin(tx, locationId, caller.person.id);
      return isRefusal(removed) ? removed : reply(200, { object: "pin.removed" as const, location_id: locationId });
    }),
    bindWrite(resetPin, async ({ console: caller, params: { personId }, requestId }, tx) => {
      let cleared = 0;
      for (const locationId of await listPinLocations(tx, personId)) {
        const acting = requireRoleAt(caller, locationId, resetPin.access.roles);
        if (isRefusal(acting)) continue;
        const removed = await removePin(tx, locationId, personId, authorOf(acting, requestId));
        if (!isRefusal(removed)) cleared += 1;
      }
      if (cleared === 0) return refuse("not_found", `there is no PIN of ${personId} that you may clear`);
      return reply(200, { object: "pin.cleared" as const, person_id: personId });
    }),
  ];
}

function noDevice() {
  return refuse("not_found", "this is no shared device");
}
