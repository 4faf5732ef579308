/** The process that watchdog.test.ts watches. It blocks on SIGUSR2, and otherwise repeats every line. */
import { createInterface } from "node:readline";
import { startWatchdog } from "./watchdog.ts";

startWatchdog(Number(process.argv[2]));
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "stand") for (;;);
  console.log(line);
});
console.log("watched");
