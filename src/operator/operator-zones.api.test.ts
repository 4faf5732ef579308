import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addFreeDelivery, createLocation } from "../../test/harness/factories.ts";
import { startOperatorService, type OperatorService } from "../../test/harness/operator-service.ts";

let service: OperatorService;

before(async () => {
  service = await startOperatorService();
});
after(() => service.stop());

test("the operator sees the zones of any location as a picture", async () => {
  const locationId = await createLocation(service.database);
  const path = `/test/locations/${locationId}/delivery_zones/preview.svg`;
  assert.match((await service.operate("GET", path)).text, /No delivery zones/);
  await addFreeDelivery(service.database, locationId, "USD");
  const drawn = await service.operate("GET", path);
  assert.deepEqual([drawn.status, drawn.headers.get("content-type")], [200, "image/svg+xml"]);
  assert.match(drawn.text, /Everywhere/);
});
