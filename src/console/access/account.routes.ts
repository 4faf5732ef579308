/** One's own account: name, language, password, sessions (rules/people 5.4). */
import { isRefusal } from "../../kernel/refusal.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { changePerson } from "../../people/person/change-person.command.ts";
import { endOwnSession } from "../../people/session/begin-session.command.ts";
import { listSessions } from "../../people/session/read-sessions.query.ts";
import { setPassword } from "../../people/sign-in/set-password.command.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { atLeastOneOf, idField, oneOf, textField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import Type from "typebox";
import { endedSessionShape, listedSessionShape, listedSessionToWire, meShape, meToWire } from "./me.schemas.ts";
import { newPassword } from "./sign-in.schemas.ts";

const changeMe = defineRoute({
  method: "PATCH",
  path: "/console/v1/me",
  operationId: "consoleChangeMe",
  tag: "Account",
  summary: "Change one's name or language",
  access: { kind: "console", needs: "person" },
  body: Type.Object(
    {
      name: Type.Optional(textField(80, { form: "trimmed" })),
      language: Type.Optional(oneOf(guestLanguages)),
    },
    { additionalProperties: false, ...atLeastOneOf("name", "language") },
  ),
  success: { 200: meShape },
  refusals: ["not_found"],
});

const putPassword = defineRoute({
  method: "PUT",
  path: "/console/v1/me/password",
  operationId: "consoleSetPassword",
  tag: "Account",
  summary: "Set one's password",
  description: "Ends all other sessions of the person.",
  access: { kind: "console", needs: "person", fresh: true },
  unkeyed: true,
  body: Type.Object({ password: newPassword }, { additionalProperties: false }),
  success: { 200: Type.Object({ object: Type.Literal("password.changed") }) },
  refusals: ["invalid_request"],
});

const getSessions = defineRoute({
  method: "GET",
  path: "/console/v1/me/sessions",
  operationId: "consoleListSessions",
  tag: "Account",
  summary: "List one's sessions",
  description: "Those that are open, newest first, at most 100.",
  access: { kind: "console", needs: "person" },
  success: { 200: listOf(listedSessionShape) },
  refusals: [],
});

const deleteSession = defineRoute({
  method: "DELETE",
  path: "/console/v1/me/sessions/{sessionId}",
  operationId: "consoleEndSession",
  tag: "Account",
  summary: "End one of one's sessions",
  description: "A repeat changes nothing.",
  access: { kind: "console", needs: "person" },
  params: { sessionId: idField("ses") },
  bodyEmpty: true,
  success: { 200: endedSessionShape },
  refusals: ["not_found"],
});

/** The routes of one's own account. */
export function accountRoutes({ signIn }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindWrite(changeMe, async ({ console: caller, body, livemode }, tx) => {
      const person = await changePerson(tx, caller.person.id, body);
      if (isRefusal(person)) return person;
      const { id, name, email, language } = person;
      return reply(200, meToWire({ ...caller, person: { id, name, email, language } }, livemode));
    }),
    bindStaged(putPassword, async ({ console: { person, session }, body }, database) => {
      const wanted = { person, password: body.password, sessionId: session.id };
      const set = await setPassword(database, signIn, wanted);
      return isRefusal(set) ? set : reply(200, { object: "password.changed" } as const);
    }),
    bindRead(getSessions, async ({ console: { person, session } }, db) => {
      const found = await listSessions(db, person.id);
      return reply(200, wholeList(found.map((one) => listedSessionToWire(one, session.id))));
    }),
    bindWrite(deleteSession, async ({ console: { person }, params }, tx) => {
      const ended = await endOwnSession(tx, person.id, params.sessionId);
      return isRefusal(ended) ? ended : reply(200, { object: "session.ended" } as const);
    }),
  ];
}
