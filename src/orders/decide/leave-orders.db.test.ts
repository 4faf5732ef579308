/** An app that leaves while its orders move: it decides and hears nothing afterwards, and its orders are of staff (rules/ordering 1.5, 16.4). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { startOrderPartner, type OrderPartner } from "../../../test/harness/order-calls.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { revokeGrant } from "../../locations/grants/change-grant.command.ts";
import type { TextTx } from "../../platform/postgres/database.ts";
import { decideOrderByStaff } from "../staff/decide-by-staff.command.ts";
import { leaveOrdersToStaff } from "./leave-orders.command.ts";
import { applyPaymentNews } from "./pay-order.command.ts";

let partner: OrderPartner;
before(async () => {
  partner = await startOrderPartner();
});
after(() => partner.service.stop());

async function revoke(tx: TextTx, locationId: Id<"str">): Promise<void> {
  const by = { actor: "operator", requestId: null };
  assert.ok(!isRefusal(await revokeGrant(tx, partner.app.id, locationId, by, leaveOrdersToStaff)));
}

/** Takes the grant away while an act waits for the lock of the order; answers what came of the act. */
async function revokeBefore<T>(locationId: Id<"str">, act: () => Promise<T>): Promise<T> {
  const { acted } = await partner.service.database.transaction(async (tx) => {
    await revoke(tx, locationId);
    const acting = act();
    await untilSomebodyWaits(tx);
    return { acted: acting };
  });
  return acted;
}

const orderOf = (id: string) =>
  partner.service.database.read.one<{ readonly status: string; readonly receiver: string | null }>(
    "SELECT status, receiver FROM orders WHERE id = $1",
    [id],
  );

/** The types of what the app was told of the order and its location, in their order. */
const told = async (locationId: string) =>
  (
    await partner.service.database.read.rows<{ readonly event_type: string }>(
      "SELECT event_type FROM events WHERE location_id = $1 ORDER BY id",
      [locationId],
    )
  ).map(({ event_type }) => event_type);

test("a decision of the app that waits for the end of its grant is of an order that it does not receive", async () => {
  const here = await partner.connectedLocation();
  const id = await partner.place(here, { payment: "paid" });
  const answer = await revokeBefore(here, () => partner.call("POST", `/v1/orders/${id}/accept`, {}));
  assert.equal(answer.status, 404, answer.text);
  assert.deepEqual(await orderOf(id), { status: "PENDING", receiver: "staff" });
  assert.equal((await told(here)).at(-1), "store.deprovisioned");
});

test("a decision of staff that waits for the end of the grant is told to nobody", async () => {
  const here = await partner.connectedLocation({ order_routing: "manual" });
  const id = await partner.place(here, { payment: "paid" });
  const decided = await revokeBefore(here, () =>
    partner.service.database.transaction((tx) =>
      decideOrderByStaff(
        tx,
        id as Id<"ord">,
        { kind: "accept", posTicketId: null, ready: { minutes: 20 } },
        { by: { kind: "person", id: null }, mayAlwaysCancel: false },
      ),
    ),
  );
  assert.ok(!isRefusal(decided), JSON.stringify(decided));
  assert.deepEqual(await orderOf(id), { status: "ACCEPTED", receiver: "staff" });
  assert.equal((await told(here)).at(-1), "store.deprovisioned");
});

test("an order that is handed over to the app just as its grant ends becomes one of staff", async () => {
  const here = await partner.connectedLocation({ order_routing: "manual" });
  const id = await partner.place(here, { payment: "unpaid" });
  const { totals } = await partner.read(id);
  const { left } = await partner.service.database.transaction(async (tx) => {
    const charge = { reference: newId("pay"), amount: totals.total, currency: totals.currency };
    const { changed } = await applyPaymentNews(tx, id as Id<"ord">, { kind: "succeeded", charge });
    assert.ok(changed);
    const leaving = partner.service.database.transaction((other) => revoke(other, here));
    await untilSomebodyWaits(tx);
    return { left: leaving };
  });
  await left;
  assert.deepEqual(await orderOf(id), { status: "PENDING", receiver: "staff" });
});
