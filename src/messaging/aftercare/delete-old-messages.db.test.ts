/** Messages end after 13 months, in bounded batches, by the database's clock. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { deleteOldMessages } from "./delete-old-messages.job.ts";

let service: TestService;
let locationId: Id<"str">;
before(async () => {
  service = await startService();
  locationId = await createLocation(service.database);
});
after(() => service.stop());

/** Writes a message of so long ago, later ones later. */
async function wrote(ago: string, status = "sent"): Promise<string> {
  const id = newId("msg");
  const due = status === "queued" ? "clock_timestamp()" : "NULL";
  await service.database.transaction(async (tx) => {
    await tx.rows(actByHand);
    await tx.rows(
      `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, body, segments, sender, status, due_at,
         created_at, send_before)
       VALUES ($1::text, $2, 'order_ready', $3, $1::text, 'en', 'Ready', 1, 'outbox', $4, ${due},
         clock_timestamp() - $5::interval, clock_timestamp())`,
      [id, locationId, newId("ord"), status, ago],
    );
  });
  return id;
}

async function kept(): Promise<readonly string[]> {
  const rows = await service.database.read.rows<{ readonly id: string }>("SELECT id FROM messages ORDER BY id");
  return rows.map(({ id }) => id);
}

test("what is older than 13 months goes, in batches, and what is younger stays (rules/messages-and-privacy 3.6)", async () => {
  for (const ago of ["3 years", "14 months", "13 months 1 minute"]) await wrote(ago, "delivered");
  const young = [await wrote("12 months 27 days"), await wrote("400 minutes", "queued")];
  assert.equal(await deleteOldMessages(service.database, 2), true);
  assert.equal((await kept()).length, 3);
  assert.equal(await deleteOldMessages(service.database, 2), false);
  assert.deepEqual(await kept(), young);
  assert.equal(await deleteOldMessages(service.database, 2), false);
  assert.deepEqual(await kept(), young);
});
