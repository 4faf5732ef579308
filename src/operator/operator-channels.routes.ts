/** Booking channels: who may book at native locations through /reserve/v3. */
import Type, { type Static } from "typebox";
import { changeChannel, createChannel, type ChannelWithPassword } from "../channels/change-channel.command.ts";
import { listChannels } from "../channels/list-channels.query.ts";
import { toIso } from "../kernel/clock.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField, isoInstant, nullable, textField } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { freshOperatorAccess, operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const closed = { additionalProperties: false } as const;
const locationIds = Type.Array(idField("str"), {
  maxItems: 1_000,
  description: "Where it may book: native locations.",
});

const shape = {
  object: Type.Literal("booking_channel"),
  id: idField("bch"),
  name: Type.String({ maxLength: 200 }),
  enabled: Type.Boolean(),
  username: Type.String({ maxLength: 200, description: "For HTTP Basic authentication at /reserve/v3." }),
  location_ids: Type.Array(idField("str")),
  created_at: isoInstant("When it was made."),
};
const channelShape = Type.Object(shape, { title: "BookingChannel" });
const withPassword = Type.Object(
  {
    ...shape,
    password: nullable(Type.String({ maxLength: 200, description: "Shown once; null when it was not renewed." })),
  },
  { title: "BookingChannelWithPassword" },
);

const example = {
  object: "booking_channel",
  id: "bch_01k0abcdefghjkmnpqrstvwxyz",
  name: "Maps",
  enabled: true,
  username: "test_bch_01k0abcdefghjkmnpqrstvwxyz",
  location_ids: ["str_01k0abcdefghjkmnpqrstvwxyz"],
  created_at: "2026-03-04T16:20:00.000Z",
};

const create = defineRoute({
  method: "POST",
  path: operatorPath("/booking_channels"),
  operationId: "operatorCreateBookingChannel",
  tag: "Operator",
  summary: "Offer native locations to a booking channel",
  description: "The password is shown once.",
  access: freshOperatorAccess,
  params: operatorParams,
  body: Type.Object({ name: textField(200, { form: "filled" }), location_ids: locationIds }, closed),
  success: { 201: withPassword },
  refusals: ["invalid_request"],
  example: {
    request: { name: example.name, location_ids: example.location_ids },
    response: { ...example, password: "kT2f0v4l1Zq3W8mXc7aYb9dEr5nHs6uJpLgOiQzVtMk" },
  },
});

const list = defineRoute({
  method: "GET",
  path: operatorPath("/booking_channels"),
  operationId: "operatorListBookingChannels",
  tag: "Operator",
  summary: "List the booking channels, newest first",
  access: operatorAccess,
  params: operatorParams,
  success: { 200: listOf(channelShape) },
  refusals: [],
  example: { response: wholeList([example]) },
});

const update = defineRoute({
  method: "PATCH",
  path: operatorPath("/booking_channels/{channelId}"),
  operationId: "operatorUpdateBookingChannel",
  tag: "Operator",
  summary: "Change a booking channel",
  description: "Acts on its next call. `renew_password` ends the old password at once.",
  access: freshOperatorAccess,
  params: { ...operatorParams, channelId: idField("bch") },
  body: Type.Object(
    {
      name: Type.Optional(textField(200, { form: "filled" })),
      enabled: Type.Optional(Type.Boolean()),
      location_ids: Type.Optional(locationIds),
      renew_password: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  success: { 200: withPassword },
  refusals: ["not_found", "invalid_request"],
  example: { request: { enabled: false }, response: { ...example, enabled: false, password: null } },
});

/** The operator's routes about booking channels. */
export function operatorChannelRoutes(): BoundRoute[] {
  return [
    bindWrite(create, async (call, tx) => {
      const { name, location_ids: ids } = call.body;
      const made = await createChannel(tx, { name, locationIds: ids }, operatorOf(call));
      return isRefusal(made) ? made : reply(201, secretToWire(made), { secretFields: ["password"] });
    }),
    bindRead(list, async (_call, db) => {
      const channels = await listChannels(db);
      return reply(200, wholeList(channels.map(toWire)));
    }),
    bindWrite(update, async (call, tx) => {
      const { name, enabled, location_ids: ids, renew_password: renew } = call.body;
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(enabled === undefined ? {} : { enabled }),
        ...(ids === undefined ? {} : { locationIds: ids }),
        ...(renew === undefined ? {} : { renewPassword: renew }),
      };
      const changed = await changeChannel(tx, call.params.channelId, changes, operatorOf(call));
      return isRefusal(changed) ? changed : reply(200, secretToWire(changed), { secretFields: ["password"] });
    }),
  ];
}

function secretToWire({ channel, password }: ChannelWithPassword): Static<typeof withPassword> {
  return { ...toWire(channel), password };
}

function toWire(channel: ChannelWithPassword["channel"]): Static<typeof channelShape> {
  const { id, name, enabled, username, location_ids, created_at } = channel;
  return {
    object: "booking_channel",
    id,
    name,
    enabled,
    username,
    location_ids: [...location_ids],
    created_at: toIso(created_at),
  };
}
