/**
 * Reads imports: small ones at once, all others in a thread, so that half a million corners delay no other request. A
 * reading that computes for longer than five seconds is ended, as too long; one that a full machine does not end within
 * twenty is refused for now. Changes nothing.
 */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { createThreadLane, TaskTooLong } from "../../platform/threads/thread-lane.ts";
import type { Point } from "../geometry/geometry.ts";
import { readImport } from "./read-import.ts";
import { readyImport, type ImportReading } from "../zones/ready-import.ts";

export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly location: Point | null;
}

export interface ImportThreads {
  /** Reads the body of an import; 400 when that takes too long, 503 when the machine is full. */
  read(task: ImportTask): Promise<ImportReading | Refusal<"invalid_request">>;
  close(): Promise<void>;
}

/** Up to this many bytes an import is read where it is: some milliseconds. */
const onTheSpotBytes = 16 * 1024;
const maxBusyMs = 5_000;
const maxMs = 20_000;

/** Makes the lane; its thread starts when a large import comes. */
export function createImportThreads(): ImportThreads {
  const lane = createThreadLane<ImportTask, ImportReading>({
    module: new URL("./import-thread.worker.ts", import.meta.url),
    maxWaiting: 4,
    idleMs: 20_000,
    maxHeapMiB: 512,
    maxBusyMs,
    maxMs,
  });
  return {
    async read(task) {
      if (task.bytes.byteLength <= onTheSpotBytes) return readyImport(readImport(task.bytes, task.location));
      try {
        return await lane.run(task);
      } catch (error) {
        if (!(error instanceof TaskTooLong)) throw error;
        const message = `takes longer than ${maxBusyMs / 1000} seconds to read; send fewer corners or features at a time`;
        return refuse("invalid_request", `body ${message}`, { issues: [{ path: "body", message }] });
      }
    },
    close: () => lane.close(),
  };
}
