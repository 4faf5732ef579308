import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { readOrder } from "./route.ts";

export const route = bindRead(readOrder, async (call) => {
  // must not compile: TS2339 offset
  const from = call.query.offset;
  return reply(200, { object: "order", count: Number(from) });
});
