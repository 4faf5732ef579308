/**
 * Reads booking configurations: small ones at once, large ones in a thread, so that thousands of tables delay no other
 * request. Changes nothing.
 */
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { createThreadLane } from "../../platform/threads/thread-lane.ts";
import { readPublish, type GivenPublish } from "./read-publish.ts";

type Reading = ReturnType<typeof readPublish>;

export interface PublishThreads {
  /** Reads the body of a publish. */
  read(bytes: Uint8Array): Promise<Reading>;
  close(): Promise<void>;
}

/** A reading as it crosses threads: plain values only. */
export type PlainReading =
  | { readonly given: GivenPublish }
  | {
      readonly code: "invalid_request" | "configuration_rejected";
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>> | undefined;
    };

/** Makes a reading plain. */
export function plainReading(reading: Reading): PlainReading {
  if (!isRefusal(reading)) return { given: reading };
  const { code, message, details } = reading;
  return { code, message, details };
}

/** Up to this many bytes a body is read where it is: some milliseconds. */
const onTheSpotBytes = 64 * 1024;

/** Opens the lane; its thread starts when a large configuration comes. */
export function createPublishThreads(): PublishThreads {
  const lane = createThreadLane<Uint8Array, PlainReading>({
    module: new URL("./publish-thread.worker.ts", import.meta.url),
    maxWaiting: 20,
    idleMs: 20_000,
    maxHeapMiB: 256,
    // As long as the call that asks may take (rules/operating 1.8).
    maxMs: 10_000,
  });
  return {
    async read(bytes) {
      if (bytes.byteLength <= onTheSpotBytes) return readPublish(bytes);
      const reading = await lane.run(bytes);
      return "given" in reading ? reading.given : refuse(reading.code, reading.message, reading.details);
    },
    close: () => lane.close(),
  };
}
