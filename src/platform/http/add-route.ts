/** Adds one route to the server: the checks before its body is read, and the form in which its answer is sent. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Id } from "../../kernel/id.ts";
import { done, firstRefusal, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { lendSoon } from "./admit-calls.ts";
import { within } from "../tracing/span.ts";
import { authorizeRequest, type AuthorizeOptions } from "./authorize-request.ts";
import { classOfRoute } from "./class-of-route.ts";
import type { ConsoleAccess } from "./console/console-caller.ts";
import type { ParsedBody } from "./exchange/exchange.ts";
import { collectEvents } from "./exchange/made-events.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { toAnswer } from "./idempotency/idempotency.ts";
import { roomOf, type LiveStreams } from "./live-streams.ts";
import type { IncomingRequest } from "./reading/read-request.ts";
import { refuseNow } from "./refusals/refuse-now.ts";
import { withinRequest } from "./request-limit.ts";
import { mediaOf } from "./route-value.ts";
import { createRunner, type RoutePair, type RunnerOptions } from "./run-route.ts";
import { findFault, loseAnswer, mayMeetFault, meetFault } from "./sandbox-faults/meet-fault.ts";
import { sendAnswer, sendCompressed, type Compress } from "./send-answer.ts";

export interface AddRouteOptions extends RunnerOptions, AuthorizeOptions {
  /** Makes the bodies of routes that ask for it smaller. */
  readonly compress?: Compress;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Method and path pattern as documents write it, for logs and metrics. */
    readonly label?: string;
    /** The body is not parsed here. */
    readonly bodyRaw?: boolean;
  }
}

/** Where a route is served, when not at its own path. */
interface OtherAddress {
  /** The same path with a slash at its end, or the door for a session. */
  readonly path: string;
  readonly door?: ConsoleAccess;
}

/** Serves the route at its own path, or at another place. */
export function addRoute(
  server: FastifyInstance,
  pair: RoutePair,
  { path, door }: OtherAddress,
  options: AddRouteOptions,
  streams: LiveStreams,
): void {
  const { route } = pair.test;
  const isStream = pair.test.kind === "stream";
  const run = createRunner(pair, options);
  server.route({
    method: route.method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: {
      label: `${route.method} ${door === undefined ? route.path : path}`,
      route,
      bodyRaw: route.bodyRaw === true,
      callClass: classOfRoute(route),
      answerWithinMs: route.answerWithinMs,
      largeBody: route.bodyLimit !== undefined,
    },
    ...(isStream ? { exposeHeadRoute: false } : {}),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // Before the body is read: a caller without a right to the route uploads nothing.
    onRequest: async (request, answer) => {
      void answer.headers(deprecationHeaders(route, server.docsAddress?.() ?? "/docs"));
      const isFull = isStream && streams.isFull(roomOf(route));
      const taken = firstRefusal(
        checkAccept(request, mediaOf(route, request.query as IncomingRequest["query"])),
        isFull ? refuseNow("streams", request) : done,
      );
      const admitted = isRefusal(taken)
        ? taken
        : await withinRequest(request, () =>
            within(request.span ?? undefined, () => authorizeRequest(route, request, answer, options, door)),
          );
      const isEnough = isStream && streams.hasEnough(holderOf(request));
      if (isRefusal(admitted) || isEnough) {
        sendAnswer(answer, toAnswer(isRefusal(admitted) ? admitted : refuseNow("own_streams", request)));
        return answer;
      }
      if (!mayMeetFault(route, request)) return;
      const fault = await withinRequest(request, () => findFault(route, request));
      if (!isRefusal(fault))
        return fault !== undefined && (await meetFault(fault, request, answer)) ? answer : undefined;
      sendAnswer(answer, toAnswer(fault));
      return answer;
    },
    handler: async (request, answer) => {
      const signal = isStream ? streams.open(answer.raw, roomOf(route), holderOf(request)) : undefined;
      const caller = request.authorized ?? { service: undefined };
      const made: Id<"evt">[] = [];
      request.madeEvents = made;
      const work = collectEvents(made, () =>
        within(request.span ?? undefined, () => run(incomingRequest(request, signal, door), caller)),
      );
      const result = await work.finally(() => request.ticket?.finish());
      if (request.fault?.kind === "api_lost_answer") return loseAnswer(request, answer, result);
      const { compress } = options;
      if (route.compress !== true || compress === undefined) sendAnswer(answer, result);
      else await sendCompressed(answer, result, await compress(result.body, request.headers["accept-encoding"]));
      return answer;
    },
  });
}

/** Whose streams are counted together: those of a person, or of a shared device (rules/board 1.6). */
function holderOf({ authorized }: FastifyRequest): string | undefined {
  const caller = authorized?.console;
  return caller?.person?.id ?? caller?.device?.id;
}

function incomingRequest(
  request: FastifyRequest,
  signal: AbortSignal | undefined,
  door: ConsoleAccess | undefined,
): IncomingRequest {
  const body = request.body as ParsedBody | undefined;
  const params = request.params as Readonly<Record<string, string>>;
  // The path of the door names no environment: the host name does.
  const environment = door === undefined ? undefined : request.authorized?.service?.environment;
  return {
    requestId: request.id as Id<"req">,
    address: request.ip,
    url: request.url,
    params: environment === undefined ? params : { ...params, environment },
    query: request.query as Readonly<Record<string, unknown>>,
    headers: request.headers,
    rawBody: body?.raw,
    body: body?.value,
    goesOut: () => lendSoon(request),
    ...(signal === undefined ? {} : { signal }),
  };
}

function checkAccept(request: FastifyRequest, media: string | undefined): Done | Refusal {
  const accept = request.headers.accept;
  if (accept === undefined || /\*\/\*|application\/(\*|json|problem\+json)/.test(accept)) return done;
  if (media !== undefined && (accept.includes(media) || accept.includes(media.replace(/\/.*/, "/*")))) return done;
  return refuse("not_acceptable", "header.accept must allow application/json");
}
