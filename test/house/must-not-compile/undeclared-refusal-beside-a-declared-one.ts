import { refuse } from "../../../src/kernel/refusal.ts";
import { bindWrite } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { denyOrder } from "./route.ts";

// must not compile: TS2345 "order_terminal"
export const route = bindWrite(denyOrder, async (call) => {
  if (call.body.reason === "a") return refuse("not_found", "declared");
  if (call.body.reason === "b") return refuse("order_terminal", "not declared");
  return reply(200, { object: "order", count: 1 });
});
