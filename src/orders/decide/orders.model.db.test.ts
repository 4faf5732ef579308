/**
 * Random operations over HTTP against the real service and database, compared after each with a small model
 * (test/models/order-model.ts). Each run draws other operations: MODEL_SEED repeats one, MODEL_OPERATIONS makes it
 * longer.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seededRandom } from "../../../examples/menus/draw-menu.ts";
import { createOrderPartner, startOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { drawCall, pick, requestOf, type OrderRequestDraft } from "../../../test/models/order-drawing.ts";
import { checkOrderInvariants } from "../../../test/models/order-invariants.ts";
import { applyCall, placeModelOrder, type Call, type Rules } from "../../../test/models/order-model.ts";
import { expectedOf, OrderWorld, seenOf, type ModelledOrder } from "../../../test/models/order-world.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";

const seed = Number(process.env["MODEL_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const random = seededRandom(seed);
const operations = Number(process.env["MODEL_OPERATIONS"] ?? 200);
const world = new OrderWorld();
const kept: {
  readonly partner: OrderPartner;
  readonly draft: OrderRequestDraft;
  readonly key: string;
  readonly answer: CallAnswer;
}[] = [];
let first: OrderPartner;
let done = 0;
let keys = 0;

/** Locations with every rule; `validates` belongs to the app, which subscribes to the question or does not. */
const rulesOfLocations: readonly Rules[] = [
  { leadMinutes: null, decisionTimeout: "reject", validationTimeout: "reject", validates: false },
  { leadMinutes: 20, decisionTimeout: "accept", validationTimeout: "reject", validates: false },
  { leadMinutes: null, decisionTimeout: "reject", validationTimeout: "reject", validates: true },
  { leadMinutes: 15, decisionTimeout: "accept", validationTimeout: "continue", validates: true },
];
const orderEvents = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];

before(async () => {
  first = await startOrderPartner();
  const asking = await createOrderPartner(first.service);
  await subscribe(first, orderEvents);
  await subscribe(first, ["order.notification"]);
  await subscribe(asking, [...orderEvents, "order.validation_requested"]);
  for (const rules of rulesOfLocations) {
    const partner = rules.validates ? asking : first;
    const id = await partner.connectedLocation({
      lead_minutes: rules.leadMinutes,
      decision_timeout: rules.decisionTimeout,
      validation_timeout: rules.validationTimeout,
    });
    world.locations.push({ id, partner, rules, offsetMs: 0 });
  }
});
after(() => first.service.stop());

async function subscribe(partner: OrderPartner, eventTypes: readonly string[]): Promise<void> {
  const body = { notification_url: "http://127.0.0.1:9/hook", event_types: eventTypes };
  const created = await partner.call("POST", "/v1/webhook_subscriptions", body);
  assert.equal(created.status, 201, created.text);
}

/** Sends a write, half of the time under a key, and remembers what a key must answer for ever. */
async function send(
  partner: OrderPartner,
  draft: OrderRequestDraft,
  key = random() < 0.5 ? freshKey() : undefined,
): Promise<CallAnswer> {
  const answer = await partner.call("POST", draft.path, draft.body, key);
  assert.ok(answer.status < 500, answer.text);
  if (
    key !== undefined &&
    (answer.status < 300 || answer.status === 409) &&
    answer.body.code !== "operation_in_progress"
  )
    kept.push({ partner, draft, key, answer });
  return answer;
}

const freshKey = (): string => `key-${++keys}`;
const outcomeOf = (answer: CallAnswer): string =>
  answer.status === 200 ? "200" : `${answer.status} ${answer.body.code}`;

