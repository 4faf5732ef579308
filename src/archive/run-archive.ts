/**
 * `maple archive`: reads its arguments, writes or finds the archive, verifies it, deletes, and answers the exit code.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { connectDatabase, type Database } from "../platform/postgres/database.ts";
import { readServiceMark, WrongDatabase } from "../platform/postgres/service-mark.sql.ts";
import { writeTimesInUtc } from "./archived-orders.sql.ts";
import { deleteArchived, verifyArchive } from "./delete-archived.command.ts";
import { withArchive } from "./lock-archive.ts";
import { manifestName, parseManifest, type Manifest } from "./manifest.ts";
import { chooseDay, parseArchiveWords } from "./retention-age.ts";
import { runErasure } from "./run-erasure.ts";
import { writeArchive } from "./write-archive.ts";

const help = `maple archive [--before DAY] [--to FOLDER] [--env test|live] [--keep]

Copies ended orders placed before DAY (UTC, such as 2025-01-31) into FOLDER, reads the copy again, and deletes them.
Payments, refunds, the money ledger and the audit log are copied and stay. Run it with the variables of the service.

  --before DAY  the first day that stays, at least 400 days ago; else ORDER_RETENTION_DAYS says
  --to FOLDER   where archives go, each into a folder of its own; archive without it
  --env ENV     test or live; test without it
  --keep        copy and verify only

maple archive erase [--to FOLDER] [--phone NUMBER] [--email ADDRESS]

Takes a guest out of all archives in FOLDER: name, phone, e-mail, address, notes and messages leave their orders.

A run that was ended early is run again with the same words.
Exit: 0 done, 1 something is wrong, 2 wrong use.`;

/** The part of the configuration that the command needs; the program's own fits. */
export interface ArchiveConfig {
  readonly databaseUrl: string | null;
  readonly liveDatabaseUrl: string | null;
  readonly orderRetentionDays: number | null;
}

/** The archive is written while the clocks agree this far: more, and one of them is wrong by more than a restart allows. */
const longestSkewMs = 5_000;

/** Runs the command with the words behind its own. */
export async function runArchive(words: readonly string[], config: ArchiveConfig): Promise<number> {
  if (words.includes("--help") || words.includes("-h")) return say(help, 0);
  if (words[0] === "erase") return runErasure(words.slice(1));
  const given = parseArchiveWords(words);
  if (typeof given === "string") return fail(given, 2);
  const url = given.service === "live" ? config.liveDatabaseUrl : config.databaseUrl;
  if (url === null) return fail(`there is no database for ${given.service}: set its address as for serve`, 2);
  const database = connect(url, given.service === "live");
  try {
    const mark = (await readServiceMark(database.read)) ?? given.service;
    if (mark !== given.service) throw new WrongDatabase(given.service);
    const now = await database.snapshot(writeTimesInUtc);
    if (Math.abs(now - Date.now()) > longestSkewMs)
      return fail("the clocks of this machine and of the database differ by more than 5 s: mend them first", 1);
    const day = chooseDay(given.before, { retentionDays: config.orderRetentionDays, now });
    if (typeof day !== "string") return fail(day.problem, 2);
    const folder = path.join(given.folder, `${given.service}-before-${day}`);
    return say(await archiveOrders(database, folder, { before: day, keeps: given.keeps }), 0);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 1);
  } finally {
    await database.close();
  }
}

/**
 * Writes the archive where it is not yet, verifies it, and deletes what it holds unless that is to stay; answers what was
 * done. Throws while another run works on the archive.
 */
export function archiveOrders(database: Database, folder: string, given: ArchivedSpan): Promise<string> {
  return withArchive(folder, () => archive(database, folder, given));
}

interface ArchivedSpan {
  readonly before: string;
  readonly keeps: boolean;
}

async function archive(database: Database, folder: string, { before, keeps }: ArchivedSpan): Promise<string> {
  const found = await readManifest(folder);
  if (found !== undefined && found.before !== before) throw new Error(`${folder} is the archive of another day`);
  const manifest = found ?? (await writeArchive(database, folder, before));
  await verifyArchive(folder, manifest);
  const orders = manifest.files
    .filter(({ name }) => name.startsWith("orders-"))
    .reduce((sum, { lines }) => sum + lines, 0);
  const copied = `${folder}: ${orders} orders in ${manifest.files.length} files, verified`;
  if (keeps) return `${copied}; nothing was deleted`;
  const { deleted, left } = await deleteArchived(database, folder, manifest);
  return `${copied}; ${deleted} deleted${left > 0 ? `, ${left} gone already or changed since` : ""}`;
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return parseManifest(await readFile(path.join(folder, manifestName), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function connect(url: string, livemode: boolean): Database {
  return connectDatabase({
    livemode,
    url,
    poolSize: 2,
    applicationName: "maple-archive",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}

function fail(problem: string, code: number): number {
  console.error(`maple: ${problem}`);
  return code;
}
