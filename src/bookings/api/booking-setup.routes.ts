/** The booking setup of a location: its configuration, profile and blackout dates (rules/bookings 1, rules/bookings 2). */
import { isRefusal } from "../../kernel/refusal.ts";
import { writesToGuests } from "../../messaging/queue/queue-message.command.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindPreparedWrite, bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import {
  blackoutsAnswer,
  blackoutsBody,
  blackoutsToWire,
  profileShape,
  profileToWire,
} from "./booking-setup.schemas.ts";
import { configurationAnswer, publishBody, publishedAnswer } from "../venue/configuration.schemas.ts";
import { configurationToWire } from "../venue/configuration-wire.ts";
import { publishConfiguration } from "../setup/publish-configuration.command.ts";
import type { PublishThreads } from "../setup/publish-threads.worker.ts";
import { areasToBlock, getBookingSetup } from "../setup/read-setup.query.ts";
import { replaceBlackouts } from "../setup/replace-blackouts.command.ts";
import { readBlackouts } from "./read-blackouts-call.ts";
import { blackoutsExample, configurationExample, profileExample } from "./setup-examples.ts";

const params = { locationId: idField("str") };
const tag = "Bookings";
const budget = "bookings";

const readConfiguration = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/booking_configuration",
  operationId: "getBookingConfiguration",
  tag,
  summary: "Read the booking configuration",
  description: "The whole configuration and its revision; both are null before the first one is published.",
  access: { kind: "app", scope: "bookings:configure" },
  budget,
  params,
  success: { 200: configurationAnswer },
  refusals: ["not_found"],
  example: { response: configurationExample },
});

const publish = defineRoute({
  method: "PUT",
  path: "/v1/locations/{locationId}/booking_configuration",
  operationId: "publishBookingConfiguration",
  callClass: 4,
  tag,
  summary: "Publish the booking configuration",
  description:
    "Replaces the whole configuration. With `expected_revision` it is refused when a manager has saved another since you read it; without, it is replaced whatever is there. Existing bookings stay; those whose table disappears are named in `warnings`. Slot tokens of the configuration before are no longer good.",
  access: { kind: "app", scope: "bookings:configure" },
  budget,
  params,
  body: publishBody,
  bodyRaw: true,
  success: { 200: publishedAnswer },
  refusals: ["invalid_request", "not_found", "stale_configuration", "configuration_rejected"],
  example: {
    request: { configuration: configurationExample.configuration, expected_revision: 1 },
    response: { ...configurationExample, warnings: [] },
  },
});

const readProfile = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/booking_profile",
  operationId: "getBookingProfile",
  tag,
  summary: "Read the booking profile",
  description: "Whether and how the location takes bookings, what it offers, and when it takes none.",
  access: { kind: "app", scope: "bookings:read" },
  budget,
  params,
  success: { 200: profileShape },
  refusals: ["not_found"],
  example: { response: profileExample },
});

const putBlackouts = defineRoute({
  method: "PUT",
  path: "/v1/locations/{locationId}/booking_blackouts",
  operationId: "replaceBookingBlackouts",
  callClass: 4,
  tag,
  summary: "Replace the blackout dates",
  description:
    "The whole list of windows in which no reservations are taken. They block starts: existing bookings, and stays that reach into one, are untouched.",
  access: { kind: "app", scope: "bookings:configure" },
  budget,
  params,
  body: blackoutsBody,
  bodyUnchecked: true,
  success: { 200: blackoutsAnswer },
  refusals: ["invalid_request", "not_found", "stale_blackout_dates", "invalid_blackout_dates"],
  example: {
    request: { expected_revision: 1, blackout_dates: blackoutsExample.blackout_dates },
    response: blackoutsExample,
  },
});

interface SetupRouteDeps extends Pick<BookingRouteDeps, "providers"> {
  readonly threads: PublishThreads;
}

/** The routes of configuration, profile and blackouts. */
export function bookingSetupRoutes({ providers, threads }: SetupRouteDeps): BoundRoute[] {
  return [
    bindRead(readConfiguration, async ({ app, livemode, params: { locationId } }, _db, snapshot) => {
      const setup = await snapshot((db) => getBookingSetup(db, app.id, locationId));
      if (isRefusal(setup)) return setup;
      const { revision, published_at } = setup.location;
      const { configuration } = setup;
      return reply(
        200,
        configurationToWire({ locationId, livemode, revision, publishedAt: published_at, configuration }),
      );
    }),
    bindPreparedWrite(
      publish,
      async ({ body }) => threads.read(body),
      async ({ app, livemode, params: { locationId } }, tx, { configuration, expectedRevision }) => {
        const setup = await getBookingSetup(tx, app.id, locationId);
        if (isRefusal(setup)) return setup;
        const published = await publishConfiguration(tx, { locationId, configuration, expectedRevision });
        if (isRefusal(published)) return published;
        const { revision, published_at, stranded } = published;
        return reply(200, {
          ...configurationToWire({ locationId, livemode, revision, publishedAt: published_at, configuration }),
          warnings: stranded.map((booking_id) => ({ code: "table_removed" as const, booking_id })),
        });
      },
    ),
    bindRead(readProfile, async ({ app, livemode, params: { locationId } }, db, snapshot) => {
      const setup = await snapshot((reads) => getBookingSetup(reads, app.id, locationId));
      if (isRefusal(setup)) return setup;
      const isProviders = setup.location.booking_mode === "provider";
      const provider = isProviders ? await providers.find(locationId) : undefined;
      const profile = profileToWire(setup, livemode, provider);
      const writes = profile.capabilities.guest_messaging && (await writesToGuests(db, locationId));
      return reply(200, { ...profile, capabilities: { ...profile.capabilities, guest_messaging: writes } });
    }),
    bindWrite(putBlackouts, async ({ app, params: { locationId }, body }, tx) => {
      const setup = await getBookingSetup(tx, app.id, locationId);
      const given = readBlackouts(body, isRefusal(setup) ? null : areasToBlock(setup));
      if (isRefusal(given)) return given;
      if (isRefusal(setup)) return setup;
      const { blackouts, expectedRevision } = given;
      const revision = await replaceBlackouts(tx, locationId, blackouts, expectedRevision);
      return isRefusal(revision) ? revision : reply(200, blackoutsToWire(locationId, blackouts, revision));
    }),
  ];
}
