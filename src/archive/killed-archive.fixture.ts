/**
 * A process that archives and is killed: `node killed-archive.fixture.ts URL FOLDER DAY STEP`. The step is `manifest`, just
 * before the manifest is written, or the number of the deletion whose COMMIT is not reached. For tests.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { connectDatabase, type Database } from "../platform/postgres/database.ts";
import { auditName } from "./manifest.ts";
import { archiveOrders } from "./run-archive.ts";

const [url = "", folder = "", before = "", step = ""] = process.argv.slice(2);
const database = connectDatabase({
  livemode: false,
  url,
  poolSize: 2,
  applicationName: "maple-archive",
  wakeups: createWakeups(),
  onIdleError: () => {},
});
let deletions = 0;

const die = (): void => void process.kill(process.pid, "SIGKILL");

const dying: Database = {
  ...database,
  snapshot: (work) => {
    if (step === "manifest" && existsSync(path.join(folder, auditName))) die();
    return database.snapshot(work);
  },
  transaction: (work) =>
    database.transaction(async (tx) => {
      const done = await work(tx);
      deletions += 1;
      if (String(deletions) === step) die();
      return done;
    }),
};
await archiveOrders(dying, folder, { before, keeps: false });
await database.close();
