/** The board of a location: its snapshot and its stream. */
import Type from "typebox";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LiveFeed } from "../../live/live-feed.ts";
import type { LiveTopic } from "../../live/live-topics.ts";
import { readCallerAgain } from "../../people/session/read-again.query.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStream, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { boardRoles, requireScreen } from "./board-access.ts";
import { boardSnapshotSchema, streamMessageSchema, type StreamMessage } from "./board-wire.schemas.ts";
import { PersonalRoom, whileAllowed } from "./board.stream.ts";
import { readBoard } from "./read-board.query.ts";

const ofLocation = {
  tag: "Board",
  params: { locationId: idField("str") },
  access: { kind: "console", needs: "screen", roles: boardRoles },
} as const;

const snapshotRoute = defineRoute({
  ...ofLocation,
  method: "GET",
  path: "/console/v1/locations/{locationId}/snapshot",
  operationId: "consoleReadSnapshot",
  summary: "Read everything that a screen shows",
  description:
    "All parts are of one moment. Open the stream with `after` set to `sequence`, and apply the changes above it.",
  query: { screen: Type.Optional(oneOf(["board"], "Which screen; board when absent.")) },
  compress: true,
  success: { 200: boardSnapshotSchema },
  refusals: ["not_found", "role_required"],
});

/** What a board shows. */
const boardTopics = ["orders", "settings"] as const satisfies readonly LiveTopic[];

const streamRoute = defineRoute({
  ...ofLocation,
  method: "GET",
  path: "/console/v1/locations/{locationId}/stream",
  operationId: "consoleFollow",
  summary: "Follow a location live",
  description:
    "Server-sent events. A change carries the whole resource, and its number as `id`, so a browser that connects again resumes by `Last-Event-ID`; `after` does the same for the first connection. `reset`: changes are missing, take a new snapshot. A heartbeat comes every 2 seconds: after 5 seconds of silence what is shown is old. Many streams of one person are 503 with `Retry-After`.",
  media: "text/event-stream",
  query: {
    topics: Type.Optional(
      Type.String({ maxLength: 100, description: `With commas between: ${boardTopics.join(", ")}; all when absent.` }),
    ),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  headers: {
    "last-event-id": Type.Optional(Type.String({ maxLength: 20, description: "Wins over `after`." })),
  },
  success: { 200: streamMessageSchema },
  refusals: ["not_found", "role_required", "unavailable", "invalid_request"],
});

export interface BoardDeps {
  /** Shows resources as `readResources` does. */
  readonly feed: LiveFeed;
  readonly baseUrl: () => string;
  /** Between two looks at the rights of a stream's reader, in milliseconds; 30 s when absent. */
  readonly rightsMs?: number;
}

const mostOfPerson = 30;
const usualRightsMs = 30_000;

/** The routes of looking at a board. */
export function boardRoutes({ feed, baseUrl, rightsMs = usualRightsMs }: BoardDeps): BoundRoute[] {
  const room = new PersonalRoom(mostOfPerson);
  return [
    bindRead(snapshotRoute, async ({ console: caller, params: { locationId }, livemode }, _db, snapshot) => {
      const allowed = requireScreen(caller, locationId);
      if (isRefusal(allowed)) return allowed;
      const board = await readBoard(snapshot, locationId, { livemode, baseUrl: baseUrl() });
      return isRefusal(board) ? board : reply(200, board);
    }),
    bindStream(streamRoute, async ({ console: caller, params: { locationId }, query, headers }, { read }, signal) => {
      const allowed = requireScreen(caller, locationId);
      if (isRefusal(allowed)) return allowed;
      const topics = parseTopics(query.topics);
      if (isRefusal(topics)) return topics;
      const after = parseAfter(headers["last-event-id"], query.after);
      if (isRefusal(after)) return after;
      if (!room.enter(caller.person?.id ?? caller.device?.id ?? "", signal))
        return refuse("unavailable", `at most ${mostOfPerson} streams of one person are open at once`, undefined, 30);
      const mayLook = async (): Promise<boolean> => {
        const now = await readCallerAgain(read, caller);
        return now !== undefined && !isRefusal(requireScreen(now, locationId));
      };
      const messages = feed.follow({ locationId, topics, after, signal });
      return whileAllowed(messages, mayLook, rightsMs) as AsyncGenerator<StreamMessage>;
    }),
  ];
}

function parseTopics(text: string | undefined): ReadonlySet<LiveTopic> | Refusal<"invalid_request"> {
  if (text === undefined) return new Set(boardTopics);
  const topics = new Set<LiveTopic>();
  for (const word of text.split(",")) {
    const topic = boardTopics.find((known) => known === word);
    if (topic === undefined)
      return invalidRequest([
        { path: "query.topics", message: `must be of ${boardTopics.join(", ")}, with commas between` },
      ]);
    topics.add(topic);
  }
  return topics;
}

function parseAfter(
  lastId: string | undefined,
  after: number | undefined,
): number | undefined | Refusal<"invalid_request"> {
  if (lastId === undefined || lastId === "") return after;
  const message = "must be the id of an event of this stream, a whole number";
  return /^\d{1,15}$/.test(lastId) ? Number(lastId) : invalidRequest([{ path: "header.last-event-id", message }]);
}
