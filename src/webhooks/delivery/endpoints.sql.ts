/** The SQL of the health of an app's endpoints. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { Endpoint } from "./endpoint.ts";

/** Looks at the attempts of the app's newest 2,000 events: a busy app's day is too long to read at every look. */
const listEndpointsStatement = defineStatement({
  name: "list-endpoints",
  prepare: false,
  takes: ["text"],
  gives: row<Endpoint>({
    id: "text",
    notification_url: "text",
    event_types: "text[]",
    status: "text",
    disabled_reason: "text",
    failures: "int4",
    failing_since: "timestamptz",
    attempts: "int8",
    failed: "int8",
    last_failed_at: "timestamptz",
    last_error: "text",
    last_response_status: "int4",
    last_event_id: "text",
    waiting: "int8",
    next_attempt_at: "timestamptz",
    is_due: "bool",
    updated_at: "timestamptz",
  }),
  text: `WITH recent AS (SELECT e.id FROM events e WHERE e.app_id = $1 ORDER BY e.id DESC LIMIT 2000),
    tried AS (
      SELECT d.subscription_id, a.event_id, a.started_at, a.error, a.response_status,
        row_number() OVER (PARTITION BY d.subscription_id, a.error IS NULL ORDER BY a.started_at DESC) AS place
      FROM recent r JOIN deliveries d ON d.event_id = r.id
        JOIN delivery_attempts a ON a.event_id = r.id AND a.delivery_id = d.id
      WHERE a.started_at > now() - interval '24 hours')
    SELECT s.id, s.notification_url, s.event_types, s.status, s.disabled_reason, s.failures, s.failing_since,
      coalesce(t.attempts, 0) AS attempts, coalesce(t.failed, 0) AS failed, last.started_at AS last_failed_at,
      last.error AS last_error, last.response_status AS last_response_status, last.event_id AS last_event_id,
      w.waiting, w.next_at AS next_attempt_at,
      coalesce(w.next_at <= now(), false) AS is_due, s.updated_at
    FROM webhook_subscriptions s
      LEFT JOIN (SELECT subscription_id, count(*) AS attempts, count(error) AS failed FROM tried GROUP BY 1) t
        ON t.subscription_id = s.id
      LEFT JOIN tried last ON last.subscription_id = s.id AND last.error IS NOT NULL AND last.place = 1
      CROSS JOIN LATERAL (SELECT count(*) AS waiting, min(next_at) AS next_at FROM (SELECT d.next_at FROM deliveries d
        WHERE d.subscription_id = s.id AND d.state = 'pending' AND d.leased_by IS NULL
        ORDER BY d.next_at LIMIT 1000) AS due) w
    WHERE s.app_id = $1 AND s.deleted_at IS NULL ORDER BY s.id DESC`,
});

/** The app's subscriptions, newest first, each with how it fares. */
export function listEndpoints(db: Db, appId: Id<"app">): Promise<Endpoint[]> {
  return db.rows(listEndpointsStatement, [appId]);
}
