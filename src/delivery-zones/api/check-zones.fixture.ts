/** A separate process that answers a check for every line it reads: `node check-zones.fixture.ts url app location`. */
import { createInterface } from "node:readline";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { connectDatabase } from "../../platform/postgres/database.ts";
import { checkZones } from "../zones/check-zones.query.ts";
import { checkToWire } from "../zones/delivery-zones.schemas.ts";
import type { Point } from "../geometry/geometry.ts";

const [url = "", app = "", location = ""] = process.argv.slice(2);
const [appId, locationId] = [app as Id<"app">, location as Id<"str">];
const database = connectDatabase({
  livemode: false,
  url,
  poolSize: 1,
  applicationName: "maple-test-beside",
  wakeups: createWakeups(),
  onIdleError: () => {},
});
for await (const line of createInterface({ input: process.stdin })) {
  const point = JSON.parse(line) as Point;
  const checked = await checkZones(database.read, appId, locationId, { ...point, subtotal: null });
  const answer = isRefusal(checked) ? checked : checkToWire(checked, locationId, false);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await database.close();
