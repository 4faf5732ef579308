import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { attendOrders } from "./attend-orders.job.ts";
import { decideOrderByStaff } from "./decide-by-staff.command.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const phone = "+12175550177";

async function venue(columns: Readonly<Record<string, unknown>> = {}): Promise<OrderingLocation> {
  const made = await createOrderingLocation(service, { order_routing: "manual", alert_phone: phone, ...columns });
  assert.equal((await made.call("DELETE", `/v1/locations/${made.locationId}/connection`)).status, 200);
  return made;
}

const place = async (at: OrderingLocation): Promise<string> => (await at.place({ payment: "paid" }))["id"] as string;

async function advance(at: OrderingLocation, seconds: number): Promise<void> {
  const moved = await at.call("POST", `/v1/sandbox/locations/${at.locationId}/clock`, { advance_seconds: seconds });
  assert.equal(moved.status, 200, moved.text);
  await attendOrders(service.database);
}

async function texts({ locationId }: OrderingLocation): Promise<readonly string[]> {
  const rows = await service.database.read.rows<{
    readonly body: string;
    readonly phone: string;
    readonly kind: string;
  }>("SELECT body, phone, kind FROM messages WHERE location_id = $1 ORDER BY id", [locationId]);
  assert.ok(rows.every((row) => row.phone === phone && row.kind === "staff_alert"));
  return rows.map(({ body }) => body);
}

const show = ({ locationId }: OrderingLocation) =>
  service.database.transaction((tx) =>
    tx.rows(
      `INSERT INTO board_watch (location_id, shown_at) VALUES ($1, now())
      ON CONFLICT (location_id) DO UPDATE SET shown_at = now()`,
      [locationId],
    ),
  );

const pausedUntil = async ({ locationId }: OrderingLocation): Promise<number | null> =>
  (
    await service.database.read.one<{ readonly until: number | null }>(
      "SELECT ordering_paused_until AS until FROM locations WHERE id = $1",
      [locationId],
    )
  ).until;

const decide = (tx: Tx, id: string) =>
  decideOrderByStaff(
    tx,
    id as Id<"ord">,
    { kind: "accept", posTicketId: null, ready: { minutes: 20 } },
    { by: { kind: "person", id: null }, mayAlwaysCancel: false },
  );
const accept = (id: string) => service.database.transaction((tx) => decide(tx, id));

describe("an order that nobody looks at", () => {
  test("texts the alert phone after 60 seconds without a board, once for all that wait (rules/board 3.1)", async () => {
    const at = await venue();
    await Promise.all([place(at), place(at)]);
    await advance(at, 30);
    assert.deepEqual(await texts(at), []);
    await advance(at, 31);
    assert.equal((await texts(at)).length, 1);
    assert.match(
      (await texts(at))[0] ?? "",
      /^Maple Street Diner: 2 orders wait, the first is \d+, and nobody has answered/,
    );
    await advance(at, 130);
    assert.equal((await texts(at)).length, 1, "once");
  });

  test("is texted after 180 seconds where a board shows it, and not at all once it is decided (rules/board 3.1)", async () => {
    const at = await venue({ messaging: false });
    await show(at);
    const [decided, waiting] = [await place(at), await place(at)];
    await accept(decided);
    await advance(at, 100);
    assert.deepEqual(await texts(at), []);
    await advance(at, 81);
    const [text = "", ...more] = await texts(at);
    assert.deepEqual(more, []);
    const { display_number: number } = await service.database.read.one<{ readonly display_number: string }>(
      "SELECT display_number FROM orders WHERE id = $1",
      [waiting],
    );
    assert.ok(text.includes(`order ${number} waits`), text);
  });

  test("is nobody's business where an app decides, or where no phone is set", async () => {
    const [ofApp, silent] = [
      await createOrderingLocation(service, { order_routing: "manual", alert_phone: phone }),
      await venue({ alert_phone: null }),
    ];
    for (const at of [ofApp, silent]) {
      await place(at);
      await advance(at, 200);
      assert.deepEqual(await texts(at), []);
    }
  });
});

describe("undecided orders in a row (rules/board 3.2)", () => {
  test("pause ordering until tomorrow, not when one between was decided, and never with 0", async () => {
    const [three, broken, never] = [await venue(), await venue(), await venue({ auto_pause_after: 0 })];
    for (let round = 0; round < 3; round++) {
      for (const at of [three, broken, never]) {
        const id = await place(at);
        if (at === broken && round === 1) await accept(id);
        await advance(at, 361);
      }
    }
    const until = await pausedUntil(three);
    assert.ok(until !== null);
    const location = await service.database.read.one<{ readonly now: number }>(
      "SELECT clock_timestamp() + clock_offset_seconds * interval '1 second' AS now FROM locations WHERE id = $1",
      [three.locationId],
    );
    assert.ok(until > location.now && until <= location.now + 25 * 3_600_000);
    assert.deepEqual([await pausedUntil(broken), await pausedUntil(never)], [null, null]);
    const entry = await service.database.read.one<{ readonly actor: string; readonly actor_kind: string }>(
      "SELECT actor, actor_kind FROM audit_log WHERE subject = $1",
      [three.locationId],
    );
    assert.deepEqual(entry, { actor: "undecided orders", actor_kind: "system" });
  });

  test("do not pause where somebody decides one at the same moment", async () => {
    const at = await venue();
    await service.database.transaction((tx) =>
      tx.rows("INSERT INTO board_watch (location_id, undecided_in_a_row) VALUES ($1, 3)", [at.locationId]),
    );
    const id = await place(at);
    const { attended } = await service.database.transaction(async (tx) => {
      await decide(tx, id);
      const attending = attendOrders(service.database);
      await untilSomebodyWaits(tx);
      return { attended: attending };
    });
    await attended;
    assert.equal(await pausedUntil(at), null);
  });
});
