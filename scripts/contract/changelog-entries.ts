/** Reads the differences that the entries of the change log explain, and writes the ones that an entry is to explain. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../../changelog/", import.meta.url);

export interface Entry {
  readonly name: string;
  readonly fingerprints: readonly string[];
  readonly breaks: boolean;
}

/** Reads every entry of the change log. */
export function readEntries(): readonly Entry[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => toEntry(name, readFileSync(new URL(name, folder), "utf8")));
}

/** What the front matter of an entry says of the contract. */
export function toEntry(name: string, text: string): Entry {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "";
  const listed = /^contract: \[(.*)\]$/m.exec(front)?.[1] ?? "";
  return {
    name,
    fingerprints: listed.split(", ").filter((one) => one !== ""),
    breaks: /^breaking: true$/m.test(front),
  };
}

/** The text of an entry with more fingerprints in its list, each once. */
export function withFingerprints(text: string, more: readonly string[]): string {
  return text.replace(/^contract: \[(.*)\]$/m, (_, listed: string) => {
    const all = new Set([...listed.split(", ").filter((one) => one !== ""), ...more]);
    return `contract: [${[...all].join(", ")}]`;
  });
}

/** Adds fingerprints to an entry's file; `name` is the file in the folder of the change log. */
export function addFingerprints(name: string, more: readonly string[]): void {
  const file = new URL(name, folder);
  writeFileSync(file, withFingerprints(readFileSync(file, "utf8"), more));
}
