import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { readOrder } from "./route.ts";

export const route = bindRead(readOrder, async (call) => {
  // must not compile: TS2322 undefined
  const limit: number = call.query.limit;
  return reply(200, { object: "order", count: limit });
});
