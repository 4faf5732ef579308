/** Changes of ordering that wait for another change of the location: each is judged by what stands then. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { updateLocation } from "./change-location.command.ts";
import { changeOrderingOfApp, pauseOrderingUntilTomorrow } from "./change-ordering.command.ts";

const by = { actor: "test", requestId: null };
let service: TestService;

before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

/** Changes a location while another change waits for it; answers what came of the other. */
async function changeBefore<T>(
  id: Id<"str">,
  input: Parameters<typeof updateLocation>[2],
  other: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { ended } = await service.database.transaction(async (tx) => {
    assert.ok(!isRefusal(await updateLocation(tx, id, input, by)));
    const waiting = service.database.transaction(other);
    await untilSomebodyWaits(tx);
    return { ended: waiting };
  });
  return ended;
}

const stateOf = (id: Id<"str">) =>
  service.database.read.one<{ readonly status: string; readonly until: number | null }>(
    "SELECT status, ordering_paused_until AS until FROM locations WHERE id = $1",
    [id],
  );

test("an app does not open a location that the operator makes inactive at the same moment (rules/ordering 17.2)", async () => {
  const app = await createApp(service.database);
  const id = await createLocation(service.database, { status: "paused" });
  await connect(service.database, app, id);
  const change = { input: { accepting_orders: true }, expectedVersion: undefined };
  const opened = await changeBefore(id, { status: "inactive" }, (tx) =>
    changeOrderingOfApp(tx, app.id, id, change, by),
  );
  assert.ok(isRefusal(opened) && opened.code === "illegal_transition", JSON.stringify(opened));
  assert.equal((await stateOf(id)).status, "inactive");
});

test("a pause until tomorrow leaves a longer one that was just made (rules/board 3.2)", async () => {
  const id = await createLocation(service.database);
  const days = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const paused = await changeBefore(id, { ordering_paused_until: days }, (tx) =>
    pauseOrderingUntilTomorrow(tx, id, by),
  );
  assert.ok(!isRefusal(paused), JSON.stringify(paused));
  assert.equal((await stateOf(id)).until, Date.parse(days));
});
