/** The people of a location: roles and invitations (rules/people 2 and 3). */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { readLatestMessages } from "../../messaging/message/read-messages.query.ts";
import { endRole } from "../../people/joining/end-role.command.ts";
import { inviteColleague } from "../../people/joining/invite-colleague.command.ts";
import { withdrawInvitation } from "../../people/joining/invite-person.command.ts";
import { listColleagues, listUsableInvitations } from "../../people/joining/read-people.query.ts";
import { isLocationRole, locationRoles } from "../../people/joining/wanted-role.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireOperator, requireRoleAt } from "../../people/person/require-role.ts";
import type { ConsoleCaller, RoleName } from "../../platform/http/console/console-caller.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { renderSVG } from "uqr";
import Type from "typebox";
import { colleagueToWire, invitationToWire, invitedFields, newInvitationShape, peopleShape } from "./people.schemas.ts";
import { requireRoleAndLocation } from "./require-role-and-location.query.ts";

const managers = { kind: "console", needs: "person", roles: ["manager", "operator_admin"] } as const;
const byManagers = {
  tag: "People",
  access: { ...managers, fresh: true },
  refusals: ["not_found", "role_required"],
} as const;

const getPeople = defineRoute({
  ...byManagers,
  method: "GET",
  path: "/console/v1/locations/{locationId}/people",
  operationId: "consoleListPeople",
  summary: "List who works at a location",
  access: managers,
  params: { locationId: idField("str") },
  success: { 200: peopleShape },
});

const invite = defineRoute({
  ...byManagers,
  method: "POST",
  path: "/console/v1/locations/{locationId}/invitations",
  operationId: "consoleInvite",
  summary: "Invite somebody to work at a location",
  description:
    "The link is good once, for 7 days. Show it as text or as the QR code; with `phone` it is also texted, where messages work: `not_texted` says why not. The invitation is made either way.",
  params: { locationId: idField("str") },
  body: Type.Object({ role: oneOf(locationRoles), ...invitedFields }, { additionalProperties: false }),
  success: { 201: newInvitationShape },
  refusals: ["not_found", "role_required", "invalid_phone"],
});

const withdraw = defineRoute({
  ...byManagers,
  method: "DELETE",
  path: "/console/v1/invitations/{invitation}",
  operationId: "consoleWithdrawInvitation",
  summary: "Withdraw an invitation",
  description: "A repeat changes nothing; one that was accepted is 404.",
  params: { invitation: idField("inv") },
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("invitation.withdrawn"), id: idField("inv") }) },
});

const takeRole = defineRoute({
  ...byManagers,
  method: "DELETE",
  path: "/console/v1/roles/{roleId}",
  operationId: "consoleEndRole",
  summary: "Take a role away",
  description:
    "Acts on the next request of its holder. Nobody takes away their own role; the last manager of a location and the last operator_admin stay.",
  params: { roleId: idField("rol") },
  bodyEmpty: true,
  success: { 200: Type.Object({ object: Type.Literal("role.ended"), id: idField("rol") }) },
  refusals: ["not_found", "role_required", "own_role", "last_of_role"],
});

/** The routes of who works at a location. */
export function peopleRoutes({ baseUrl }: { readonly baseUrl: () => string }): BoundRoute[] {
  return [
    bindRead(getPeople, async ({ console: caller, params: { locationId } }, db) => {
      const acting = await requireRoleAndLocation(db, caller, locationId, getPeople.access.roles);
      if (isRefusal(acting)) return acting;
      const [colleagues, invitations] = [
        await listColleagues(db, locationId),
        await listUsableInvitations(db, locationId),
      ];
      const texts = await readLatestMessages(
        db,
        invitations.map(({ id }) => id),
      );
      return reply(200, {
        object: "people" as const,
        location_id: locationId,
        colleagues: colleagues.map(colleagueToWire),
        invitations: invitations.map((one) => invitationToWire(one, texts.get(one.id)?.status ?? null)),
      });
    }),
    bindWrite(invite, async ({ console: caller, params: { locationId }, body, requestId }, tx) => {
      const acting = await requireRoleAndLocation(tx, caller, locationId, invite.access.roles);
      if (isRefusal(acting)) return acting;
      const wanted = { role: body.role, locationId, name: body.name ?? null, phone: body.phone ?? null };
      const invited = await inviteColleague(tx, wanted, baseUrl(), authorOf(acting, requestId));
      if (isRefusal(invited)) return invited;
      const { invitation, url, notTexted } = invited;
      const made = invitationToWire(invitation, notTexted === null ? "queued" : null);
      const shown = { ...made, not_texted: notTexted, url, qr_svg: renderSVG(url) };
      return reply(201, shown, { secretFields: ["url", "qr_svg"] });
    }),
    bindWrite(withdraw, async ({ console: caller, params: { invitation }, requestId }, tx) => {
      const withdrawn = await withdrawInvitation(tx, invitation, (one) => mayGive(caller, one, requestId));
      return isRefusal(withdrawn) ? withdrawn : reply(200, { object: "invitation.withdrawn" as const, id: invitation });
    }),
    bindWrite(takeRole, async ({ console: caller, params: { roleId }, requestId }, tx) => {
      const ended = await endRole(tx, roleId, (role) => mayGive(caller, role, requestId));
      return isRefusal(ended) ? ended : reply(200, { object: "role.ended" as const, id: roleId });
    }),
  ];
}

/** In whose name a role is given or taken away, or why not (rules/people 2.2). */
function mayGive(
  caller: ConsoleCaller,
  { role, location_id: locationId }: { readonly role: RoleName; readonly location_id: Id<"str"> | null },
  requestId: Id<"req">,
): Author | Refusal<"not_found" | "role_required"> {
  const acting =
    locationId !== null && isLocationRole(role)
      ? requireRoleAt(caller, locationId, ["manager", "operator_admin"])
      : requireOperator(caller, ["operator_admin"]);
  return isRefusal(acting) ? acting : authorOf(acting, requestId);
}
