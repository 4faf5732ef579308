import { refuse } from "../../../src/kernel/refusal.ts";
import { bindRead } from "../../../src/platform/http/route.ts";
import { readOrder } from "./route.ts";

// must not compile: TS2322 "illegal_transition"
export const route = bindRead(readOrder, async () => refuse("illegal_transition", "not declared by this route"));
