import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect } from "../../../test/harness/factories.ts";
import { startOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { decideOrderByStaff, type StaffDecision } from "./decide-by-staff.command.ts";

let partner: OrderPartner;
before(async () => {
  partner = await startOrderPartner();
});
after(() => partner.service.stop());

const accept: StaffDecision = { kind: "accept", posTicketId: null, ready: { minutes: 20 } };
const deny: StaffDecision = { kind: "deny", reason: "CAPACITY", outOfStock: [] };
const cancel: StaffDecision = { kind: "cancel", reason: "CAPACITY" };
const by = { kind: "person", id: "per_01k0abcdefghjkmnpqrstvwxyz" } as const;

/** What the decision comes to: 200, or the code of the refusal. */
async function staff(orderId: string, decision: StaffDecision, mayAlwaysCancel = false): Promise<string> {
  const outcome = await partner.service.database.transaction((tx) =>
    decideOrderByStaff(tx, orderId as Id<"ord">, decision, { by, mayAlwaysCancel }),
  );
  return isRefusal(outcome) ? outcome.code : "200";
}

async function app(orderId: string, what: "accept" | "deny"): Promise<string> {
  const body = what === "deny" ? { reason: "CAPACITY" } : {};
  const answer = await partner.call("POST", `/v1/orders/${orderId}/${what}`, body);
  return answer.status === 200 ? "200" : answer.body.code;
}

async function subscribe(enabled: boolean): Promise<void> {
  const listed = (await partner.call("GET", "/v1/webhook_subscriptions")).body.data as { readonly id: string }[];
  for (const { id } of listed) await partner.call("DELETE", `/v1/webhook_subscriptions/${id}`);
  if (!enabled) return;
  const body = { notification_url: "http://127.0.0.1:9/hook", event_types: ["order.notification", "order.updated"] };
  assert.equal((await partner.call("POST", "/v1/webhook_subscriptions", body)).status, 201);
}

async function disconnect(locationId: string): Promise<void> {
  assert.equal((await partner.call("DELETE", `/v1/locations/${locationId}/connection`)).status, 200);
}

const deciders = {
  "staff accept": (id: string) => staff(id, accept),
  "staff deny": (id: string) => staff(id, deny),
  "staff cancel": (id: string) => staff(id, cancel),
  "manager cancels": (id: string) => staff(id, cancel, true),
  "app accepts": (id: string) => app(id, "accept"),
} as const;
const names = Object.keys(deciders) as (keyof typeof deciders)[];
const ofStaff = ["200", "200", "200", "200"];
const tooEarly = ["app_decides_first", "app_decides_first", "app_decides_first", "200"];

/** Routing, whether an app is connected and subscribed, seconds since the hand-over; what each decider is answered. */
const table: readonly (readonly ["app" | "manual", boolean, boolean, number, readonly string[]])[] = [
  ["app", true, true, 0, [...tooEarly, "200"]],
  ["app", true, true, 235, [...tooEarly, "200"]],
  ["app", true, true, 240, [...ofStaff, "200"]],
  ["app", true, false, 0, [...ofStaff, "200"]],
  ["app", true, false, 240, [...ofStaff, "200"]],
  ["manual", true, true, 0, [...tooEarly, "200"]],
  ["manual", true, true, 240, [...ofStaff, "200"]],
  ["manual", true, false, 0, [...ofStaff, "200"]],
  ["manual", false, true, 0, [...ofStaff, "not_found"]],
  ["manual", false, false, 0, [...ofStaff, "not_found"]],
  ["manual", false, true, 240, [...ofStaff, "not_found"]],
];

describe("who decides (rules/ordering 16.1 to 16.3)", () => {
  for (const [routing, connected, subscribed, second, outcomes] of table) {
    const words = `${routing} routing, ${connected ? "an" : "no"} app, ${subscribed ? "" : "not "}subscribed, second ${second}`;
    test(words, async () => {
      await subscribe(subscribed);
      const location = await partner.connectedLocation({ order_routing: routing });
      if (!connected) await disconnect(location);
      const orders = await Promise.all(names.map(() => partner.place(location, { payment: "paid" })));
      if (second > 0) await partner.advance(location, second);
      const seen = await Promise.all(orders.map((id, index) => deciders[names[index] ?? "app accepts"](id)));
      assert.deepEqual(seen, outcomes);
    });
  }

  test("an early decision is told when staff may decide", async () => {
    await subscribe(true);
    const location = await partner.connectedLocation();
    const id = await partner.place(location, { payment: "paid" });
    const { decision_deadline: deadline } = await partner.read(id);
    const refused = await partner.service.database.transaction((tx) =>
      decideOrderByStaff(tx, id as Id<"ord">, accept, { by, mayAlwaysCancel: false }),
    );
    assert.ok(isRefusal(refused));
    const from = (refused.details as { readonly staff_from: number }).staff_from;
    assert.ok(from - (deadline - 120) >= 0 && from - (deadline - 120) <= 1, `${from}, deadline ${deadline}`);
  });

  test("before the hand-over staff decide nothing, and a manager may cancel", async () => {
    const location = await partner.connectedLocation();
    const id = await partner.place(location, { payment: "unpaid" });
    for (const decision of [accept, deny, cancel]) assert.equal(await staff(id, decision), "order_not_ready");
    assert.equal((await partner.read(id)).receiver, null);
    assert.equal(await staff(id, cancel, true), "200");
  });
});

describe("app and staff beside each other (rules/ordering 16.4, 16.5)", () => {
  test("what staff accepted the app may repeat and move on, and not deny; it is told as of a decision of its own", async () => {
    await subscribe(false);
    const location = await partner.connectedLocation();
    const id = await partner.place(location, { payment: "paid" });
    assert.equal(await staff(id, accept), "200");
    const order = await partner.read(id);
    assert.deepEqual([order.status, order.receiver, order.updated_by], ["ACCEPTED", "app", "store"]);
    assert.deepEqual([await app(id, "accept"), await app(id, "deny")], ["200", "illegal_transition"]);
    assert.equal((await partner.call("POST", `/v1/orders/${id}/ready`)).status, 200);
    assert.equal(await staff(id, { kind: "ready" }), "200");
    assert.equal((await partner.read(id)).updated_by, "partner");
    assert.equal(await staff(id, { kind: "complete" }), "200");
    const told = await partner.service.database.read.rows<{ readonly event_type: string; readonly actor: string }>(
      "SELECT event_type, data->>'actor' AS actor FROM events WHERE resource_id = $1 ORDER BY sequence DESC LIMIT 3",
      [id],
    );
    assert.deepEqual(
      told.map(({ event_type, actor }) => `${event_type} ${actor}`),
      ["order.updated store", "order.updated partner", "order.updated store"],
    );
    const acted = await partner.service.database.read.rows<{ readonly acted_by: { readonly kind: string } | null }>(
      "SELECT acted_by FROM order_changes WHERE order_id = $1 AND what IN ('accept', 'ready') ORDER BY sequence",
      [id],
    );
    assert.deepEqual(
      acted.map(({ acted_by: party }) => party),
      [by, { kind: "app", id: partner.app.id }],
    );
  });

  test("an app that leaves leaves its open orders to staff, whatever the routing; one that connects may decide them", async () => {
    await subscribe(true);
    const location = await partner.connectedLocation();
    const [early, accepted, over] = (await Promise.all(
      [1, 2, 3].map(() => partner.place(location, { payment: "paid" })),
    )) as [string, string, string];
    await app(accepted, "accept");
    await app(over, "deny");
    assert.equal(await staff(early, accept), "app_decides_first");
    await disconnect(location);
    const receivers = async () =>
      (
        await partner.service.database.read.rows<{ readonly receiver: string }>(
          "SELECT receiver FROM orders WHERE id = ANY($1) ORDER BY id",
          [[early, accepted, over].toSorted()],
        )
      ).map(({ receiver }) => receiver);
    assert.deepEqual((await receivers()).toSorted(), ["app", "staff", "staff"]);
    await connectAgain(location);
    assert.deepEqual((await receivers()).toSorted(), ["app", "staff", "staff"]);
    assert.equal(await app(early, "accept"), "200");
    const next = await partner.place(location, { payment: "paid" });
    assert.deepEqual([await staff(next, accept), (await partner.read(next)).receiver], ["app_decides_first", "app"]);
  });

  test("app and staff decide at once: one wins, and the money goes back once at most", async () => {
    await subscribe(false);
    const location = await partner.connectedLocation();
    for (let round = 0; round < 25; round++) {
      const id = await partner.place(location, { payment: "paid" });
      const answers: readonly string[] = await Promise.all([app(id, "accept"), staff(id, deny)]);
      const { status }: { readonly status: string } = await partner.read(id);
      const outcome: string = `${answers.join(" | ")} -> ${status}`;
      assert.ok(
        ["200 | illegal_transition -> ACCEPTED", "illegal_transition | 200 -> REJECTED"].includes(outcome),
        outcome,
      );
    }
    const doubled = await partner.service.database.read.rows(
      `SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id
       GROUP BY p.order_id HAVING count(*) > 1`,
    );
    assert.deepEqual(doubled, []);
  });
});

async function connectAgain(locationId: string): Promise<void> {
  await connect(partner.service.database, partner.app, locationId as Id<"str">);
}
