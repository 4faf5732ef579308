/**
 * Counts the statements that would have to change before an engine could spread the tables over several databases by
 * location: npm run scaling:statements [-- --list]
 */
import { judgeAllStatements, type JudgedStatement } from "./scaling/count-statements.ts";

const judged = await judgeAllStatements();
const of = (reach: JudgedStatement["reach"]): readonly JudgedStatement[] => judged.filter((one) => one.reach === reach);
const unjoined = judged.filter((one) => one.unjoined.length > 0);

const rows = [
  ["no table of a location: stay as they are, in the control database", of("none")],
  ["routed: every table is bound to a given location; stay as they are", of("routed")],
  ["by key: find rows of a location by another value; need the location as well", of("by_key")],
  ["open: go over all locations; need a loop over the databases", of("open")],
] as const;

for (const [meaning, found] of rows) console.log(`${String(found.length).padStart(5)}  ${meaning}`);
console.log(
  `${String(judged.length).padStart(5)}  statements; ${of("by_key").length + of("open").length} would have to change`,
);
console.log(
  `${String(unjoined.length).padStart(5)}  of them join tables other than by location or a foreign key: ${unjoined.map(({ name }) => name).join(", ")}`,
);
if (process.argv.includes("--list")) {
  for (const reach of ["by_key", "open"] as const)
    for (const { name } of of(reach)) console.log(`${reach.padEnd(7)} ${name}`);
}
