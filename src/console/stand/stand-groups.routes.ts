/** Groups that ask a location: hosts read and answer them (rules/bookings 18.2). */
import { answerGroup, type GroupAnswer } from "../../bookings/groups/answer-group.command.ts";
import type { GroupRequest } from "../../bookings/groups/group-request.ts";
import { findGroup, listUnansweredGroups } from "../../bookings/groups/groups.query.ts";
import { toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { authorOf } from "../../people/person/author-of.ts";
import type { Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { requireHost, staffOf, standRoles } from "../bookings/stand-access.ts";
import {
  answerGroupBody,
  declineGroupBody,
  groupRequestSchema,
  type GroupRequestWire,
} from "./stand-groups.schemas.ts";

const stand = { tag: "Stand", access: { kind: "console", needs: "actor", roles: standRoles } } as const;

const listRoute = defineRoute({
  ...stand,
  method: "GET",
  path: "/console/v1/locations/{locationId}/group_requests",
  operationId: "consoleListGroupRequests",
  summary: "List the groups that ask for a table",
  description:
    "Those that can still be answered, by their day. A booking by telephone with `group_request_id` answers too.",
  params: { locationId: idField("str") },
  success: { 200: listOf(groupRequestSchema) },
  refusals: ["not_found", "role_required"],
});

const shared = {
  ...stand,
  method: "POST",
  params: { groupRequestId: idField("grq") },
  success: { 200: groupRequestSchema },
  refusals: ["not_found", "role_required", "invalid_request", "stale_version", "illegal_transition"],
} as const;

const answerRoute = defineRoute({
  ...shared,
  path: "/console/v1/group_requests/{groupRequestId}/answer",
  operationId: "consoleAnswerGroupRequest",
  summary: "Answer a group in words",
  description: "The guest gets them by text or e-mail. A request may be answered more than once.",
  body: answerGroupBody,
});

const declineRoute = defineRoute({
  ...shared,
  path: "/console/v1/group_requests/{groupRequestId}/decline",
  operationId: "consoleDeclineGroupRequest",
  summary: "Decline a group",
  description: "For good; the guest is told.",
  body: declineGroupBody,
});

/** The routes of groups. */
export function standGroupRoutes(): BoundRoute[] {
  return [
    bindRead(listRoute, async ({ console: caller, params: { locationId } }, db) => {
      const acting = requireHost(caller, locationId);
      if (isRefusal(acting)) return acting;
      return reply(200, wholeList((await listUnansweredGroups(db, locationId)).map(groupToWire)));
    }),
    bindWrite(answerRoute, async ({ console: caller, params, body, requestId }, tx) => {
      const found = await findUnanswered(tx, caller, params.groupRequestId);
      if (isRefusal(found)) return found;
      const answer = answerOf(found.acting, "answered", body.words, body.expected_version);
      const answered = await answerGroup(tx, found.group, answer, authorOf(found.acting, requestId));
      return isRefusal(answered) ? answered : reply(200, groupToWire(answered));
    }),
    bindWrite(declineRoute, async ({ console: caller, params, body, requestId }, tx) => {
      const found = await findUnanswered(tx, caller, params.groupRequestId);
      if (isRefusal(found)) return found;
      const answer = answerOf(found.acting, "declined", body.words ?? null, body.expected_version);
      const declined = await answerGroup(tx, found.group, answer, authorOf(found.acting, requestId));
      return isRefusal(declined) ? declined : reply(200, groupToWire(declined));
    }),
  ];
}

function answerOf(
  acting: Acting,
  status: "answered" | "declined",
  words: string | null,
  expectedVersion: number,
): GroupAnswer {
  return { status, words, bookingId: null, actor: staffOf(acting), expectedVersion };
}

/** A request of a location at which the caller is a host. */
async function findUnanswered(
  db: Db,
  caller: ConsoleCaller,
  id: Id<"grq">,
): Promise<{ readonly group: GroupRequest; readonly acting: Acting } | Refusal<"not_found" | "role_required">> {
  const group = await findGroup(db, id);
  const acting = group === undefined ? undefined : requireHost(caller, group.location_id);
  if (group === undefined || acting === undefined || (isRefusal(acting) && acting.code === "not_found"))
    return refuse("not_found", `there is no group request ${id}`);
  return isRefusal(acting) ? acting : { group, acting };
}

function groupToWire(group: GroupRequest): GroupRequestWire {
  return {
    object: "group_request",
    id: group.id,
    location_id: group.location_id,
    status: group.status,
    version: group.version,
    date: group.on_date,
    from_time: group.from_time,
    until_time: group.until_time,
    party_size: group.party_size,
    guest: {
      first_name: group.guest_first_name,
      last_name: group.guest_last_name,
      phone: group.guest_phone,
      email: group.guest_email,
    },
    words: group.words,
    answer: group.answer,
    booking_id: group.booking_id,
    created_at: toIso(group.created_at),
    updated_at: toIso(group.updated_at),
  };
}
