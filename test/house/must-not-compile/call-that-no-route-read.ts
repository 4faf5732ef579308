import type { Call, ReadCall } from "../../../src/platform/http/route.ts";
import type { readOrder } from "./route.ts";

declare function read(call: Call<typeof readOrder>): Promise<void>;

export async function run(call: ReadCall): Promise<void> {
  // must not compile: TS2345 orderId
  await read(call);
}
