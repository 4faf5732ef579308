/**
 * The time limit of a request, from its head to its answer. At the limit the caller is told 503, and everything that the
 * request holds is released. The time in which the body arrives does not count: the body has its own limit.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { withinLimit } from "../time-limit.ts";

const usualLimitMs = 10_000;

declare module "fastify" {
  interface FastifyRequest {
    /** Milliseconds of the request's time that are used up. */
    usedMs: number;
    /** Called when the answer begins. */
    answerBegun: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** Milliseconds from the head to the answer; ten seconds when absent. */
    readonly answerWithinMs?: number | undefined;
  }
}

/**
 * Bounds the handler of every route of a server that is added after this. The limit ends where the answer begins: an
 * async handler that gives the reply back ends only with the last byte, and a stream may live for hours.
 */
export function limitRequests(server: FastifyInstance): void {
  server.decorateRequest("usedMs", 0);
  server.decorateRequest("answerBegun", undefined);
  server.addHook("onSend", async (request) => request.answerBegun?.());
  server.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = async function limited(request, answer) {
      const { promise, resolve } = Promise.withResolvers<void>();
      request.answerBegun = resolve;
      const { work } = await withinRequest(request, async () => {
        const work = Promise.resolve(handler.call(this, request, answer));
        await Promise.race([work, promise]);
        return { work };
      });
      return work;
    };
  });
}

/** Runs a part of the work of a request within what is left of its time; throws `TimeIsUp` when it takes longer. */
export async function withinRequest<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { answerWithinMs = usualLimitMs, label = "a request" } = request.routeOptions.config;
  const begunAt = performance.now();
  try {
    return await withinLimit(label, Math.max(1, answerWithinMs - request.usedMs), work);
  } finally {
    request.usedMs += performance.now() - begunAt;
  }
}
