/** The calls of a location's screens: the snapshot and the stream (rules/board 1). */
import Type from "typebox";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { LiveFeed } from "../../live/live-feed.ts";
import { liveTopics, type LiveTopic } from "../../live/live-topics.ts";
import { readCallerAgain } from "../../people/session/read-again.query.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStream, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { boardSnapshotSchema } from "../board/board-wire.schemas.ts";
import { readBoard } from "../board/read-board.query.ts";
import { readStand } from "../stand/read-stand.query.ts";
import { standSnapshotSchema } from "../stand/stand-wire.schemas.ts";
import { requireScreen, requireTopics, screenRoles } from "./screen-access.ts";
import { streamMessageSchema, type StreamMessage } from "./screen-wire.schemas.ts";
import { PersonalRoom, whileAllowed } from "./screen.stream.ts";

const ofLocation = {
  tag: "Screens",
  params: { locationId: idField("str") },
  access: { kind: "console", needs: "screen", roles: screenRoles },
} as const;

const snapshotRoute = defineRoute({
  ...ofLocation,
  method: "GET",
  path: "/console/v1/locations/{locationId}/snapshot",
  operationId: "consoleReadSnapshot",
  summary: "Read everything that a screen shows",
  description:
    "All parts are of one moment. Open the stream with `after` set to `sequence`, and apply the changes above it.",
  query: { screen: Type.Optional(oneOf(["board", "stand"], "Which screen; board when absent.")) },
  compress: true,
  success: { 200: Type.Union([boardSnapshotSchema, standSnapshotSchema]) },
  refusals: ["not_found", "role_required"],
});

const streamRoute = defineRoute({
  ...ofLocation,
  method: "GET",
  path: "/console/v1/locations/{locationId}/stream",
  operationId: "consoleFollow",
  summary: "Follow a location live",
  description:
    "Server-sent events. A change carries the whole resource, and its number as `id`, so a browser that connects again resumes by `Last-Event-ID`; `after` does the same for the first connection. `reset`: changes are missing, take a new snapshot. A heartbeat comes every 2 seconds: after 5 seconds of silence what is shown is old. Every stream ends after 30 seconds: begin the next at once, behind the last number. The board is orders and settings, the stand is bookings, waitlist, floor and settings; a topic of a screen that the caller may not look at is 403. Many streams of one person are 503 with `Retry-After`. The header `maple-screens` says which release of the screens answers, as with every call of the console.",
  media: "text/event-stream",
  query: {
    topics: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `With commas between: ${liveTopics.join(", ")}; all that the caller may follow when absent.`,
      }),
    ),
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  headers: {
    "last-event-id": Type.Optional(Type.String({ maxLength: 20, description: "Wins over `after`." })),
  },
  success: { 200: streamMessageSchema },
  refusals: ["not_found", "role_required", "unavailable", "invalid_request"],
});

export interface ScreenDeps {
  /** Shows resources as `showResources` does. */
  readonly feed: LiveFeed;
  readonly baseUrl: () => string;
  /** Between two looks at the rights of a stream's reader, in milliseconds; 30 s when absent. */
  readonly rightsMs?: number;
}

const mostOfPerson = 30;
const usualRightsMs = 30_000;

/** The routes of looking at a screen. */
export function screenRoutes({ feed, baseUrl, rightsMs = usualRightsMs }: ScreenDeps): BoundRoute[] {
  const room = new PersonalRoom(mostOfPerson);
  return [
    bindRead(snapshotRoute, async ({ console: caller, params: { locationId }, query, livemode }, _db, snapshot) => {
      const { screen = "board" } = query;
      const allowed = requireScreen(caller, locationId, screen);
      if (isRefusal(allowed)) return allowed;
      const shown =
        screen === "stand"
          ? await readStand(snapshot, locationId)
          : await readBoard(snapshot, locationId, { livemode, baseUrl: baseUrl() });
      return isRefusal(shown) ? shown : reply(200, shown);
    }),
    bindStream(streamRoute, async ({ console: caller, params: { locationId }, query, headers }, { read }, signal) => {
      const asked = parseTopics(query.topics);
      if (isRefusal(asked)) return asked;
      const topics = requireTopics(caller, locationId, asked);
      if (isRefusal(topics)) return topics;
      const after = parseAfter(headers["last-event-id"], query.after);
      if (isRefusal(after)) return after;
      if (!room.enter(caller.person?.id ?? caller.device?.id ?? "", signal))
        return refuse("unavailable", `at most ${mostOfPerson} streams of one person are open at once`, undefined, 30);
      const mayLook = async (): Promise<boolean> => {
        const now = await readCallerAgain(read, caller);
        return now !== undefined && !isRefusal(requireTopics(now, locationId, [...topics]));
      };
      const messages = feed.follow({ locationId, topics, after, signal });
      return whileAllowed(messages, mayLook, rightsMs) as AsyncGenerator<StreamMessage>;
    }),
  ];
}

function parseTopics(text: string | undefined): readonly LiveTopic[] | undefined | Refusal<"invalid_request"> {
  if (text === undefined) return undefined;
  const topics: LiveTopic[] = [];
  for (const word of text.split(",")) {
    const topic = liveTopics.find((known) => known === word);
    if (topic === undefined)
      return invalidRequest([
        { path: "query.topics", message: `must be of ${liveTopics.join(", ")}, with commas between` },
      ]);
    topics.push(topic);
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
