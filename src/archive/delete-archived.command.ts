/**
 * Deletes the orders that an archive holds, in batches of one location. Each batch is a transaction. An order is deleted
 * only when its line in the file equals the line that the database makes of it under a lock. A crash leaves whole orders;
 * the next run continues.
 */
import { recordAudit } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import type { Database } from "../platform/postgres/database.ts";
import { lockLines, sendDeletion, writeTimesInUtc } from "./archived-orders.sql.ts";
import { readLines } from "./line-files.ts";
import type { ArchivedFile, Manifest } from "./manifest.ts";

const deletedAtOnce = 500;

export interface Deleted {
  readonly deleted: number;
  /** Orders of the archive that were changed since, or are gone already. */
  readonly left: number;
}

interface Archived {
  readonly id: string;
  readonly locationId: Id<"str">;
  readonly line: string;
}

/** Reads every file whole, and throws when one is not what the manifest says. */
export async function verifyArchive(folder: string, { files }: Manifest): Promise<void> {
  for (const file of files) for await (const line of readLines(folder, file)) if (line !== "") JSON.parse(line);
}

/** Deletes the orders of a verified archive; answers how many went and how many are not as the archive has them. */
export async function deleteArchived(database: Database, folder: string, manifest: Manifest): Promise<Deleted> {
  let [deleted, left] = [0, 0];
  for (const file of manifest.files.filter(({ name }) => name.startsWith("orders-"))) {
    for await (const batch of batchesOf(folder, file)) {
      const gone = await deleteBatch(database, batch, file);
      deleted += gone;
      left += batch.length - gone;
    }
  }
  return { deleted, left };
}

async function deleteBatch(database: Database, batch: readonly Archived[], file: ArchivedFile): Promise<number> {
  const [{ locationId } = { locationId: undefined }] = batch;
  if (locationId === undefined) return 0;
  const lines = new Map(batch.map(({ id, line }) => [id, line]));
  return await database.transaction(async (tx) => {
    await writeTimesInUtc(tx);
    const found = await lockLines(tx, locationId, [...lines.keys()]);
    const same = found.filter(({ id, line }) => lines.get(id) === line).map(({ id }) => id);
    if (same.length === 0) return 0;
    sendDeletion(tx, locationId, same);
    const after = { location_id: locationId, orders: same.length, file: file.name, sha256: file.sha256 };
    await recordAudit(tx, {
      actor: "archive",
      requestId: null,
      action: "orders.archived",
      subject: locationId,
      before: null,
      after,
    });
    return same.length;
  });
}

async function* batchesOf(folder: string, file: ArchivedFile): AsyncGenerator<readonly Archived[]> {
  let batch: Archived[] = [];
  for await (const line of readLines(folder, file)) {
    const next = readArchived(line);
    if (batch.length === deletedAtOnce || (batch.length > 0 && batch[0]?.locationId !== next.locationId)) {
      yield batch;
      batch = [];
    }
    batch.push(next);
  }
  if (batch.length > 0) yield batch;
}

function readArchived(line: string): Archived {
  const { order } = JSON.parse(line) as { readonly order: { readonly id: string; readonly location_id: Id<"str"> } };
  return { id: order.id, locationId: order.location_id, line };
}
