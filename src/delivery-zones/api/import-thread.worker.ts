/** The module that the thread of imports runs: reads large imports. */
import { serveLane } from "../../platform/threads/serve-lane.ts";
import type { ImportTask } from "./import-threads.worker.ts";
import { readImport } from "./read-import.ts";
import { readyImport, type ImportReading } from "../zones/ready-import.ts";

// Only import-threads.worker.ts sends tasks here.
serveLane<ImportReading>((given) => {
  const { bytes, location } = given as ImportTask;
  return { result: readyImport(readImport(bytes, location)), transfer: [] };
});
