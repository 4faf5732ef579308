import { bindWrite } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { denyOrder } from "./route.ts";

export const route = bindWrite(denyOrder, async (call) => {
  // must not compile: TS2339 because
  const reason = call.body.because;
  return reply(200, { object: "order", count: String(reason).length });
});
