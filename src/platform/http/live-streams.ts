/**
 * Answers that go on line by line until somebody ends them. Guarantees: a stream ends when its caller goes away and when
 * the server stops, so that neither leaves work behind nor keeps the process from ending.
 */
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

export interface LiveStreams {
  /** A signal that is aborted when the answer's connection closes or the server stops. */
  open(answer: ServerResponse): AbortSignal;
  /** No more may be opened. */
  isFull(): boolean;
}

/** Live pages of diners, and streams of events to partners, in one process. */
const mostOpen = 200;

/** Watches over the streams of a server. */
export function watchStreams(server: FastifyInstance): LiveStreams {
  const open = new Set<AbortController>();
  server.addHook("preClose", async () => {
    for (const controller of open) controller.abort();
  });
  return {
    isFull: () => open.size >= mostOpen,
    open(answer) {
      const controller = new AbortController();
      open.add(controller);
      answer.once("close", () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
  };
}

/** The bytes of a stream of values: one line of JSON each, or one server-sent event each. */
export function toLines(values: AsyncIterable<unknown>, media: string | undefined): Readable {
  const each = media === "text/event-stream" ? eachAsEvent(values) : eachAsLine(values);
  return Readable.from(each, { objectMode: false });
}

async function* eachAsLine(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** A browser whose stream ends connects again after the time said first; a heartbeat is a comment, which nobody is told of. */
async function* eachAsEvent(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield "retry: 2000\n\n";
  for await (const value of values) yield isHeartbeat(value) ? ":\n\n" : `data: ${JSON.stringify(value)}\n\n`;
}

function isHeartbeat(value: unknown): boolean {
  return typeof value === "object" && value !== null && "object" in value && value.object === "heartbeat";
}
