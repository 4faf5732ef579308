/** The wire shapes of shared devices and PINs. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { guestLanguages } from "../../kernel/language.ts";
import type { Device } from "../../people/devices/devices.sql.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";

const fields = {
  name: textField(80, { form: "trimmed", description: "What people call the tablet." }),
  screen: oneOf(["board", "stand"], "What it shows."),
  language: oneOf(guestLanguages),
  pin_minutes: Type.Integer({
    minimum: 0,
    maximum: 480,
    description: "How long a person stays chosen; 0: for one act.",
  }),
  require_pin: Type.Boolean({ description: "Without it the device acts as itself, as staff (board) or host (stand)." }),
  auto_print: Type.Boolean({ description: "Prints the ticket of an order when it is accepted." }),
};

export const newDeviceBody = Type.Object(
  {
    name: fields.name,
    screen: fields.screen,
    language: Type.Optional(fields.language),
    pin_minutes: Type.Optional(fields.pin_minutes),
    require_pin: Type.Optional(fields.require_pin),
    auto_print: Type.Optional(fields.auto_print),
  },
  { additionalProperties: false },
);

export const changedDeviceBody = Type.Partial(Type.Object(fields), { additionalProperties: false });

export const deviceShape = Type.Object(
  {
    object: Type.Literal("shared_device"),
    id: idField("pdv"),
    location_id: idField("str"),
    ...fields,
    created_at: isoInstant("When it was added."),
    paired_at: nullable(isoInstant("When its code was typed; null while it waits.")),
    last_used_at: nullable(isoInstant("To the hour.")),
  },
  { title: "SharedDevice" },
);

export const newDeviceShape = Type.Object(
  {
    ...deviceShape.properties,
    pairing_code: nullable(
      Type.String({
        maxLength: 20,
        description: "To be typed at /pair on the tablet, once, within 10 minutes; shown this once.",
      }),
    ),
    pairing_expires_at: nullable(isoInstant("Until when the code is good.")),
    secret_shown: Type.Optional(Type.Literal(true)),
  },
  { title: "NewSharedDevice" },
);

export const pairedDeviceShape = Type.Object(
  {
    ...deviceShape.properties,
    token: nullable(Type.String({ maxLength: 200, description: "Browsers have it as a cookie." })),
  },
  { title: "PairedDevice" },
);

export const devicePersonShape = Type.Object({
  object: Type.Literal("device_person"),
  id: idField("per"),
  name: Type.String({ maxLength: 200 }),
  has_pin: Type.Boolean(),
});

export const pinField = Type.String({ minLength: 1, maxLength: 12, description: "4 to 6 digits." });

/** A device as managers see it. */
export function deviceToWire(device: Device): Static<typeof deviceShape> {
  const { id, location_id, name, screen, language, pin_minutes, require_pin, auto_print } = device;
  return {
    object: "shared_device",
    id,
    location_id,
    name,
    screen,
    language,
    pin_minutes,
    require_pin,
    auto_print,
    created_at: toIso(device.created_at),
    paired_at: device.paired_at === null ? null : toIso(device.paired_at),
    last_used_at: device.last_used_at === null ? null : toIso(device.last_used_at),
  };
}
