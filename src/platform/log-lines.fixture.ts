/** A process whose log is its standard output: writes as many lines as it is told, then one more each time it reads something. */
import { writeSync } from "node:fs";
import { giveReadersASecond, LogLines } from "./log-lines.ts";

const lines = new LogLines(1);
let count = 0;
const writeLine = (): void => lines.write(`${JSON.stringify({ number: (count += 1), text: "x".repeat(1_000) })}\n`);
for (let left = Number(process.argv[2]); left > 0; left--) writeLine();
writeSync(2, "written\n");
process.stdin.on("data", writeLine);
process.stdin.once("end", () => {
  writeSync(2, `${count}\n`);
  process.exitCode = 7;
  giveReadersASecond();
});
