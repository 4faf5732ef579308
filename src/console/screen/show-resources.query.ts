/** The changed resources for screens: each topic in the words of its screen. */
import type { Id } from "../../kernel/id.ts";
import type { ShowResources } from "../../live/live-feed.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { readResources } from "../board/read-board.query.ts";
import { showStandParts } from "../stand/read-stand.query.ts";

export interface ShowDeps {
  readonly read: Db;
  readonly livemode: boolean;
  readonly baseUrl: () => string;
}

/** Shows the resources of one topic; what is gone, or of another location, is left out. */
export function showResources({ read, livemode, baseUrl }: ShowDeps): ShowResources {
  return (locationId: Id<"str">, topic, ids) =>
    topic === "orders" || topic === "settings"
      ? readResources(read, locationId, { topic, ids }, { livemode, baseUrl: baseUrl() })
      : showStandParts(read, locationId, topic, ids);
}
