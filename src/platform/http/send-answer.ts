/** An answer on its way out. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Answer } from "./idempotency/idempotency.ts";
import { toLines } from "./live-streams.ts";
import { withDocUrl } from "./refusals/error-body.ts";
import { createEventWriter } from "./written-events.cache.ts";

declare module "fastify" {
  interface FastifyReply {
    /** The code of the refusal that is answered; null for a success. */
    refusalCode: string | null;
  }

  interface FastifyInstance {
    /** Where the documentation is, without a slash at the end; it may be known only once the server listens. */
    docsAddress?: () => string;
    /** Writes a value of a stream of events; remembers what it has written. */
    writeEvent?: ReturnType<typeof createEventWriter>;
  }
}

/** A text in the smallest form that an `Accept-Encoding` allows. */
export type Compress = (
  text: string,
  acceptEncoding: string | undefined,
) => Promise<{ readonly coding: string; readonly bytes: Uint8Array }>;

/**
 * Sent with every answer whose route names no other: keys, guests and orders are kept by no cache, and no browser takes
 * an answer for another kind than it says. Other `cache-control` headers have the pictures of dishes, the files of pages
 * and the documentation (rules/http 6.7).
 */
export const unkept = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** Gives the answers of routes, pages and plugins the headers of `unkept`; what an answer itself names wins. */
export function keepNoAnswers(server: FastifyInstance): void {
  server.addHook("onRequest", (_request, answer, done) => {
    void answer.headers(unkept);
    done();
  });
}

/** Sends status, headers and body, or what follows instead of the body. */
export function sendAnswer(reply: FastifyReply, answer: Answer): void {
  reply.refusalCode = answer.code ?? null;
  for (const [name, value] of Object.entries(answer.headers)) void reply.header(name, value);
  if (answer.status === 304) return void reply.code(304).send();
  if (answer.headers["content-type"] === undefined)
    void reply.header("content-type", "application/json; charset=utf-8");
  const { lines, headers } = answer;
  const body = answer.status < 400 ? answer.body : withDocUrl(answer.body, reply.server.docsAddress?.() ?? "/docs");
  const { writeEvent = createEventWriter() } = reply.server;
  if (lines === undefined && headers["content-type"] === undefined) reply.answerText = body;
  void reply.code(answer.status).send(lines === undefined ? body : toLines(lines, headers["content-type"], writeEvent));
}

/** Sends the body in another coding. */
export async function sendCompressed(
  reply: FastifyReply,
  answer: Answer,
  { coding, bytes }: Awaited<ReturnType<Compress>>,
): Promise<void> {
  void reply.header("vary", "accept-encoding");
  if (coding === "identity") return sendAnswer(reply, answer);
  reply.answerText = answer.body;
  void reply.headers({ ...answer.headers, "content-encoding": coding });
  void reply.code(answer.status).type("application/json; charset=utf-8").send(bytes);
}
