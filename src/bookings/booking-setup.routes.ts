/** How a location takes bookings: its configuration, profile and blackout dates (document 2, section 4, rules 11 and 12). */
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { writesToGuests } from "../messaging/queue-message.command.ts";
import { idField } from "../platform/http/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { invalidRequest } from "../platform/http/run-route.ts";
import { compileCheck } from "../platform/http/validate.ts";
import { parseBlackouts, type GivenBlackout } from "./blackouts.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import {
  blackoutsAnswer,
  blackoutsBody,
  blackoutsToWire,
  profileShape,
  profileToWire,
} from "./booking-setup.schemas.ts";
import {
  configurationAnswer,
  configurationToWire,
  publishBody,
  publishedAnswer,
  type GivenConfiguration,
} from "./configuration.schemas.ts";
import { parseConfiguration } from "./parse-configuration.ts";
import { publishConfiguration } from "./publish-configuration.command.ts";
import { getBookingSetup } from "./read-setup.query.ts";
import { replaceBlackouts } from "./replace-blackouts.command.ts";
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
  tag,
  summary: "Publish the booking configuration",
  description:
    "Replaces the whole configuration. With `expected_revision` it is refused when a manager has saved another since you read it; without, it is replaced whatever is there. Existing bookings stay; those whose table disappears are named in `warnings`. Slot tokens of the configuration before are no longer good.",
  access: { kind: "app", scope: "bookings:configure" },
  budget,
  params,
  body: publishBody,
  bodyUnchecked: true,
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

const allIssues = 2_000;
const checkPublish = compileCheck("body", publishBody, allIssues);
const checkBlackouts = compileCheck("body", blackoutsBody, allIssues);

/** The routes of configuration, profile and blackouts. */
export function bookingSetupRoutes({ providers }: Pick<BookingRouteDeps, "providers">): BoundRoute[] {
  return [
    bindRead(readConfiguration, async ({ app, environment, params: { locationId } }, db) => {
      const setup = await getBookingSetup(db, app.id, locationId);
      if (isRefusal(setup)) return setup;
      const { revision, published_at } = setup.location;
      const { configuration } = setup;
      const livemode = environment === "live";
      return reply(
        200,
        configurationToWire({ locationId, livemode, revision, publishedAt: published_at, configuration }),
      );
    }),
    bindWrite(publish, async ({ app, environment, params: { locationId }, body }, tx) => {
      const given = readPublish(body);
      if (isRefusal(given)) return given;
      const setup = await getBookingSetup(tx, app.id, locationId);
      if (isRefusal(setup)) return setup;
      const { configuration, expectedRevision } = given;
      const published = await publishConfiguration(tx, { locationId, configuration, expectedRevision });
      if (isRefusal(published)) return published;
      const { revision, published_at, stranded } = published;
      const livemode = environment === "live";
      return reply(200, {
        ...configurationToWire({ locationId, livemode, revision, publishedAt: published_at, configuration }),
        warnings: stranded.map((booking_id) => ({ code: "table_removed" as const, booking_id })),
      });
    }),
    bindRead(readProfile, async ({ app, environment, params: { locationId } }, db) => {
      const setup = await getBookingSetup(db, app.id, locationId);
      if (isRefusal(setup)) return setup;
      const isProviders = setup.location.booking_mode === "provider";
      const provider = isProviders ? await providers(environment).find(locationId) : undefined;
      const profile = profileToWire(setup, environment === "live", provider);
      const writes = profile.capabilities.guest_messaging && (await writesToGuests(db, environment, locationId));
      return reply(200, { ...profile, capabilities: { ...profile.capabilities, guest_messaging: writes } });
    }),
    bindWrite(putBlackouts, async ({ app, params: { locationId }, body }, tx) => {
      const given = readBlackouts(body);
      if (isRefusal(given)) return given;
      const setup = await getBookingSetup(tx, app.id, locationId);
      if (isRefusal(setup)) return setup;
      const areaIds = setup.configuration?.areas.map(({ areaId }) => areaId) ?? null;
      const parsed = parseBlackouts(given.blackout_dates, areaIds);
      if (parsed.kind === "issues") return invalidBlackouts(parsed.issues);
      const { blackouts } = parsed;
      const revision = await replaceBlackouts(tx, locationId, blackouts, given.expected_revision);
      return isRefusal(revision) ? revision : reply(200, blackoutsToWire(locationId, blackouts, revision));
    }),
  ];
}

function readPublish(body: unknown) {
  const issues = checkPublish(body);
  if (issues.length > 0) return invalidRequest(issues);
  const { configuration, expected_revision } = body as {
    readonly configuration: GivenConfiguration;
    readonly expected_revision?: number | null;
  };
  const parsed = parseConfiguration(configuration);
  if (parsed.kind === "issues") return invalidRequest(parsed.issues);
  if (parsed.kind === "ok") return { configuration: parsed.configuration, expectedRevision: expected_revision };
  return refuse("configuration_rejected", `the configuration cannot work: ${parsed.reasons.join(", ")}`, {
    reasons: parsed.reasons,
  });
}

/** Everything that is wrong inside the list is `invalid_blackout_dates`; outside of it, the body is malformed. */
function readBlackouts(body: unknown) {
  const issues = checkBlackouts(body);
  const outside = issues.filter(({ path }) => !path.startsWith("body.blackout_dates"));
  if (outside.length > 0) return invalidRequest(issues);
  if (issues.length > 0) return invalidBlackouts(issues);
  return body as { readonly expected_revision: number; readonly blackout_dates: readonly GivenBlackout[] };
}

function invalidBlackouts(issues: readonly { readonly path: string; readonly message: string }[]) {
  const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
  return refuse("invalid_blackout_dates", message, { issues });
}
