/** The deps of the pages about taking bookings. */
import type { PublishThreads } from "../../bookings/setup/publish-threads.worker.ts";
import type { AccountDeps } from "../account/visit.query.ts";

export interface SetupDeps extends AccountDeps {
  /** Reads configurations, large ones in a thread. */
  readonly threads: PublishThreads;
}
