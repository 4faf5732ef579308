/** Wire shapes for developers that partners' programs do not read. */
import Type, { type Static } from "typebox";
import type { ApiKey } from "../apps/read-apps.query.ts";
import type { RequestRow } from "../requests/list-requests.query.ts";
import { toIso, type Instant } from "../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../platform/http/reading/fields.ts";
import type { Endpoint } from "../webhooks/delivery/endpoint.ts";

export const endpointShape = Type.Object(
  {
    object: Type.Literal("endpoint"),
    subscription_id: idField("dws"),
    notification_url: Type.String({ maxLength: 2048 }),
    status: oneOf(["enabled", "disabled"]),
    disabled_reason: nullable(oneOf(["by_hand", "gone", "failures"])),
    failures: Type.Integer({ description: "Failed attempts since the last success." }),
    failing_since: nullable(isoInstant("Since when attempts fail; null when the last one succeeded.")),
    attempts: Type.Integer({ description: "Within 24 hours, for the newest 2,000 events of the app." }),
    failed: Type.Integer({ description: "Those of them that failed." }),
    last_failed_at: nullable(isoInstant("When the last attempt within 24 hours failed.")),
    last_error: nullable(Type.String({ maxLength: 1000, description: "A code, a colon and a sentence." })),
    last_response_status: nullable(Type.Integer()),
    last_event_id: nullable(idField("evt")),
    waiting: Type.Integer({ description: "Deliveries that are still to be made, counted up to 1,000." }),
    next_attempt_at: nullable(isoInstant("When the next of them is due.")),
  },
  { title: "Endpoint" },
);

const orNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));

/** An endpoint and how it fares. */
export function endpointToWire(endpoint: Endpoint): Static<typeof endpointShape> {
  const {
    id,
    event_types: _types,
    updated_at: _updated,
    failing_since,
    last_failed_at,
    next_attempt_at,
    ...fields
  } = endpoint;
  return {
    object: "endpoint",
    subscription_id: id,
    ...fields,
    failing_since: orNull(failing_since),
    last_failed_at: orNull(last_failed_at),
    next_attempt_at: orNull(next_attempt_at),
  };
}

export const requestShape = Type.Object(
  {
    object: Type.Literal("request"),
    id: idField("req"),
    at: isoInstant("When it was answered."),
    route: Type.String({ maxLength: 300, description: "Method and path pattern." }),
    method: nullable(Type.String({ maxLength: 10 })),
    path: nullable(Type.String({ maxLength: 2000, description: "With its ids." })),
    operation: nullable(Type.String({ maxLength: 100, description: "The operationId of the call." })),
    resource_id: nullable(Type.String({ maxLength: 40, description: "What the path names last, or what was made." })),
    status: Type.Integer(),
    code: nullable(
      Type.String({
        maxLength: 100,
        description: "Of the error; null for a success and for an answer that was replayed.",
      }),
    ),
    duration_ms: nullable(Type.Integer()),
  },
  { title: "AppRequest" },
);

/** A row of the request log. */
export function requestToWire(row: RequestRow): Static<typeof requestShape> {
  const { id, at, route, method, path, operation, resource_id, status, code, duration_ms } = row;
  return {
    object: "request",
    id,
    at: toIso(at),
    route,
    method,
    path,
    operation,
    resource_id,
    status,
    code,
    duration_ms,
  };
}

export const developerAppShape = Type.Object(
  {
    object: Type.Literal("app"),
    id: idField("app"),
    name: Type.String({ maxLength: 500 }),
    status: oneOf(["enabled", "disabled"]),
    livemode: Type.Boolean(),
    scopes: Type.Array(Type.String({ maxLength: 100 })),
    keys: Type.Array(
      Type.Object({
        id: idField("key"),
        last_four: Type.String({ maxLength: 4 }),
        created_at: isoInstant("When it was issued."),
        expires_at: nullable(isoInstant("When it ends by itself.")),
        revoked_at: nullable(isoInstant("When it was taken back.")),
      }),
      { description: "The operator issues them; of each the last four characters are kept." },
    ),
  },
  { title: "AppAndKeys" },
);

/** The keys of an app, by their last four. */
export function keyToWire(key: ApiKey) {
  return {
    id: key.id,
    last_four: key.last_four,
    created_at: toIso(key.created_at),
    expires_at: orNull(key.expires_at),
    revoked_at: orNull(key.revoked_at),
  };
}
