/** The span of each request, where traces are kept: its route and status, never its address (that may have a token). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginTrace, newTraces, type Span } from "../../tracing/span.ts";
import { parseTraceparent } from "../../tracing/trace-context.ts";
import type { AdmitOptions } from "../admit-calls.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where no trace of the request is kept. */
    span: Span | null;
  }
}

const leastFault = 500;

/** Adds the span to everything that is registered from here on. */
export function traceRequests(server: FastifyInstance, { environmentOf }: Pick<AdmitOptions, "environmentOf">): void {
  server.decorateRequest("span", null);
  server.addHook("onRequest", (request, _answer, next) => {
    if (newTraces.hasSubscribers) request.span = begin(request) ?? null;
    next();
  });
  server.addHook("onResponse", (request, { statusCode }, next) => {
    request.span?.end(
      {
        "http.route": request.routeOptions.config.label ?? "unknown",
        "http.response.status_code": statusCode,
        "maple.environment": environmentOf(request),
        "maple.request_id": request.id,
      },
      statusCode >= leastFault,
    );
    next();
  });
}

function begin(request: FastifyRequest): Span | undefined {
  const from = parseTraceparent(request.headers["traceparent"]);
  return beginTrace(request.routeOptions.config.label ?? "unknown", "server", { from });
}
