/** Calls with the link of an invitation (rules/people 3). */
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { getInvitation, joinAsNewPerson, joinAsPerson } from "../../people/joining/accept-invitation.command.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { joinByPasskey, passkeyToJoin } from "../../people/joining/join-by-passkey.command.ts";
import { roleNames } from "../../platform/http/console/console-caller.ts";
import { exactlyOneOf, idField, isoInstant, nullable, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { toIso } from "../../kernel/clock.ts";
import Type from "typebox";
import { madePasskey, passkeyOptionsShape, registrationBody } from "./passkeys.schemas.ts";
import { sessionReply } from "./session-reply.ts";
import { emailName, newPassword, begunSessionShape } from "./sign-in.schemas.ts";

const ofLink = { invitation: textField(100, { description: "The token of the link." }) };

const read = defineRoute({
  method: "GET",
  path: "/console/v1/invitations/{invitation}",
  operationId: "consoleReadInvitation",
  tag: "People",
  summary: "Read an invitation",
  description: "One that is unknown, used, over or withdrawn is 404.",
  access: { kind: "console", needs: "nobody" },
  params: ofLink,
  success: {
    200: Type.Object(
      {
        object: Type.Literal("invitation"),
        role: oneOf(roleNames),
        name: nullable(Type.String({ maxLength: 500 })),
        location: nullable(Type.Object({ id: idField("str"), name: nullable(Type.String({ maxLength: 500 })) })),
        app: nullable(
          Type.Object(
            { id: idField("app"), name: nullable(Type.String({ maxLength: 500 })) },
            { title: "InvitingApp" },
          ),
        ),
        expires_at: isoInstant("Until when it can be accepted."),
      },
      { title: "InvitationOfALink" },
    ),
  },
  refusals: ["not_found"],
});

const passkeyOptions = defineRoute({
  method: "POST",
  path: "/console/v1/invitations/{invitation}/passkey_options",
  operationId: "consoleJoiningPasskeyOptions",
  tag: "People",
  summary: "Ask how to make the passkey of a new account",
  description: "For accepting an invitation without a password. Good once, for five minutes.",
  access: { kind: "console", needs: "nobody" },
  addressLimit: "diner_writes",
  unkeyed: true,
  params: ofLink,
  body: Type.Object({ name: textField(80, { form: "trimmed" }), email: emailName }, { additionalProperties: false }),
  success: { 200: passkeyOptionsShape },
  refusals: ["not_found", "passkeys_unavailable"],
});

const accept = defineRoute({
  method: "POST",
  path: "/console/v1/invitations/{invitation}/accept",
  operationId: "consoleAcceptInvitation",
  tag: "People",
  summary: "Accept an invitation as somebody new",
  description:
    "Makes an account with the role, with a password or with a passkey, and signs its owner in. Whoever has an account signs in first and then calls …/join.",
  access: { kind: "console", needs: "nobody" },
  unkeyed: true,
  params: ofLink,
  body: Type.Object(
    {
      name: textField(80, { form: "trimmed" }),
      email: emailName,
      password: Type.Optional(newPassword),
      passkey: Type.Optional(registrationBody),
      language: Type.Optional(oneOf(guestLanguages, "What the screens are written in; English when absent.")),
    },
    { additionalProperties: false, ...exactlyOneOf("password", "passkey") },
  ),
  success: { 201: begunSessionShape },
  refusals: ["not_found", "email_taken", "invalid_request", "sign_in_failed", "passkeys_unavailable"],
});

const join = defineRoute({
  method: "POST",
  path: "/console/v1/invitations/{invitation}/join",
  operationId: "consoleJoin",
  tag: "People",
  summary: "Accept an invitation with one's account",
  access: { kind: "console", needs: "person" },
  unkeyed: true,
  params: ofLink,
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("invitation.accepted"), role: oneOf(roleNames) }) },
  refusals: ["not_found", "own_role"],
});

/** The routes of the link of an invitation. */
export function invitationRoutes({ signIn }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindRead(read, async ({ params }, db) => {
      const found = await getInvitation(db, params.invitation);
      if (isRefusal(found)) return found;
      const { location_id, location_name, app_id, app_name } = found;
      return reply(200, {
        object: "invitation" as const,
        role: found.role,
        name: found.name,
        location: location_id === null ? null : { id: location_id, name: location_name },
        app: app_id === null ? null : { id: app_id, name: app_name },
        expires_at: toIso(found.expires_at),
      });
    }),
    bindWrite(passkeyOptions, async ({ params, body, console: { site } }, tx) => {
      const asked = await passkeyToJoin(tx, params.invitation, { ...body, site });
      return isRefusal(asked) ? asked : reply(200, { object: "passkey_options" as const, ...asked });
    }),
    bindStaged(accept, async ({ params, body, requestId, console: { site } }, database) => {
      const { name, email, language = "en", password, passkey } = body;
      const account = { name, email, language, userAgent: site.userAgent, requestId };
      if ((password === undefined) === (passkey === undefined))
        return refuse("invalid_request", "body must have either password or passkey");
      const joined =
        passkey === undefined
          ? await joinAsNewPerson(database, signIn, params.invitation, { ...account, password: password ?? "" })
          : await joinByPasskey(database, params.invitation, account, { ...madePasskey(passkey), site });
      return isRefusal(joined) ? joined : sessionReply(joined.session, site);
    }),
    bindWrite(join, async ({ params, requestId, console: { person } }, tx) => {
      const joined = await joinAsPerson(tx, params.invitation, person.id, requestId);
      return isRefusal(joined) ? joined : reply(200, { object: "invitation.accepted" as const, role: joined.role });
    }),
  ];
}
