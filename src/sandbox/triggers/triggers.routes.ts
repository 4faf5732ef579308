/** POST /v1/sandbox/triggers: makes an event of a type happen (rules/ordering 15.7). */
import { randomInt, randomUUID } from "node:crypto";
import Type from "typebox";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getGrantedLocation, listGrantedLocations } from "../../locations/grants/read-locations.query.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { HttpService } from "../../platform/http/ports.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindStaged, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { readLedger } from "../../webhooks/ledger/read-ledger.query.ts";
import { subscribableEventTypes, testEventType, type EventType } from "../../webhooks/subscriptions/event-types.ts";
import { bookingRecipes } from "./booking-recipes.ts";
import { orderRecipes } from "./order-recipes.ts";
import { createPlayer } from "./play-calls.cache.ts";
import { StepRefused, type NewGuest, type Play, type Recipe } from "./recipe.ts";
import { depositLocation, isSpare, storeRecipes } from "./spare-location.command.ts";
import { waitlistRecipes } from "./waitlist-recipes.ts";

const eventType = Type.Unsafe<EventType>({ type: "string", enum: [...subscribableEventTypes, testEventType] });

const trigger = defineRoute({
  tag: "Sandbox",
  access: { kind: "sandbox" },
  method: "POST",
  path: "/v1/sandbox/triggers",
  operationId: "triggerSandboxEvent",
  summary: "Make an event happen",
  description:
    "Does what causes the event: `order.notification` places an order. A clock moves ahead where time must pass. Grants, the status of a location and deposits happen at spare locations that are kept for the app.",
  body: Type.Object(
    { event_type: eventType, location_id: Type.Optional(idField("str")) },
    { additionalProperties: false },
  ),
  success: {
    200: Type.Object({
      object: Type.Literal("sandbox_trigger"),
      event_type: Type.String({ maxLength: 100 }),
      resource_id: Type.String({ maxLength: 40 }),
      event_ids: Type.Array(idField("evt"), { maxItems: 100 }),
    }),
  },
  refusals: ["not_found", "trigger_impossible"],
  answerWithinMs: 30_000,
  example: {
    request: { event_type: "booking.seated" },
    response: {
      object: "sandbox_trigger",
      event_type: "booking.seated",
      resource_id: "bkg_01k0w3h8r6w2f9k4x1p7z5b0da",
      event_ids: ["evt_01k0w3h9t1c5d8f2g4h6j0k3mn"],
    },
  },
});

export interface TriggerDeps {
  /** This very service: a trigger makes its calls. */
  readonly service: () => HttpService;
}

/** The route of triggers, bound. */
export function triggerRoutes({ service }: TriggerDeps): BoundRoute[] {
  const playerFor = createPlayer(service);
  return [
    bindStaged(trigger, async ({ app, body, requestId }, database) => {
      const asked = { app, type: body.event_type, locationId: body.location_id ?? null, requestId };
      const caused = await causeEvent(database, asked, playerFor(app));
      if (isRefusal(caused)) return caused;
      const { resourceId, eventIds } = caused;
      return reply(200, {
        object: "sandbox_trigger",
        event_type: body.event_type,
        resource_id: resourceId,
        event_ids: [...eventIds],
      } as const);
    }),
  ];
}

const recipes: Readonly<Record<string, Recipe>> = {
  ...orderRecipes,
  ...bookingRecipes,
  ...waitlistRecipes,
  ...storeRecipes,
};

interface EventAskedFor {
  readonly app: AppCaller;
  readonly type: EventType;
  /** Null: the first location of the app where it is possible. */
  readonly locationId: Id<"str"> | null;
  readonly requestId: Id<"req">;
}

interface EventCaused {
  readonly resourceId: string;
  readonly eventIds: readonly Id<"evt">[];
}

/** Beside them nothing else is told while one event is caused. */
const mostEvents = 100;

/** Refuses a location that the app is not granted, and an event that nothing can cause now. */
async function causeEvent(
  database: Database,
  asked: EventAskedFor,
  play: Play,
): Promise<EventCaused | Refusal<"not_found" | "trigger_impossible">> {
  const { app, type, locationId, requestId } = asked;
  if (locationId !== null) {
    const granted = await getGrantedLocation(database.read, app.id, locationId);
    if (isRefusal(granted)) return granted;
  }
  const locations = locationId === null ? await ownLocations(database, app.id) : [locationId];
  const recipe = recipes[type];
  if (recipe === undefined) throw new Error(`no recipe causes ${type}`);
  const before = newId("evt");
  try {
    const isLocationNamed = locationId !== null;
    const here = { appId: app.id, database, locations, isPlaceNamed: isLocationNamed, requestId, play };
    const made = await recipe({ ...here, newGuest, newKey: randomUUID, depositLocation: () => depositLocation(here) });
    const found = await findTold(database, app.id, type, made, before);
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    const { code, words } = error;
    return refuse("trigger_impossible", `${type} cannot be caused: ${words}`, { cause: code });
  }
  return refuse("trigger_impossible", `${type} was not told: ${whyUntold(type)}`, { cause: null });
}

async function ownLocations(database: Database, appId: Id<"app">): Promise<readonly Id<"str">[]> {
  const granted = await listGrantedLocations(database.read, appId);
  return granted.filter((location) => !isSpare(location)).map(({ id }) => id);
}

/** What was told of the resource; a resource that there was before has events from before, which are older. */
async function findTold(
  database: Database,
  appId: Id<"app">,
  type: EventType,
  resourceId: string | null,
  before: Id<"evt">,
): Promise<EventCaused | undefined> {
  const { events } = await readLedger(database.read, { appId, limit: mostEvents });
  const isKnown = type.startsWith("store.") || type === "webhook.test" || resourceId === null;
  const told = events.filter(
    (event) =>
      event.event_type === type &&
      (resourceId === null || event.resource_id === resourceId) &&
      (!isKnown || event.id > before),
  );
  const [last] = told;
  return last === undefined
    ? undefined
    : { resourceId: last.resource_id, eventIds: told.map(({ id }) => id).toReversed() };
}

function whyUntold(type: EventType): string {
  if (type === "order.validation_requested")
    return "no webhook subscription of the app wants it; subscribe to it first";
  if (type.startsWith("order."))
    return "the order waits: answer order.validation_requested, connect the app to the location, or place an order that is paid";
  return "the location told nobody; connect the app to it";
}

function newGuest(): NewGuest {
  return { first_name: "Ada", last_name: "Guest", phone: `+1212555${randomInt(10_000).toString().padStart(4, "0")}` };
}
