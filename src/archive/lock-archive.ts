/**
 * Lets one run at a time work on an archive. The lock belongs to the operating system (an exclusive SQLite transaction on
 * an empty file beside the folder), so it ends with the process, however that ends. The empty file stays.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Does the work while no other run has the archive of the folder; throws at once when one has. */
export async function withArchive<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const whole = path.resolve(folder);
  await mkdir(path.dirname(whole), { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(path.join(path.dirname(whole), `.${path.basename(whole)}.lock`));
  try {
    enter(file, folder);
    return await work();
  } finally {
    file.close();
  }
}

function enter(file: DatabaseSync, folder: string): void {
  try {
    file.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes("locked"))) throw cause;
    throw new Error(`another run works on ${folder}; wait until it has ended, and run this again`, { cause });
  }
}
