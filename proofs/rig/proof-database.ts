/** The database of the bookings proof, as a process of the proof sees it. */
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";

export function connectProofDatabase(url: string, poolSize = 4): TextDatabase {
  return connectDatabase({
    livemode: false,
    url,
    poolSize,
    applicationName: "maple-proof",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
}