async function place(): Promise<void> {
  const location = pick(random, world.locations);
  const { partner, rules } = location;
  const delivery = random() < 0.4;
  const payment = pick(
    random,
    delivery ? (["paid", "unpaid"] as const) : (["paid", "paid", "unpaid", "pay_in_store"] as const),
  );
  const now = world.now(location);
  const scheduledFor =
    random() < 0.25 ? Math.floor(now / 1000) * 1000 + pick(random, [700_000, 1_800_000, 7_200_000]) : null;
  const body = {
    location_id: location.id,
    payment,
    fulfillment_type: delivery ? "delivery" : "pickup",
    tip: pick(random, [0, 250]),
    ...(scheduledFor === null ? {} : { scheduled_for: scheduledFor / 1000 }),
  };
  const placed = await send(partner, { path: "/v1/sandbox/orders", body });
  assert.equal(placed.status, 201, placed.text);
  const model = placeModelOrder(rules, { delivery, payment, scheduledFor }, now);
  const stored = await partner.service.database.read.one<{ readonly id: string | null }>(
    "SELECT validation->>'id' AS id FROM orders WHERE id = $1",
    [placed.body.id],
  );
  world.orders.push({ id: placed.body.id, location, model, validationId: stored.id });
  assert.deepEqual(seenOf(placed.body), expectedOf(model), "as placed");
}

/** One call on one order, or two at once of which exactly one legal serial outcome must come. */
async function callOne(order: ModelledOrder): Promise<void> {
  const call = drawCall(random, order.model);
  const expected = applyCall(order.model, call, world.now(order.location));
  const answer = await send(order.location.partner, requestOf(order.id, call, order.validationId));
  assert.equal(outcomeOf(answer), expected.answer, `${JSON.stringify(call)} on ${JSON.stringify(order.model)}`);
  order.model = expected.order;
  assert.deepEqual(seenOf(await order.location.partner.read(order.id)), expectedOf(order.model), JSON.stringify(call));
}

async function callTwo(order: ModelledOrder): Promise<void> {
  const { location, model, id, validationId } = order;
  const calls: readonly [Call, Call] = [drawCall(random, model), drawCall(random, model)];
  const now = world.now(location);
  const one = (first: Call, second: Call) => {
    const before = applyCall(model, first, now);
    const after = applyCall(before.order, second, now);
    return { order: after.order, answers: [before.answer, after.answer] };
  };
  const forward = one(calls[0], calls[1]);
  const backward = one(calls[1], calls[0]);
  const possible = [forward, { ...backward, answers: backward.answers.toReversed() }];
  const answers = await Promise.all(calls.map((call) => send(location.partner, requestOf(id, call, validationId))));
  const seen = [answers.map(outcomeOf), seenOf(await location.partner.read(id))];
  const came = possible.find(({ order, answers }) => equal([answers, expectedOf(order)], seen));
  assert.ok(
    came !== undefined,
    `${JSON.stringify(calls)} at once on ${JSON.stringify(model)} came to ${JSON.stringify(seen)}`,
  );
  order.model = came.order;
}

/** The same request twice at once under one key: one effect, and the other is the same answer or told to wait. */
async function callTwiceUnderOneKey(order: ModelledOrder): Promise<void> {
  const call = drawCall(random, order.model);
  const key = freshKey();
  const draft = requestOf(order.id, call, order.validationId);
  const expected = applyCall(order.model, call, world.now(order.location));
  const answers = await Promise.all([1, 2].map(() => send(order.location.partner, draft, key)));
  const outcomes = answers.map(outcomeOf).filter((outcome) => outcome !== "409 operation_in_progress");
  assert.ok(
    outcomes.length > 0 && outcomes.every((outcome) => outcome === expected.answer),
    JSON.stringify([call, outcomes]),
  );
  order.model = expected.order;
  assert.deepEqual(seenOf(await order.location.partner.read(order.id)), expectedOf(order.model), JSON.stringify(call));
}

async function repeatKept(): Promise<void> {
  if (kept.length === 0) return;
  const { partner, draft, key, answer } = pick(random, kept);
  const again = await partner.call("POST", draft.path, draft.body, key);
  assert.deepEqual([again.status, again.text], [answer.status, answer.text]);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  const reused = await partner.call("POST", draft.path, { note: "something else" }, key);
  assert.ok(outcomeOf(reused) === "409 idempotency_key_reused" || reused.status === 400, reused.text);
}

