/**
 * npm run contract:diff: the differences between openapi/released/ and openapi/ that no entry of the change log explains.
 * With --all: every difference. With --write ENTRY: adds the unexplained ones to the entry changelog/ENTRY; those that break
 * only when the entry says `breaking: true`. Exit 1 while something is unexplained.
 */
import { parseArgs } from "node:util";
import { addFingerprints, readEntries } from "./contract/changelog-entries.ts";
import { fingerprintOf, type Difference } from "./contract/difference.ts";
import { differencesToReleased } from "./contract/documents.ts";
import { lineOf, unexplained } from "./contract/explained.ts";

const { values } = parseArgs({ options: { all: { type: "boolean" }, write: { type: "string" } } });
const differences = differencesToReleased();
const name = values.write?.replace(/^changelog\//, "");
if (name !== undefined) explain(name);

const left = unexplained(differences, readEntries());
for (const difference of values.all === true ? differences : left) console.log(lineOf(difference));
const breaking = differences.filter(({ breaks }) => breaks).length;
console.log(`${differences.length} differences, ${breaking} break, ${left.length} unexplained`);
if (left.length > 0)
  console.log("Explain each in changelog/: npm run contract:diff -- --write YYYY-MM-DD-words.md (changelog/README.md)");
process.exitCode = left.length > 0 ? 1 : 0;

function explain(entryName: string): void {
  const entries = readEntries();
  const entry = entries.find((one) => one.name === entryName);
  if (entry === undefined) throw new Error(`changelog/${entryName} does not exist: write its text first`);
  const isFitting = (difference: Difference): boolean => !difference.breaks || entry.breaks;
  addFingerprints(entryName, unexplained(differences, entries).filter(isFitting).map(fingerprintOf));
}
