import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import type { Tx } from "../../../src/platform/postgres/database.ts";
import { readOrder } from "./route.ts";

declare function saveOrder(tx: Tx): Promise<number>;

export const route = bindRead(readOrder, async (_call, db) => {
  // must not compile: TS2740 Tx
  const count = await saveOrder(db);
  return reply(200, { object: "order", count });
});
