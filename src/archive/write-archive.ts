/**
 * Writes an archive: a file of orders for each month, the audit log, and the manifest as the last file. A crash leaves
 * files without a manifest; the next run writes them again. The database is not changed.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../platform/postgres/database.ts";
import { listAuditLines, listLines, listArchivedLocations, writeTimesInUtc } from "./archived-orders.sql.ts";
import { writeLines, writeWhole } from "./line-files.ts";
import { auditName, manifestName, type ArchivedFile, type Manifest } from "./manifest.ts";
import { dayOf, monthsUntil } from "./retention-age.ts";

const linesAtOnce = 500;

/** Writes the archive of the orders placed before a day into a folder; a month without such orders has no file. */
export async function writeArchive(database: Database, folder: string, before: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const locations = await listArchivedLocations(database.read);
  const oldest = Math.min(...locations.flatMap((location) => location.oldest ?? []));
  const files: ArchivedFile[] = [];
  for (const month of Number.isFinite(oldest) ? monthsUntil(oldest, before) : []) {
    const lines = linesOfMonth(
      database,
      locations.map(({ id }) => id),
      month,
    );
    const file = await writeLines(folder, `orders-${month.name}.jsonl.gz`, lines);
    if (file.lines > 0) files.push(file);
    else await rm(path.join(folder, file.name));
  }
  files.push(await writeLines(folder, auditName, auditLines(database, dayOf(before) ?? 0)));
  const now = await database.snapshot(writeTimesInUtc);
  const manifest: Manifest = {
    format: 1,
    environment: database.livemode ? "live" : "test",
    before,
    made_at: new Date(now).toISOString(),
    files,
  };
  await writeWhole(folder, manifestName, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function* linesOfMonth(
  database: Database,
  locations: Parameters<typeof listLines>[1][],
  { starts, ends }: { readonly starts: number; readonly ends: number },
): AsyncGenerator<string> {
  for (const location of locations) {
    for (let after = ""; ;) {
      const span = { starts, ends, after, limit: linesAtOnce };
      const found = await database.snapshot(async (db) => {
        await writeTimesInUtc(db);
        return listLines(db, location, span);
      });
      for (const { line } of found) yield line;
      after = found.at(-1)?.id ?? "";
      if (found.length < linesAtOnce) break;
    }
  }
}

async function* auditLines(database: Database, before: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const found = await database.snapshot(async (db) => {
      await writeTimesInUtc(db);
      return listAuditLines(db, { after, before, limit: linesAtOnce });
    });
    for (const { line } of found) yield line;
    after = found.at(-1)?.sequence ?? after;
    if (found.length < linesAtOnce) return;
  }
}
