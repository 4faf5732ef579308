/** The types of a feed of live changes; `live-feed.cache.ts` makes one. Pure. */
import type { Id } from "../kernel/id.ts";
import type { LiveTopic } from "./live-topics.ts";

export type LiveMessage =
  | { readonly object: "change"; readonly sequence: number; readonly topic: LiveTopic; readonly resource: unknown }
  | { readonly object: "heartbeat"; readonly now_ms: number }
  | { readonly object: "reset"; readonly sequence: number };

export interface Following {
  readonly locationId: Id<"str">;
  readonly topics: ReadonlySet<LiveTopic>;
  /** The number of the last change that is known; absent: begin now. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
}

export interface LiveFeed {
  /** What happens at the location from now on, until the signal is aborted. */
  follow(following: Following): AsyncGenerator<LiveMessage>;
}

/** The resources of one topic by their ids, as screens show them; what is gone is left out. */
export type ShowResources = (
  locationId: Id<"str">,
  topic: LiveTopic,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, unknown>>;
