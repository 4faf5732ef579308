/**
 * Answers that continue line by line until one side ends them. Guarantees: a stream ends when its caller goes away and
 * when the server stops, so a stream never leaves work behind and never keeps the process from ending.
 */
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

export interface LiveStreams {
  /** A signal that is aborted when the answer's connection closes or the server stops. `holder` is whom it is for. */
  open(answer: ServerResponse, room: StreamRoom, holder: string | undefined): AbortSignal;
  /** No more may be opened. */
  isFull(room: StreamRoom): boolean;
  /** The holder has as many as one person or device may have. */
  hasEnough(holder: string | undefined): boolean;
}

/** How many may be open: in each room, and for one holder. */
export type StreamLimits = Readonly<Record<StreamRoom | "person", number>>;

/** Live pages of diners and streams of events to partners; and the screens of staff, so that neither takes the other's room. */
export type StreamRoom = "public" | "staff";

/** The room of a route's streams. */
export function roomOf({ path }: { readonly path: string }): StreamRoom {
  return path.startsWith("/console/") ? "staff" : "public";
}

/** Watches over the streams of a server, of which so many may be open. */
export function watchStreams(server: FastifyInstance, mostOpen: StreamLimits): LiveStreams {
  const rooms = { public: new Set<AbortController>(), staff: new Set<AbortController>() };
  /** Only of those who have any open. */
  const held = new Map<string, number>();
  const count = (holder: string | undefined, change: number): void => {
    if (holder === undefined) return;
    const streams = (held.get(holder) ?? 0) + change;
    if (streams > 0) held.set(holder, streams);
    else held.delete(holder);
  };
  server.addHook("preClose", async () => {
    for (const controller of [...rooms.public, ...rooms.staff]) controller.abort();
  });
  return {
    isFull: (room) => rooms[room].size >= mostOpen[room],
    hasEnough: (holder) => holder !== undefined && (held.get(holder) ?? 0) >= mostOpen.person,
    open(answer, room, holder) {
      const streams = rooms[room];
      const controller = new AbortController();
      streams.add(controller);
      count(holder, 1);
      answer.once("close", () => {
        streams.delete(controller);
        count(holder, -1);
        controller.abort();
      });
      return controller.signal;
    },
  };
}

/** The bytes of a stream of values: one line of JSON each, or one server-sent event each. */
export function toLines(
  values: AsyncIterable<unknown>,
  media: string | undefined,
  writeEvent: (value: unknown) => Buffer,
): Readable {
  const each = media === "text/event-stream" ? eachAsEvent(values, writeEvent) : eachAsLine(values);
  return Readable.from(each, { objectMode: false });
}

async function* eachAsLine(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** A browser whose stream ends connects again after the time said first. */
async function* eachAsEvent(
  values: AsyncIterable<unknown>,
  writeEvent: (value: unknown) => Buffer,
): AsyncGenerator<Buffer> {
  yield Buffer.from("retry: 2000\n\n");
  for await (const value of values) yield writeEvent(value);
}
