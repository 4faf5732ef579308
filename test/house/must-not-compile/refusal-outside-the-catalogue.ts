import type { RefusalCode } from "../../../src/platform/http/refusals/refusal-catalogue.ts";

// must not compile: TS2322 "order_is_sad"
export const code: RefusalCode = "order_is_sad";
