import { bindPublic } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { openToAll } from "./route.ts";

export const route = bindPublic(openToAll, async (call) => {
  // must not compile: TS2339 app
  const app = call.app;
  return reply(200, { ok: app !== undefined });
});
