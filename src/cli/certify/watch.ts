/** Looks up what the service saw, as far as one check needs it. */
import { idInstant } from "../../kernel/id.ts";
import type { Evidence, Fields, Made, SeenAttempt, SeenEvent } from "../../certification/evidence.ts";
import type { Check } from "../../certification/scenario.schemas.ts";
import { isObject } from "../print-answer.ts";
import { textOf } from "./service.ts";
import type { Stage } from "./stage.ts";

/** Where a resource is read, by the prefix of its id. */
const places: Readonly<Record<string, (id: string) => string>> = {
  ord: (id) => `/v1/orders/${id}`,
  bkg: (id) => `/v1/bookings/${id}`,
  bkw: (id) => `/v1/waitlist_entries/${id}`,
};

const pageSize = 50;

/** The evidence for a check, of what happened at the location since an instant of real time. */
export async function lookUp(stage: Stage, check: Check, made: Made, since: number): Promise<Evidence> {
  const ids = check.of === undefined ? [] : (made[check.of] ?? []);
  if (check.check === "state") {
    const read = ids.map(async (id) => [id, await readResource(stage, id)] as const);
    return { events: [], attempts: [], resources: new Map(await Promise.all(read)) };
  }
  const events = await listEvents(stage, since);
  const wanted = check.check === "delivered" ? events.filter((each) => sent(each, check.event, ids)) : [];
  const attempts: SeenAttempt[] = [];
  for (const event of wanted) attempts.push(...(await listAttempts(stage, event)));
  return { events: events.map(({ seen }) => seen), attempts, resources: new Map() };
}

interface Listed {
  readonly seen: SeenEvent;
  /** The deliveries of the event to the subscription. */
  readonly deliveries: readonly string[];
}

const sent = ({ seen, deliveries }: Listed, type: string, ids: readonly string[]): boolean =>
  seen.type === type && ids.includes(seen.resourceId) && deliveries.length > 0;

async function listEvents({ service, locationId, subscriptionId }: Stage, since: number): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (let after = ""; ;) {
    const path = `/v1/webhook_events?location_id=${locationId}&limit=${pageSize}${after}`;
    const { data, has_more: more, next_cursor: cursor } = await service.call("GET", path);
    const page = (Array.isArray(data) ? data.filter(isObject) : []).map((row) => toListed(row, subscriptionId));
    found.push(...page.filter(({ seen }) => seen.at >= since));
    if (more !== true || page.some(({ seen }) => seen.at < since)) return found.toReversed();
    after = `&starting_after=${encodeURIComponent(String(cursor))}`;
  }
}

function toListed(row: Fields, subscriptionId: string): Listed {
  const id = textOf(row, "event_id");
  const { data, deliveries } = row;
  const own = (Array.isArray(deliveries) ? deliveries.filter(isObject) : []).filter(
    (delivery) => delivery["subscription_id"] === subscriptionId,
  );
  return {
    seen: {
      id,
      type: textOf(row, "event_type"),
      resourceId: textOf(row, "resource_id"),
      data: isObject(data) ? data : {},
      at: idInstant(id) ?? 0,
    },
    deliveries: own.map((delivery) => textOf(delivery, "id")),
  };
}

async function listAttempts({ service }: Stage, { seen, deliveries }: Listed): Promise<readonly SeenAttempt[]> {
  const rows = await service.list(`/v1/webhook_events/${seen.id}/attempts`);
  return rows
    .filter((row) => deliveries.includes(textOf(row, "delivery_id")))
    .map((row) => ({
      eventId: seen.id,
      at: Date.parse(textOf(row, "started_at")),
      durationMs: Number(row["duration_ms"]),
      status: typeof row["response_status"] === "number" ? row["response_status"] : null,
    }))
    .toReversed();
}

async function readResource({ service }: Stage, id: string): Promise<Fields> {
  const place = places[id.slice(0, id.indexOf("_"))];
  return place === undefined ? {} : service.call("GET", place(id));
}
