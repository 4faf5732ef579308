/**
 * Writes outcomes in batches. Outcomes that come while one batch is written go into the next: a single delivery is
 * recorded at once, and a thousand a second share their commits. Guarantees: a failed write is tried again while its
 * lease may still be held. When the database stays away longer, the outcome is dropped and the delivery is attempted
 * again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/postgres/database.ts";
import type { DecidedDelivery } from "./delivery-outcome.ts";
import type { LeasedDelivery } from "./deliveries.sql.ts";
import { recordOutcomes, type RecordedOutcomes } from "./delivery-outcomes.sql.ts";

export interface OutcomeRecorderOptions {
  readonly database: Database;
  readonly worker: string;
  readonly onRecorded: (batch: readonly DecidedDelivery<LeasedDelivery>[], recorded: RecordedOutcomes) => void;
  readonly onError: (error: unknown) => void;
}

export interface OutcomeRecorder {
  /** Resolves when the outcome is written, or dropped because the database stayed away. */
  record(decided: DecidedDelivery<LeasedDelivery>): Promise<void>;
}

interface Entry {
  readonly decided: DecidedDelivery<LeasedDelivery>;
  readonly done: () => void;
}

const batchSize = 200;
const tries = 8;
const pauseMs = 1_000;

/** Makes the recorder of one worker. */
export function createOutcomeRecorder(options: OutcomeRecorderOptions): OutcomeRecorder {
  let waiting: Entry[] = [];
  let busy = false;

  async function write(batch: readonly DecidedDelivery<LeasedDelivery>[]): Promise<void> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      try {
        const recorded = await recordOutcomes(options.database, options.worker, batch, { counted: true });
        return options.onRecorded(batch, recorded);
      } catch (error) {
        options.onError(error);
        if (attempt < tries) await sleep(pauseMs);
      }
    }
  }

  async function run(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await write(batch.map(({ decided }) => decided));
      for (const { done } of batch) done();
    }
    busy = false;
  }

  return {
    record: (decided) =>
      new Promise((done) => {
        waiting.push({ decided, done });
        if (!busy) void run();
      }),
  };
}
