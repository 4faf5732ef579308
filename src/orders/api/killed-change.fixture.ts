/**
 * A process that changes the tickets of orders, each in its own transaction, and is killed at the last: `node
 * killed-change.fixture.ts URL MOMENT ORDER…`. With the moment `written` it dies after the last change is written and
 * before its COMMIT; with `committed`, after that COMMIT. For tests.
 */
import { parseId } from "../../kernel/id.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { connectDatabase } from "../../platform/postgres/database.ts";
import { OrderWork } from "../order/order-work.ts";
import { lockOrder, sendOrderUpdate } from "../order/orders.sql.ts";

const [url = "", moment = "", ...orders] = process.argv.slice(2);
const database = connectDatabase({
  livemode: false,
  url,
  poolSize: 2,
  applicationName: "maple-killed-change",
  wakeups: createWakeups(),
  onIdleError: () => {},
});

const die = (): void => void process.kill(process.pid, "SIGKILL");

for (const text of orders) {
  const order = parseId("ord", text);
  if (order.kind !== "ok") throw new Error(`${text} is not the id of an order`);
  await database.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id, null);
    if (locked === undefined) throw new Error(`${text} does not exist`);
    const work = new OrderWork(locked.order, locked);
    work.change("ticket", "partner", { external_id: "killed" });
    sendOrderUpdate(tx, work.order);
    // Answered only after the update before it.
    await tx.one("SELECT 1");
    if (moment === "written" && text === orders.at(-1)) die();
    return { kind: "done" as const };
  });
}
die();
