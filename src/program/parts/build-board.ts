/** Builds the order board of one service, the feed of live changes, and the snapshots and streams of all screens. */
import { boardDecisionRoutes } from "../../console/board/board-decisions.routes.ts";
import { boardOrderRoutes } from "../../console/board/board-orders.routes.ts";
import { boardSettingsRoutes } from "../../console/board/board-settings.routes.ts";
import { boardStockRoutes } from "../../console/board/board-stock.routes.ts";
import { screenRoutes } from "../../console/screen/screen.routes.ts";
import { showResources } from "../../console/screen/show-resources.query.ts";
import { createLiveFeed, type LivePace } from "../../live/live-feed.cache.ts";
import type { LiveFeed } from "../../live/live-feed.ts";
import type { BoundRoute } from "../../platform/http/route.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/database.ts";

export interface LiveParts {
  readonly database: Database;
  readonly wakeups: Pick<Wakeups, "onWake">;
  readonly baseUrl: () => string;
  readonly log: Pick<Log, "error">;
  readonly pace?: Partial<LivePace>;
}

/** Makes the feed; it works only while somebody follows. */
export function buildLiveFeed({ database, wakeups, baseUrl, log, pace = {} }: LiveParts): LiveFeed {
  const { livemode, read } = database;
  return createLiveFeed({
    database,
    wakeups,
    show: showResources({ read, livemode, baseUrl }),
    onError: (error) => log.error({ err: error }, "live changes could not be read"),
    pace,
  });
}

/** Every route of the board. */
export function buildBoardRoutes(parts: LiveParts): readonly BoundRoute[] {
  const { baseUrl } = parts;
  return [
    ...screenRoutes({ feed: buildLiveFeed(parts), baseUrl }),
    ...boardOrderRoutes({ baseUrl }),
    ...boardDecisionRoutes(),
    ...boardSettingsRoutes(),
    ...boardStockRoutes(),
  ];
}
