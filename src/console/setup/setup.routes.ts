/** The booking setup of a location for its managers: the partner's documents, in the manager's name (rules/console 1.2). */
import { readBlackouts as formOf } from "../../bookings/api/read-blackouts-call.ts";
import { blackoutsAnswer, blackoutsBody, blackoutsToWire } from "../../bookings/api/booking-setup.schemas.ts";
import type { PublishThreads } from "../../bookings/setup/publish-threads.worker.ts";
import { findBookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { configurationAnswer, publishBody, publishedAnswer } from "../../bookings/venue/configuration.schemas.ts";
import { configurationToWire } from "../../bookings/venue/configuration-wire.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindPreparedWrite, bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { publishByManager, replaceBlackoutsByManager } from "./save-setup.command.ts";

const access = { kind: "console", needs: "person", roles: ["manager"] } as const;
const shared = { tag: "Settings", access, params: { locationId: idField("str") } } as const;

const readConfiguration = defineRoute({
  ...shared,
  method: "GET",
  path: "/console/v1/locations/{locationId}/booking_configuration",
  operationId: "consoleGetBookingConfiguration",
  summary: "Read the booking configuration",
  description: "The whole configuration and its revision; both are null before the first one is published.",
  success: { 200: configurationAnswer },
  refusals: ["not_found", "role_required"],
});

const publish = defineRoute({
  ...shared,
  method: "PUT",
  path: "/console/v1/locations/{locationId}/booking_configuration",
  operationId: "consolePublishBookingConfiguration",
  callClass: 4,
  summary: "Publish the booking configuration",
  description:
    "Replaces the whole configuration, as a partner's call does. With `expected_revision` it is refused when another save came between.",
  body: publishBody,
  bodyRaw: true,
  success: { 200: publishedAnswer },
  refusals: ["not_found", "role_required", "invalid_request", "stale_configuration", "configuration_rejected"],
});

const readBlackouts = defineRoute({
  ...shared,
  method: "GET",
  path: "/console/v1/locations/{locationId}/booking_blackouts",
  operationId: "consoleGetBookingBlackouts",
  summary: "Read the blackout dates",
  success: { 200: blackoutsAnswer },
  refusals: ["not_found", "role_required"],
});

const putBlackouts = defineRoute({
  ...shared,
  method: "PUT",
  path: "/console/v1/locations/{locationId}/booking_blackouts",
  operationId: "consoleReplaceBookingBlackouts",
  callClass: 4,
  summary: "Replace the blackout dates",
  description: "The whole list of windows in which no reservations are taken. Existing bookings are untouched.",
  body: blackoutsBody,
  bodyUnchecked: true,
  success: { 200: blackoutsAnswer },
  refusals: ["not_found", "role_required", "invalid_request", "stale_blackout_dates", "invalid_blackout_dates"],
});

/** The routes of the booking setup. */
export function setupRoutes(threads: PublishThreads): BoundRoute[] {
  return [
    bindRead(readConfiguration, async ({ console: caller, livemode, params: { locationId } }, _db, snapshot) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const setup = await snapshot((db) => findBookingSetup(db, locationId));
      if (setup === undefined) return refuse("not_found", `there is no location ${locationId}`);
      const { revision, published_at: publishedAt } = setup.location;
      const state = { locationId, livemode, revision, publishedAt, configuration: setup.configuration };
      return reply(200, configurationToWire(state));
    }),
    bindPreparedWrite(
      publish,
      async ({ body }) => threads.read(body),
      async ({ console: caller, livemode, params: { locationId }, requestId }, tx, given) => {
        const acting = requireRoleAt(caller, locationId, access.roles);
        if (isRefusal(acting)) return acting;
        const published = await publishByManager(tx, locationId, given, authorOf(acting, requestId));
        if (isRefusal(published)) return published;
        const { revision, published_at: publishedAt, stranded } = published;
        const { configuration } = given;
        return reply(200, {
          ...configurationToWire({ locationId, livemode, revision, publishedAt, configuration }),
          warnings: stranded.map((booking_id) => ({ code: "table_removed" as const, booking_id })),
        });
      },
    ),
    bindRead(readBlackouts, async ({ console: caller, params: { locationId } }, _db, snapshot) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const setup = await snapshot((db) => findBookingSetup(db, locationId));
      if (setup === undefined) return refuse("not_found", `there is no location ${locationId}`);
      return reply(200, blackoutsToWire(locationId, setup.blackouts, setup.blackoutsRevision));
    }),
    bindWrite(putBlackouts, async ({ console: caller, params: { locationId }, body, requestId }, tx) => {
      const form = formOf(body, null);
      if (isRefusal(form) && form.code === "invalid_request") return form;
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const replaced = await replaceBlackoutsByManager(tx, locationId, body, authorOf(acting, requestId));
      return isRefusal(replaced)
        ? replaced
        : reply(200, blackoutsToWire(locationId, replaced.blackouts, replaced.revision));
    }),
  ];
}
