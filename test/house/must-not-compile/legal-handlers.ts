/** The control: everything here compiles, so each failure elsewhere has its own reason. */
import type { Id } from "../../../src/kernel/id.ts";
import { refuse } from "../../../src/kernel/refusal.ts";
import { bindPublic, bindRead, bindWrite } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import type { Db, Tx } from "../../../src/platform/postgres/database.ts";
import { denyOrder, openToAll, readOrder } from "./route.ts";

declare function findOrder(db: Db, id: Id<"ord">): Promise<number | undefined>;
declare function saveDenial(tx: Tx, app: Id<"app">, id: Id<"ord">, reason: string): Promise<boolean>;

export const routes = [
  bindRead(readOrder, async (call, db) => {
    const count = await findOrder(db, call.params.orderId);
    if (count === undefined) return refuse("not_found", "there is no such order");
    return reply(200, { object: "order", count: Math.min(count, call.query.limit ?? 10) });
  }),
  bindWrite(denyOrder, async (call, tx) => {
    const denied = await saveDenial(tx, call.app.id, call.params.orderId, call.body.reason);
    if ((await findOrder(tx, call.params.orderId)) === undefined) return refuse("not_found", "no such order");
    return denied ? reply(200, { object: "order", count: 1 }) : refuse("illegal_transition", "it is over");
  }),
  bindPublic(openToAll, async () => reply(200, { ok: true })),
];
