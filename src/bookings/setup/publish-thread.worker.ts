/** The module that the thread of booking configurations runs: reads large ones. */
import { serveLane } from "../../platform/threads/serve-lane.ts";
import { plainReading, type PlainReading } from "./publish-threads.worker.ts";
import { readPublish } from "./read-publish.ts";

// Only publish-threads.worker.ts sends tasks here.
serveLane<PlainReading>((given) => ({ result: plainReading(readPublish(given as Uint8Array)), transfer: [] }));
