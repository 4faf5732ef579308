import type { Id } from "../../../src/kernel/id.ts";
import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { readOrder } from "./route.ts";

declare function countLines(id: Id<"oli">): number;

export const route = bindRead(readOrder, async (call) => {
  // must not compile: TS2345 oli
  const count = countLines(call.params.orderId);
  return reply(200, { object: "order", count });
});
