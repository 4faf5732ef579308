/**
 * Takes a guest out of an archive (rules/operating 6.6), in three steps: a file that names the guest is written again
 * under another name, the manifest is replaced by one that names the new files, and the old files are deleted. A crash
 * leaves the old manifest or the new one, each with all its files. The next run deletes files that no manifest names.
 */
import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { eraseLine, type ArchivedGuest } from "./erased-line.ts";
import { readLines, writeLines, writeWhole } from "./line-files.ts";
import { withArchive } from "./lock-archive.ts";
import { manifestName, parseManifest, type ArchivedFile, type Manifest } from "./manifest.ts";

/** What an archive calls its files of orders, in every writing of them. */
const orderFile = /^orders-\d{4}-\d\d(?:-\d+)?\.jsonl\.gz(?:\.part)?$/;

/**
 * Erases the guest from an archive; answers how many orders named them. Throws when a file is not as the manifest says,
 * and while another run works on the archive: of two that write it, the later would bring back whom the other erased.
 */
export function eraseFromArchive(folder: string, guest: ArchivedGuest, at: string): Promise<number> {
  return withArchive(folder, () => erase(folder, guest, at));
}

async function erase(folder: string, guest: ArchivedGuest, at: string): Promise<number> {
  const manifest = parseManifest(await readFile(path.join(folder, manifestName), "utf8"));
  await deleteUnnamed(folder, manifest);
  const count = manifest.erasures?.length ?? 0;
  const files: ArchivedFile[] = [];
  let orders = 0;
  for (const file of manifest.files) {
    const found = file.name.startsWith("orders-") ? await countOf(folder, file, guest) : 0;
    orders += found;
    files.push(found === 0 ? file : await writeAnew(folder, file, guest, count + 1));
  }
  if (orders === 0) return 0;
  const erasures = [...(manifest.erasures ?? []), { at, orders }];
  const next: Manifest = { ...manifest, files, erasures };
  await writeWhole(folder, manifestName, `${JSON.stringify(next, null, 2)}\n`);
  await deleteUnnamed(folder, next);
  return orders;
}

async function countOf(folder: string, file: ArchivedFile, guest: ArchivedGuest): Promise<number> {
  let found = 0;
  for await (const line of readLines(folder, file)) if (eraseLine(line, guest) !== undefined) found += 1;
  return found;
}

function writeAnew(folder: string, file: ArchivedFile, guest: ArchivedGuest, writing: number): Promise<ArchivedFile> {
  const name = `${file.name.slice(0, "orders-2024-12".length)}-${writing}.jsonl.gz`;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const line of readLines(folder, file)) yield eraseLine(line, guest) ?? line;
  };
  return writeLines(folder, name, lines());
}

/** Deletes the files of orders that the manifest does not name: those of before, and those of a run that ended early. */
async function deleteUnnamed(folder: string, { files }: Manifest): Promise<void> {
  const named = new Set(files.map(({ name }) => name));
  for (const name of await readdir(folder))
    if (orderFile.test(name) && !named.has(name)) await rm(path.join(folder, name));
}
