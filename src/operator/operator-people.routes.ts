/** The operator's people and invitations, also for the first people of a service (rules/people 2.4, 3.1). */
import Type from "typebox";
import { toIso } from "../kernel/clock.ts";
import type { IdPrefix } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { endRole } from "../people/joining/end-role.command.ts";
import { invitePerson, withdrawInvitation } from "../people/joining/invite-person.command.ts";
import { listInvitationsOfService, listPeopleOfService } from "../people/joining/read-people.query.ts";
import { parseWantedRole } from "../people/joining/wanted-role.ts";
import { roleNames } from "../platform/http/console/console-caller.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { freshOperatorAccess, operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

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

/** What is answered of something that is over. */
const ended = <const Name extends string, const Prefix extends IdPrefix>(name: Name, prefix: Prefix) =>
  Type.Object({ object: Type.Literal(name), id: idField(prefix), deleted: Type.Literal(true) });

const peoplePages = pagesBy("rol", 100);
const invitationPages = pagesBy("inv", 100);

const people = defineRoute({
  method: "GET",
  path: operatorPath("/people"),
  operationId: "operatorListPeople",
  tag: "Operator",
  summary: "List the operator's people and the developers of apps",
  description: "One entry a role, the one given last first. The people of restaurants are not among them.",
  access: operatorAccess,
  params: operatorParams,
  query: peoplePages.query,
  success: {
    200: pageOf(
      Type.Object(
        {
          object: Type.Literal("operator_role"),
          id: idField("rol"),
          role: oneOf(roleNames),
          since: isoInstant("When the role was given."),
          person_id: idField("per"),
          name: Type.String({ maxLength: 500 }),
          email: Type.String({ maxLength: 254 }),
          app_id: nullable(idField("app")),
          app_name: nullable(Type.String({ maxLength: 500 })),
        },
        { title: "OperatorRole" },
      ),
    ),
  },
  refusals: ["invalid_request"],
  example: {
    response: wholeList([
      {
        object: "operator_role",
        id: "rol_01m8043krge1ksjt2wv20h33fq",
        role: "operator_admin",
        since: "2026-11-22T12:00:00.000Z",
        person_id: "per_01m8043krge1ksjt2wv20h33fq",
        name: "Ada Example",
        email: "ada@example.com",
        app_id: null,
        app_name: null,
      },
    ]),
  },
});

const endRoleRoute = defineRoute({
  method: "DELETE",
  path: operatorPath("/people/{roleId}"),
  operationId: "operatorEndRole",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Take a role away",
  description:
    "It opens nothing from the next request on. The last operator_admin and the last manager of a location stay.",
  access: freshOperatorAccess,
  params: { ...operatorParams, roleId: idField("rol") },
  success: { 200: ended("operator_role", "rol") },
  refusals: ["not_found", "role_required", "own_role", "last_of_role"],
  example: { response: { object: "operator_role", id: "rol_01m8043krge1ksjt2wv20h33fq", deleted: true } },
});

const invitations = defineRoute({
  method: "GET",
  path: operatorPath("/invitations"),
  operationId: "operatorListInvitations",
  tag: "Operator",
  summary: "List the open invitations to the service and to apps, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: invitationPages.query,
  success: {
    200: pageOf(
      Type.Object(
        {
          object: Type.Literal("open_invitation"),
          id: idField("inv"),
          role: oneOf(roleNames),
          name: nullable(Type.String({ maxLength: 500, description: "Whom it is for." })),
          app_id: nullable(idField("app")),
          app_name: nullable(Type.String({ maxLength: 500 })),
          created_at: isoInstant("When it was made."),
          expires_at: isoInstant("Until when it can be accepted."),
        },
        { title: "OpenInvitation" },
      ),
    ),
  },
  refusals: ["invalid_request"],
  example: {
    response: wholeList([
      {
        object: "open_invitation",
        id: "inv_01m8043krge1ksjt2wv20h33fq",
        role: "operator_support",
        name: "Grace",
        app_id: null,
        app_name: null,
        created_at: "2026-11-22T12:00:00.000Z",
        expires_at: "2026-11-29T12:00:00.000Z",
      },
    ]),
  },
});

const withdraw = defineRoute({
  method: "DELETE",
  path: operatorPath("/invitations/{invitationId}"),
  operationId: "operatorWithdrawInvitation",
  bodyEmpty: true,
  tag: "Operator",
  summary: "Withdraw an invitation",
  description: "Its link opens nothing any more.",
  access: freshOperatorAccess,
  params: { ...operatorParams, invitationId: idField("inv") },
  success: { 200: ended("operator_invitation", "inv") },
  refusals: ["not_found", "role_required"],
  example: { response: { object: "operator_invitation", id: "inv_01m8043krge1ksjt2wv20h33fq", deleted: true } },
});

/** The operator's routes about people. */
export function operatorPeopleRoutes({ baseUrl }: { readonly baseUrl: () => string }): BoundRoute[] {
  return [
    bindRead(people, async ({ query }, db) => {
      const page = peoplePages.read(query);
      if (isRefusal(page)) return page;
      const read = (await listPeopleOfService(db, page)).map(({ role_id: id, since, ...one }) => ({
        object: "operator_role" as const,
        id,
        ...one,
        since: toIso(since),
      }));
      return reply(200, pageAnswer(page, read, read));
    }),
    bindWrite(endRoleRoute, async (call, tx) => {
      const ended = await endRole(tx, call.params.roleId, () => operatorOf(call));
      if (isRefusal(ended)) return ended;
      return reply(200, { object: "operator_role" as const, id: call.params.roleId, deleted: true as const });
    }),
    bindRead(invitations, async ({ query }, db) => {
      const page = invitationPages.read(query);
      if (isRefusal(page)) return page;
      const read = (await listInvitationsOfService(db, page)).map(({ created_at, expires_at, ...one }) => ({
        object: "open_invitation" as const,
        ...one,
        created_at: toIso(created_at),
        expires_at: toIso(expires_at),
      }));
      return reply(200, pageAnswer(page, read, read));
    }),
    bindWrite(withdraw, async (call, tx) => {
      const withdrawn = await withdrawInvitation(tx, call.params.invitationId, () => operatorOf(call));
      if (isRefusal(withdrawn)) return withdrawn;
      return reply(200, {
        object: "operator_invitation" as const,
        id: call.params.invitationId,
        deleted: true as const,
      });
    }),
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
