/** Recovering an account (rules/people 3.4 to 3.6). */
import Type from "typebox";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { listRoles } from "../../people/joining/read-people.query.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { mayRecover } from "../../people/joining/may-recover.ts";
import {
  makeRecoveryCodes,
  makeRecoveryLink,
  recoverByCode,
  recoverByLink,
} from "../../people/sign-in/recover.command.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { exactlyOneOf, idField, nullable, textField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { sessionReply } from "./session-reply.ts";
import { begunSessionShape, emailName, newPassword } from "./sign-in.schemas.ts";

const recover = defineRoute({
  method: "POST",
  path: "/console/v1/recover",
  operationId: "consoleRecover",
  tag: "Sign-in",
  summary: "Get back in by a recovery code or link",
  description:
    "Sets a new password, ends all sessions of the person and begins one. With `token` of a link, or with `email` and `code`.",
  access: { kind: "console", needs: "nobody" },
  unkeyed: true,
  body: Type.Object(
    {
      token: Type.Optional(textField(100)),
      email: Type.Optional(emailName),
      code: Type.Optional(textField(40)),
      password: newPassword,
    },
    { additionalProperties: false, ...exactlyOneOf("token", "email") },
  ),
  success: { 201: begunSessionShape },
  refusals: ["sign_in_failed", "rate_limited", "invalid_request"],
});

const makeCodes = defineRoute({
  method: "POST",
  path: "/console/v1/me/recovery_codes",
  operationId: "consoleMakeRecoveryCodes",
  tag: "Account",
  summary: "Make ten recovery codes",
  description: "Each signs in once. They replace all old ones and are shown this once.",
  access: { kind: "console", needs: "person", fresh: true },
  unkeyed: true,
  bodyEmpty: true,
  success: {
    201: Type.Object({ object: Type.Literal("recovery_codes"), codes: Type.Array(Type.String({ maxLength: 40 })) }),
  },
  refusals: [],
});

const makeLink = defineRoute({
  method: "POST",
  path: "/console/v1/people/{personId}/recovery_link",
  operationId: "consoleMakeRecoveryLink",
  tag: "People",
  summary: "Make a recovery link for a person",
  description:
    "Good once, for an hour. A manager makes one only for somebody all of whose roles are at locations of that manager; an operator_admin for anybody.",
  access: { kind: "console", needs: "person", roles: ["manager", "operator_admin"], fresh: true },
  params: { personId: idField("per") },
  bodyEmpty: true,
  success: {
    201: Type.Object({
      object: Type.Literal("recovery_link"),
      person_id: idField("per"),
      url: nullable(Type.String({ maxLength: 2048, description: "Shown this once; null in a replay of the answer." })),
      secret_shown: Type.Optional(Type.Literal(true)),
    }),
  },
  refusals: ["not_found", "role_required"],
});

interface RecoveryDeps {
  readonly signIn: SignInDeps;
  readonly baseUrl: () => string;
}

/** The routes of recovery. */
export function recoveryRoutes({ signIn, baseUrl }: RecoveryDeps): BoundRoute[] {
  return [
    bindStaged(recover, async ({ body, address, requestId, console: { site } }, database) => {
      const { token, email, code, password } = body;
      const wanted = { password, userAgent: site.userAgent, requestId };
      if ((token === undefined) === (email === undefined))
        return refuse("invalid_request", "body must have either token, or email and code");
      if (token !== undefined) {
        const session = await recoverByLink(database, signIn, { ...wanted, token });
        return isRefusal(session) ? session : sessionReply(session, site);
      }
      const session = await recoverByCode(database, signIn, {
        ...wanted,
        email: email ?? "",
        code: code ?? "",
        address,
      });
      return isRefusal(session) ? session : sessionReply(session, site);
    }),
    bindWrite(makeCodes, async ({ console: { person } }, tx) =>
      reply(201, { object: "recovery_codes" as const, codes: [...makeRecoveryCodes(tx, signIn, person.id)] }),
    ),
    bindWrite(makeLink, async ({ console: caller, params: { personId }, requestId }, tx) => {
      const acting = mayRecover(caller, personId, await listRoles(tx, personId));
      if (isRefusal(acting)) return acting;
      const token = await makeRecoveryLink(tx, personId, authorOf(acting, requestId));
      if (isRefusal(token)) return token;
      const url = `${baseUrl()}/recover/${token}`;
      const shown = { object: "recovery_link" as const, person_id: personId, url };
      return reply(201, shown, { secretFields: ["url"] });
    }),
  ];
}