async function callAsAnother(order: ModelledOrder): Promise<void> {
  const other = world.locations.find(({ partner }) => partner !== order.location.partner)?.partner;
  assert.equal((await other?.call("POST", `/v1/orders/${order.id}/accept`))?.status, 404);
  assert.equal((await other?.call("GET", `/v1/orders/${order.id}`))?.status, 404);
}

async function moveClock(): Promise<void> {
  await world.advance(pick(random, world.locations), pick(random, [0, 10, 40, 400, 2_000]));
  await world.settle();
  await world.compareAll();
}

async function step(): Promise<void> {
  await world.settle();
  const roll = random();
  const live = world.orders.filter(({ model }) => model.status !== "FULFILLED" && !model.status.endsWith("ED"));
  const accepted = world.orders.filter(({ model }) => model.status.endsWith("ACCEPTED"));
  const lively = [...live, ...accepted].slice(-40);
  if (world.orders.length < 10 || roll < 0.14) {
    await Promise.all(Array.from({ length: roll < 0.02 ? 3 : 1 }, place));
    return;
  }
  const order = pick(random, lively.length > 0 && random() < 0.85 ? lively : world.orders);
  if (roll < 0.7) await callOne(order);
  else if (roll < 0.86) await callTwo(order);
  else if (roll < 0.9) await callTwiceUnderOneKey(order);
  else if (roll < 0.95) await repeatKept();
  else if (roll < 0.96) await callAsAnother(order);
  else await moveClock();
}

/** Drains GET /orders as a partner does. */
async function drain(partner: OrderPartner): Promise<readonly CallAnswer["body"][]> {
  const orders: CallAnswer["body"][] = [];
  for (let after = "", more = true; more;) {
    const page = await partner.call("GET", `/v1/orders?since=1&limit=70${after}`);
    assert.equal(page.status, 200, page.text);
    orders.push(...page.body.data);
    more = page.body.has_more;
    after = `&starting_after=${orders.at(-1)?.id}`;
  }
  return orders;
}

test(`${operations} random operations or more agree with the model (MODEL_SEED=${seed})`, async (context) => {
  try {
    // What is rare comes about later with some seeds: the draw goes on, at most to twenty times the length.
    for (let until = operations; until <= 20 * operations; until += 200) {
      for (; done < until; done++) await step();
      if (isEverything(await kindsSeen())) break;
    }
  } catch (error) {
    context.diagnostic(`MODEL_SEED=${seed}, operation ${done}`);
    throw error;
  }
  await world.settle();
  await world.compareAll();
});

type Kinds = Readonly<Record<"statuses" | "payments" | "changes", readonly string[]>>;

/** The statuses, payment statuses and kinds of change that came about. */
function kindsSeen(): Promise<Kinds> {
  return first.service.database.read.one<Kinds>(
    `SELECT array_agg(DISTINCT status) AS statuses, array_agg(DISTINCT payment_status) AS payments,
      array_agg(DISTINCT what) AS changes FROM order_changes`,
  );
}

function isEverything({ statuses, payments, changes }: Kinds): boolean {
  return statuses.length === 9 && payments.length === 7 && changes.length >= 18;
}

test("the drain of GET /orders has every order once, as the model says", async () => {
  for (const partner of new Set(world.locations.map(({ partner }) => partner))) {
    const own = world.orders.filter(({ location }) => location.partner === partner);
    const drained = await drain(partner);
    assert.deepEqual(
      new Map(drained.map((order) => [order.id, seenOf(order)])),
      new Map(own.map(({ id, model }) => [id, expectedOf(model)])),
    );
    assert.equal(drained.length, own.length);
  }
});

test("the database holds what must hold: history, sums, events, deliveries, keys (rules/ordering 2.5; rules/webhooks 4.8)", async () => {
  assert.deepEqual(await checkOrderInvariants(first.service.database.read), []);
});

test("the operations were worth it: every status, payment status and kind of change came about", async () => {
  const seen = await kindsSeen();
  assert.ok(isEverything(seen), JSON.stringify(seen));
});

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
