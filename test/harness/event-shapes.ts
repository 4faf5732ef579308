/** Every event that a test service has recorded has the shape that the description promises for its type. */
import assert from "node:assert/strict";
import { eventShape } from "../../src/docs-pages/event-shapes.ts";
import { compileCheck } from "../../src/platform/http/reading/validate.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import type { EventType } from "../../src/webhooks/subscriptions/event-types.ts";

const checks = new Map<string, ReturnType<typeof compileCheck>>();

/** Each type once for every status that its resource had; what a fixture has made up for itself names no order. */
const oneOfEach = `SELECT DISTINCT ON (event_type, data ->> 'status') event_type, data::text AS data FROM events
  WHERE resource_type <> 'order' OR data ->> 'order_id' IS NOT NULL`;

/** Throws when the `data` of an event is of another shape than its type has. */
export async function assertEventsHaveTheirShapes(database: TextDatabase): Promise<void> {
  const events = await database.read.rows<{ event_type: EventType; data: string | null }>(oneOfEach);
  for (const { event_type: type, data } of events) {
    const check = checks.get(type) ?? compileCheck("data", eventShape(type).properties.data);
    checks.set(type, check);
    assert.deepEqual(check(data === null ? null : JSON.parse(data)), [], type);
  }
}
