import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { readOrder } from "./route.ts";

// must not compile: TS2322 string
export const route = bindRead(readOrder, async () => reply(200, { object: "order", count: "1" }));
