/** The wire shapes of roles and invitations. */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { messageStatuses, noMessageReasons, type MessageStatus } from "../../messaging/message/message.ts";
import type { Invitation } from "../../people/joining/invitations.sql.ts";
import type { Colleague } from "../../people/joining/roles.sql.ts";
import { roleNames } from "../../platform/http/console/console-caller.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";

export const colleagueShape = Type.Object({
  object: Type.Literal("colleague"),
  person_id: idField("per"),
  name: Type.String({ maxLength: 500 }),
  role_id: idField("rol"),
  role: oneOf(roleNames),
  since: isoInstant("When the role was given."),
  has_pin: Type.Boolean({ description: "Has a PIN for the shared devices of the location." }),
});

export const invitationShape = Type.Object({
  object: Type.Literal("invitation"),
  id: idField("inv"),
  role: oneOf(roleNames),
  location_id: nullable(idField("str")),
  app_id: nullable(idField("app")),
  name: nullable(Type.String({ maxLength: 500, description: "Whom it is for, in the words of the inviter." })),
  phone: nullable(Type.String({ maxLength: 50, description: "E.164; the link was to be texted there." })),
  text_status: nullable(oneOf(messageStatuses, "What became of the text with the link; null: none was sent.")),
  created_at: isoInstant("When it was made."),
  expires_at: isoInstant("Until when it can be accepted."),
});

export const newInvitationShape = Type.Object(
  {
    ...invitationShape.properties,
    url: nullable(
      Type.String({ maxLength: 2048, description: "The link, shown this once; null in a replay of the answer." }),
    ),
    qr_svg: nullable(
      Type.String({ maxLength: 100000, description: "The link as a QR code, an SVG document; shown this once." }),
    ),
    not_texted: nullable(
      oneOf(
        noMessageReasons,
        "Why the link is not texted, null when it is: no phone was given, nobody carries messages, or the number answered STOP.",
      ),
    ),
    secret_shown: Type.Optional(Type.Literal(true)),
  },
  { title: "NewInvitation" },
);

export const peopleShape = Type.Object({
  object: Type.Literal("people"),
  location_id: idField("str"),
  colleagues: Type.Array(colleagueShape, { description: "One for each role, by name." }),
  invitations: Type.Array(invitationShape, { description: "Those that are open, newest first." }),
});

/** Whom an invitation is for; the name helps the inviter, the link is texted to the phone. */
export const invitedFields = {
  name: Type.Optional(nullable(textField(80, { form: "trimmed", description: "Whom it is for." }))),
  phone: Type.Optional(
    nullable(
      textField(50, {
        description:
          "Where the link is texted. Any spelling; without a country code, as dialled in the location's country.",
      }),
    ),
  ),
};

export function colleagueToWire(colleague: Colleague): Static<typeof colleagueShape> {
  const { person_id, name, role_id, role, since, has_pin } = colleague;
  return { object: "colleague", person_id, name, role_id, role, since: toIso(since), has_pin };
}

export function invitationToWire(
  invitation: Invitation,
  text_status: MessageStatus | null,
): Static<typeof invitationShape> {
  const { id, role, location_id, app_id, name, phone, created_at, expires_at } = invitation;
  const times = { created_at: toIso(created_at), expires_at: toIso(expires_at) };
  return { object: "invitation", id, role, location_id, app_id, name, phone, text_status, ...times };
}
