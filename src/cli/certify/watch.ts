/** Reads from the service the evidence that one check needs. */
import { idInstant } from "../../kernel/id.ts";
import {
  noEvidence,
  type Evidence,
  type Fields,
  type Made,
  type SeenAttempt,
  type SeenEvent,
} from "../../certification/evidence.ts";
import type { Check } from "../../certification/check.schemas.ts";
import { isObject } from "../print-answer.ts";
import { listCalls } from "./list-calls.ts";
import { textOf } from "./service.ts";
import type { Stage } from "./stage.ts";

/** Where a resource is read, by the prefix of its id. */
const addresses: Readonly<Record<string, (id: string) => string>> = {
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
    return { ...noEvidence, resources: new Map(await Promise.all(read)) };
  }
  const calls = "operations" in check || check.check === "manners" ? await listCalls(stage, since) : [];
  const type = deliveryOf(check);
  if (type === undefined && check.check !== "event") return { ...noEvidence, calls };
  const events = await listEvents(stage, since, type);
  const wanted = events.filter((each) => sent(each, type, ids));
  const attempts: SeenAttempt[] = [];
  for (const event of wanted) attempts.push(...(await listAttempts(stage, event)));
  return { ...noEvidence, events: events.map(({ seen }) => seen), attempts, calls };
}

/** The type whose events and attempts the check looks at; undefined when it looks at none. */
function deliveryOf(check: Check): string | undefined {
  if (check.check === "delivered") return check.event;
  const moment = check.check === "calls" ? check.not_before : check.check === "no_calls" ? check.after : undefined;
  if (moment === undefined) return undefined;
  return "event" in moment ? moment.event : moment.delivered;
}

interface Listed {
  readonly seen: SeenEvent;
  /** The deliveries of the event to the subscription. */
  readonly deliveries: readonly string[];
}

const sent = ({ seen, deliveries }: Listed, type: string | undefined, ids: readonly string[]): boolean =>
  seen.type === type && ids.includes(seen.resourceId) && deliveries.length > 0;

/** A test event belongs to no location. */
const testType = "webhook.test";

async function listEvents(stage: Stage, since: number, type: string | undefined): Promise<readonly Listed[]> {
  const { service, locationId, subscriptionId } = stage;
  const filter = type === testType ? `event_type=${testType}` : `location_id=${locationId}`;
  const found: Listed[] = [];
  for (let after = ""; ;) {
    const path = `/v1/webhook_events?${filter}&limit=${pageSize}${after}`;
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
  const address = addresses[id.slice(0, id.indexOf("_"))];
  return address === undefined ? {} : service.call("GET", address(id));
}
