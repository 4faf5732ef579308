import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createLocation } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { latestOfEach, type LiveTopic } from "./live-topics.ts";
import { recordLiveChange } from "./record-live-change.command.ts";

let service: TestService;
let location: Id<"str">;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());
beforeEach(async () => {
  location = await createLocation(service.database);
});

const change = (tx: Tx, id: string = newId("ord")): void => recordLiveChange(tx, location, "orders", id);
const commit = (id: string): Promise<void> => service.database.transaction(async (tx) => change(tx, id));

async function numbered(): Promise<readonly { readonly sequence: number; readonly resource_id: string }[]> {
  return service.database.read.rows(
    "SELECT sequence, resource_id FROM live_changes WHERE location_id = $1 ORDER BY sequence",
    [location],
  );
}

describe("numbers", () => {
  test("are taken last: a transaction that began earlier and ends later has the higher number (rules/board 1.1)", async () => {
    const [slow, quick] = [newId("ord"), newId("ord")];
    const began = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const first = service.database.transaction(async (tx) => {
      change(tx, slow);
      began.resolve();
      await mayEnd.promise;
    });
    await began.promise;
    await commit(quick);
    mayEnd.resolve();
    await first;
    assert.deepEqual(await numbered(), [
      { sequence: 1, resource_id: quick },
      { sequence: 2, resource_id: slow },
    ]);
  });

  test("have no gap: refused, failed and undone work takes none (rules/board 1.1)", async () => {
    const kept = newId("ord");
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        service.database
          .transaction(async (tx) => {
            if (index % 4 === 3) {
              await tx.nested(async () => {
                change(tx);
                return refuse("not_found", "undone");
              });
            }
            change(tx, kept);
            if (index % 4 === 1) return refuse("not_found", "refused");
            if (index % 4 === 2) throw new Error("failed");
            return undefined;
          })
          .catch(() => undefined),
      ),
    );
    const rows = await numbered();
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.ok(rows.every(({ resource_id }) => resource_id === kept));
    assert.ok(!isRefusal(rows));
  });
});

test("of several changes of one resource the last is enough", () => {
  const at = (sequence: number, resource_id: string, topic: LiveTopic = "orders") => ({ sequence, topic, resource_id });
  const changes = [at(1, "a"), at(2, "b"), at(3, "a"), at(4, "a", "settings")];
  assert.deepEqual(latestOfEach(changes), [at(2, "b"), at(3, "a"), at(4, "a", "settings")]);
});
