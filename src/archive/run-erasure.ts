/** `maple archive erase`: takes a guest out of the archives of a folder, and answers the exit code. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { isEmailText } from "../kernel/email.ts";
import { parsePhone } from "../kernel/phone.ts";
import { eraseFromArchive } from "./erase-archived.ts";
import type { ArchivedGuest } from "./erased-line.ts";
import { manifestName } from "./manifest.ts";

export interface ErasureWords extends ArchivedGuest {
  /** The folder that has the archives. */
  readonly folder: string;
}

/** Reads the words behind `erase`, or says which is wrong. */
export function parseErasureWords(words: readonly string[]): ErasureWords | string {
  let [folder, phone, email]: [string, string | null, string | null] = ["archive", null, null];
  for (let at = 0; at < words.length; at += 2) {
    const [word = "", value = ""] = [words[at], words[at + 1]];
    if (value === "") return `${word} needs a value`;
    if (word === "--to") folder = value;
    else if (word === "--phone") {
      const number = parsePhone(value, null);
      if (number === undefined)
        return `--phone is a number with its country code, such as +33142601234; it is ${value}`;
      phone = number;
    } else if (word === "--email") {
      if (!isEmailText(value)) return `--email is an e-mail address; it is ${value}`;
      email = value.toLowerCase();
    } else return `archive erase takes --to, --phone and --email; it got ${word}`;
  }
  if (phone === null && email === null) return "say whom to erase: --phone NUMBER, --email ADDRESS, or both";
  return { folder, phone, email };
}

/** Erases the guest from every archive in the folder, one after another; the first that fails ends the run. */
export async function runErasure(words: readonly string[]): Promise<number> {
  const given = parseErasureWords(words);
  if (typeof given === "string") return fail(given, 2);
  try {
    const archives = await listArchives(given.folder);
    if (archives.length === 0) return fail(`${given.folder} has no archive: a folder with ${manifestName}`, 1);
    for (const folder of archives) {
      const orders = await eraseFromArchive(folder, given, new Date().toISOString());
      console.log(`${folder}: ${orders} orders no longer name the guest`);
    }
    return 0;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** The folders in a folder that have a manifest. */
async function listArchives(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => path.basename(name) === manifestName)
    .map((name) => path.join(folder, path.dirname(name)))
    .toSorted();
}

function fail(problem: string, code: number): number {
  console.error(`maple: ${problem}`);
  return code;
}
