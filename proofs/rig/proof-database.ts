/** The database of the bookings proof, as a process of the proof sees it. */
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";

export function connectProofDatabase(url: string, poolSize = 4, livemode = false): TextDatabase {
  return connectDatabase({
    livemode,
    url,
    poolSize,
    applicationName: "maple-proof",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
}
