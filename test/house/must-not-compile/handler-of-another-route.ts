import { callOf, type Call, type ReadCall } from "../../../src/platform/http/route.ts";
import { denyOrder, readOrder } from "./route.ts";

declare function deny(call: Call<typeof denyOrder>): Promise<void>;

export async function run(call: ReadCall): Promise<void> {
  // must not compile: TS2345 reason
  await deny(callOf(readOrder, call));
}
