/** Shared devices of a location (rules/people 6). */
import Type from "typebox";
import { toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  addDevice,
  changeDevice,
  deviceSeconds,
  pairByCode,
  removeDevice,
} from "../../people/devices/change-device.command.ts";
import { listDevices } from "../../people/devices/read-devices.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import {
  changedDeviceBody,
  deviceShape,
  deviceToWire,
  newDeviceBody,
  newDeviceShape,
  pairedDeviceShape,
} from "./devices.schemas.ts";

const managers = { kind: "console", needs: "person", roles: ["manager"] } as const;
const ofLocation = {
  path: "/console/v1/locations/{locationId}/devices",
  tag: "Devices",
  params: { locationId: idField("str") },
  refusals: ["not_found", "role_required"],
} as const;
const ofDevice = {
  path: "/console/v1/devices/{deviceId}",
  tag: "Devices",
  access: { ...managers, fresh: true },
  params: { deviceId: idField("pdv") },
  refusals: ["not_found", "role_required"],
} as const;

const list = defineRoute({
  ...ofLocation,
  method: "GET",
  operationId: "consoleListDevices",
  summary: "List the shared devices of a location",
  description: "Those that are paired or wait for their code, newest first, at most 200.",
  access: managers,
  success: { 200: listOf(deviceShape) },
});

const add = defineRoute({
  ...ofLocation,
  method: "POST",
  operationId: "consoleAddDevice",
  summary: "Add a shared device",
  description: "Answers the code that is typed at /pair on the tablet.",
  access: { ...managers, fresh: true },
  body: newDeviceBody,
  success: { 201: newDeviceShape },
});

const change = defineRoute({
  ...ofDevice,
  method: "PATCH",
  operationId: "consoleChangeDevice",
  summary: "Change a shared device",
  description: "What is not named stays; the change acts on the device's next request.",
  body: changedDeviceBody,
  success: { 200: deviceShape },
});

const remove = defineRoute({
  ...ofDevice,
  method: "DELETE",
  operationId: "consoleRemoveDevice",
  summary: "Remove a shared device",
  description: "Its token and every session on it open nothing from the next request on.",
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("shared_device.removed"), id: idField("pdv") }) },
});

const pair = defineRoute({
  method: "POST",
  path: "/console/v1/pair",
  operationId: "consolePair",
  tag: "Devices",
  summary: "Pair the device that one holds",
  description: "By the code that a manager got. Wrong codes count as bad sign-ins of the address.",
  access: { kind: "console", needs: "nobody" },
  unkeyed: true,
  body: Type.Object(
    { code: Type.String({ minLength: 1, maxLength: 20, description: "8 letters and digits, in any case." }) },
    { additionalProperties: false },
  ),
  success: { 201: pairedDeviceShape },
  refusals: ["sign_in_failed", "rate_limited"],
});

/** The routes of shared devices. */
export function deviceRoutes({ signIn }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindRead(list, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireRoleAt(caller, locationId, list.access.roles);
      if (isRefusal(acting)) return acting;
      return reply(200, wholeList((await listDevices(db, locationId)).map(deviceToWire)));
    }),
    bindWrite(add, async ({ console: caller, params: { locationId }, body, requestId }, tx) => {
      const acting = requireRoleAt(caller, locationId, add.access.roles);
      if (isRefusal(acting)) return acting;
      const usual = { language: caller.person.language, pin_minutes: 30, require_pin: true, auto_print: false };
      const { device, code } = await addDevice(
        tx,
        signIn,
        { ...usual, ...body, locationId },
        authorOf(acting, requestId),
      );
      const until = device.pairing_expires_at;
      const shown = { pairing_code: code, pairing_expires_at: until === null ? null : toIso(until) };
      return reply(201, { ...deviceToWire(device), ...shown }, { secretFields: ["pairing_code"] });
    }),
    bindWrite(change, async ({ console: caller, params: { deviceId }, body, requestId }, tx) => {
      const changed = await changeDevice(tx, deviceId, body, (device) => mayChange(caller, device, requestId));
      return isRefusal(changed) ? changed : reply(200, deviceToWire(changed));
    }),
    bindWrite(remove, async ({ console: caller, params: { deviceId }, requestId }, tx) => {
      const removed = await removeDevice(tx, deviceId, (device) => mayChange(caller, device, requestId));
      return isRefusal(removed) ? removed : reply(200, { object: "shared_device.removed" as const, id: deviceId });
    }),
    bindStaged(pair, async ({ body, address, requestId, console: { site } }, database) => {
      const paired = await pairByCode(database, signIn, { code: body.code, address, requestId });
      if (isRefusal(paired)) return paired;
      const headers = { "set-cookie": writeCookie("device", paired.token, deviceSeconds, site.isSecure) };
      return reply(201, { ...deviceToWire(paired.device), token: paired.token }, { headers });
    }),
  ];
}

function mayChange(caller: ConsoleCaller, device: { readonly location_id: Id<"str"> }, requestId: Id<"req">) {
  const acting = requireRoleAt(caller, device.location_id, managers.roles);
  return isRefusal(acting) ? acting : authorOf(acting, requestId);
}
