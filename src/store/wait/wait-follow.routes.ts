/** A guest's position in line by their own key: once, and live. The key is the right to it; no log line has it. */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStream, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { followEntry, readQueueVersions } from "../../waitlist/line/follow-entry.query.ts";
import { isInLine } from "../../waitlist/entry/waitlist-entry.ts";
import { streamWait, type WaitPace } from "./wait.stream.ts";
import { waitToWire, waitViewExample, waitViewShape } from "./wait-view.ts";
import { StreamRoom, watchVersions } from "../shared/watch-versions.stream.ts";

export interface WaitFollowDeps {
  readonly database: Database;
  readonly wakeups: Pick<Wakeups, "onWake">;
  readonly pace?: WaitPace;
}

const shared = {
  tag: "Store",
  access: { kind: "public" },
  method: "GET",
  params: { waitToken: Type.String({ maxLength: 200, description: "The key in the guest's own link." }) },
  addressLimit: "diner_reads",
} as const;

const readRoute = defineRoute({
  ...shared,
  path: "/store/v1/waits/{waitToken}",
  operationId: "followStoreWait",
  summary: "See one's place in line",
  success: { 200: waitViewShape },
  refusals: ["not_found"],
  example: { response: waitViewExample },
});

const eventsRoute = defineRoute({
  ...shared,
  path: "/store/v1/waits/{waitToken}/events",
  operationId: "streamStoreWait",
  summary: "Follow one's place in line live",
  description:
    "Server-sent events: the place as it is, then after each change of it. Ends after ten minutes, when a browser's EventSource connects again by itself, and when the party is no longer in line.",
  media: "text/event-stream",
  success: { 200: Type.Union([waitViewShape, Type.Object({ object: Type.Literal("heartbeat") })]) },
  refusals: ["not_found", "rate_limited"],
  example: { response: waitViewExample },
});

/** The key stands in the address. */
const secret = { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } } as const;
const mostStreams = { inAll: 2_000, perAddress: 60 };

/** The routes, bound. */
export function waitFollowRoutes({ database, wakeups, pace }: WaitFollowDeps): BoundRoute[] {
  const located = {
    keeps: async (call: { readonly params: { readonly waitToken: string } }) =>
      (await followEntry(database, call.params.waitToken)) !== undefined,
  };
  const watch = watchVersions<Id<"str">>({ wakeups, read: (ids) => readQueueVersions(database.read, ids) });
  const room = new StreamRoom(mostStreams);
  return [
    bindRead(
      readRoute,
      async (call, _db, snapshot) => {
        const found = await followEntry({ snapshot }, call.params.waitToken);
        if (found === undefined) return noSuchWait();
        return reply(200, waitToWire(found, call.livemode), secret);
      },
      located,
    ),
    bindStream(
      eventsRoute,
      async (call, database, signal) => {
        const look = async () => {
          const found = await followEntry(database, call.params.waitToken);
          if (found === undefined) return undefined;
          const view = waitToWire(found, call.livemode);
          return { view, isOver: !isInLine(found.entry.status) };
        };
        const first = await look();
        if (first === undefined) return noSuchWait();
        if (!room.enter(networkOf(call.address), signal))
          return refuse("rate_limited", "too many pages of this address follow a line", undefined, 30);
        return streamWait(first, signal, {
          watch,
          look,
          ...(pace === undefined ? {} : { pace }),
        });
      },
      located,
    ),
  ];
}

function noSuchWait(): Refusal<"not_found"> {
  return refuse("not_found", "there is no place in line with this key");
}
