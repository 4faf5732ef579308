/** A separate process that runs waiting publishes, for tests that kill it. It runs until its standard input ends. */
import { once } from "node:events";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { connectDatabase } from "../../platform/postgres/database.ts";
import { workDeadlines } from "../../platform/postgres/deadlines.ts";
import { createMenuThreads } from "./menu-threads.worker.ts";
import { createMenuSyncJob } from "./run-menu-syncs.job.ts";

/** Far longer than a test: who stands at a lock stands there until it is killed. */
const patient = 600_000;
const database = connectDatabase({
  livemode: false,
  url: process.argv[2] ?? "",
  poolSize: 2,
  applicationName: "sync-worker",
  wakeups: createWakeups(() => {}),
  onIdleError: () => {},
  deadlines: { ...workDeadlines, lockMs: patient, statementMs: patient, answerMs: patient, transactionMs: patient },
});
const threads = createMenuThreads();
const job = createMenuSyncJob({ database, compare: threads.compare });
console.log("ready");
while (await job.runOnce());
console.log("done");
await once(process.stdin.resume(), "end");
await threads.close();
await database.close();
