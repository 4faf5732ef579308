/** The process that watchdog.test.ts watches: stands still on SIGUSR2, and otherwise says every line back. */
import { createInterface } from "node:readline";
import { startWatchdog } from "./watchdog.ts";

startWatchdog(Number(process.argv[2]));
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "stand") for (;;);
  console.log(line);
});
console.log("watched");
