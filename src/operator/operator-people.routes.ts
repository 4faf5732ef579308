/** The operator's invitations: the way in for the first people of a service (rules/people 2.4, 3.1). */
import Type from "typebox";
import { toIso } from "../kernel/clock.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { invitePerson } from "../people/joining/invite-person.command.ts";
import { parseWantedRole } from "../people/joining/wanted-role.ts";
import { roleNames } from "../platform/http/console/console-caller.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { freshOperatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const invite = defineRoute({
  method: "POST",
  path: operatorPath("/invitations"),
  operationId: "operatorInvitePerson",
  tag: "Operator",
  summary: "Invite a person",
  description:
    "Whoever opens the link makes an account and gets the role. The link is good once, for 7 days, and is shown this once. `manager`, `host`, `staff` and `accountant` need `location_id`, `developer` needs `app_id`; the operator's roles need neither.",
  access: freshOperatorAccess,
  params: operatorParams,
  body: Type.Object(
    {
      role: oneOf(roleNames),
      location_id: Type.Optional(nullable(idField("str"))),
      app_id: Type.Optional(nullable(idField("app"))),
      name: Type.Optional(nullable(textField(80, { form: "trimmed", description: "Whom it is for." }))),
    },
    { additionalProperties: false },
  ),
  success: {
    201: Type.Object({
      object: Type.Literal("operator_invitation"),
      id: idField("inv"),
      role: oneOf(roleNames),
      location_id: nullable(idField("str")),
      app_id: nullable(idField("app")),
      name: nullable(Type.String({ maxLength: 500 })),
      url: nullable(
        Type.String({ maxLength: 2048, description: "The link, shown this once; null in a replay of the answer." }),
      ),
      expires_at: isoInstant("Until when it can be accepted."),
      secret_shown: Type.Optional(Type.Literal(true)),
    }),
  },
  refusals: ["not_found", "invalid_request"],
  example: {
    request: { role: "operator_admin", name: "Ada" },
    response: {
      object: "operator_invitation",
      id: "inv_01m8043krge1ksjt2wv20h33fq",
      role: "operator_admin",
      location_id: null,
      app_id: null,
      name: "Ada",
      url: "https://maple.example.com/invite/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      expires_at: "2026-11-29T12:00:00.000Z",
    },
  },
});

/** The operator's routes about people. */
export function operatorPeopleRoutes({ baseUrl }: { readonly baseUrl: () => string }): BoundRoute[] {
  return [
    bindWrite(invite, async (call, tx) => {
      const wanted = parseWantedRole(call.body);
      if (isRefusal(wanted)) return wanted;
      const fields = { ...wanted, name: call.body.name ?? null, phone: null };
      const invited = await invitePerson(tx, fields, operatorOf(call));
      if (isRefusal(invited)) return invited;
      const { id, role, location_id, app_id, name, expires_at } = invited.invitation;
      const url = `${baseUrl()}/invite/${invited.token}`;
      const shown = { id, role, location_id, app_id, name, url, expires_at: toIso(expires_at) };
      return reply(201, { object: "operator_invitation" as const, ...shown }, { secretFields: ["url"] });
    }),
  ];
}
