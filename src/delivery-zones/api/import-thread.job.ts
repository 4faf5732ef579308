/** The module that the thread of imports runs: reads large imports. */
import { serveLane } from "../../platform/threads/serve-lane.ts";
import type { ImportTask } from "./import-threads.job.ts";
import { readImport } from "./read-import.job.ts";
import { readyImport, type ImportReading } from "../zones/ready-import.ts";

// Only import-threads.job.ts sends tasks here.
serveLane<ImportReading>((given) => {
  const { bytes, location } = given as ImportTask;
  return { result: readyImport(readImport(bytes, location)), transfer: [] };
});
