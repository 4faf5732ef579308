import { bindRead } from "../../../src/platform/http/route.ts";
import { reply } from "../../../src/platform/http/reply.ts";
import { readOrder } from "./route.ts";

// must not compile: TS2322 201
export const route = bindRead(readOrder, async () => reply(201, { object: "order", count: 1 }));
