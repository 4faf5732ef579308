/**
 * The HTTP server: Fastify with limits before work, strict JSON, one error body, a request id on every answer and one
 * wide log line per request. Routes are values (`route.ts`); everything they share happens here and in `run-route.ts`.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { newId, type Id } from "../../kernel/id.ts";
import { done, firstRefusal, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Log } from "../log.ts";
import { authorize, ownerOf, type Authorized } from "./authorize.ts";
import { toAnswer } from "./idempotency/idempotency.ts";
import { admitCalls, lendSoon, type AdmitOptions } from "./admit-calls.ts";
import { classOfRoute } from "./class-of-route.ts";
import { BadBody, faultAnswer, RefusedRequest } from "./fault-answer.ts";
import { checkFraming, loggableRequestId, mostHeaders } from "./framing.ts";
import { collectMethods } from "./path-methods.ts";
import type { Hosts, HttpPorts, HttpServices } from "./ports.ts";
import { answerConnectionError, answerOddities, type AllowedMethods } from "./raw-answers.ts";
import { roomOf, watchStreams, type LiveStreams } from "./live-streams.ts";
import type { BoundRoute } from "./route.ts";
import { limitRequests, withinRequest } from "./request-limit.ts";
import { createRunner, type RoutePair, type RunnerOptions } from "./run-route.ts";
import { keepNoAnswers, sendAnswer, sendCompressed, unkept, type Compress } from "./send-answer.ts";
import { refuseNow } from "./refuse-now.ts";
import { parseStrictJson } from "./reading/strict-json.ts";

export interface ServerOptions extends RunnerOptions {
  readonly ports: HttpPorts;
  readonly hosts: Hosts;
  readonly admit: AdmitOptions;
  readonly log: Log;
  /** How many proxies in front are believed when they say whom a request comes from; none when absent. */
  readonly trustedProxies?: number;
  /** Makes the bodies of routes that ask for it smaller. */
  readonly compress?: Compress;
  /** Pages and machine-readable documents that are not JSON routes. */
  readonly plugins?: readonly ((server: FastifyInstance) => void)[];
}

const defaultBodyLimit = 1024 * 1024;

interface ParsedBody {
  readonly raw: Uint8Array;
  readonly value: unknown;
}

declare module "fastify" {
  interface FastifyRequest {
    authorized: Authorized | null;
  }
  interface FastifyContextConfig {
    /** Method and path pattern as documents write it, for logs and metrics. */
    readonly label?: string;
    /** The body is not parsed here. */
    readonly bodyRaw?: boolean;
  }
}

/** Builds the server; it listens when the caller says so. */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    genReqId: () => newId("req"),
    requestIdHeader: false,
    logger: false,
    bodyLimit: defaultBodyLimit,
    trustProxy: trustHops(options.trustedProxies ?? 0),
    http: { requireHostHeader: false, maxHeaderSize: 32 * 1024, connectionsCheckingInterval: 1_000 },
    requestTimeout: 75_000,
    connectionTimeout: 75_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 600, caseSensitive: true, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, answer) => {
      void answer.headers({ ...unkept, "x-request-id": request.id });
      const { httpVersion, rawHeaders } = request.raw;
      const framing = checkFraming({ url: request.url, httpVersion, rawHeaders });
      sendAnswer(answer, isRefusal(framing) ? toAnswer(framing) : faultAnswer(error, request.id, options.log));
    },
    clientErrorHandler: (error, socket) => answerConnectionError(error, socket, allowed),
  });
  const allowed = collectMethods(server);
  answerOddities(server.server, allowed);
  // One more than are allowed: what is beyond is dropped unread, and must be seen to be refused.
  server.server.maxHeadersCount = mostHeaders + 1;

  keepNoAnswers(server);
  limitRequests(server);
  readJsonOnly(server);
  answerFaults(server, options, allowed);
  logAnswers(server, options);
  judgeFraming(server);
  admitCalls(server, options.admit);
  const streams = watchStreams(server, options.admit.admission.limits.streams);
  for (const pair of pairsOf(options.services)) {
    const { route } = pair.test;
    addRoute(server, pair, route.path, options, streams);
    if (route.slashToo === true) addRoute(server, pair, `${route.path}/`, options, streams);
  }
  for (const plugin of options.plugins ?? []) plugin(server);
  return server;
}

function readJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, raw: Buffer, next) => {
    if (raw.length === 0) return next(null, undefined);
    if (request.routeOptions.config.bodyRaw === true) return next(null, { raw, value: raw } satisfies ParsedBody);
    const parsed = parseStrictJson(raw);
    if (!parsed.ok) return next(new BadBody(parsed.message, parsed.issues));
    const body: ParsedBody = { raw, value: parsed.value };
    return next(null, body);
  });
}

/** Each proxy appends the address it was called from: as many are believed as there are proxies of our own. */
function trustHops(proxies: number): false | ((address: string, hop: number) => boolean) {
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

function answerFaults(server: FastifyInstance, options: ServerOptions, allowed: AllowedMethods): void {
  server.setErrorHandler((error, request, answer) => sendAnswer(answer, faultAnswer(error, request.id, options.log)));
  server.setNotFoundHandler((request, answer) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const methods = allowed(path);
    if (methods.length === 0)
      return sendAnswer(
        answer,
        toAnswer(refuse("not_found", `there is nothing at ${request.method} ${path.slice(0, 200)}`)),
      );
    void answer.header("allow", methods.join(", "));
    return sendAnswer(
      answer,
      toAnswer(refuse("method_not_allowed", `${request.method} is not offered here; use ${methods.join(" or ")}`)),
    );
  });
}

function logAnswers(server: FastifyInstance, options: ServerOptions): void {
  server.decorateRequest("authorized", null);
  server.addHook("onRequest", (request, answer, next) => {
    void answer.header("x-request-id", request.id);
    next();
  });
  server.addHook("onResponse", (request, answer, next) => {
    const route = request.routeOptions.config.label ?? "unknown";
    const answered = {
      requestId: request.id,
      appId: request.authorized?.app?.id ?? null,
      environment: request.authorized?.service?.environment ?? ("test" as const),
      route,
      status: answer.statusCode,
      durationMs: Math.round(answer.elapsedTime * 100) / 100,
      answeredAt: performance.now(),
    };
    options.ports.onAnswered(answered);
    request.authorized?.service?.remember(answered);
    const inbound = loggableRequestId(request.headers["x-request-id"]);
    options.log.info(
      {
        ...answered,
        answeredAt: undefined,
        ...(inbound === undefined ? {} : { inboundRequestId: inbound }),
      },
      "request",
    );
    next();
  });
}

function judgeFraming(server: FastifyInstance): void {
  server.addHook("onRequest", (request, _answer, next) => {
    const { httpVersion, rawHeaders } = request.raw;
    const framing = checkFraming({ url: request.url, httpVersion, rawHeaders });
    next(isRefusal(framing) ? new RefusedRequest(framing) : undefined);
  });
}

/** Each route with its twin in the other service. */
function pairsOf({ test, live }: HttpServices): readonly RoutePair[] {
  return test.routes.map((bound, index) => {
    const twin = live?.routes[index];
    if (live !== undefined && twin?.route.operationId !== bound.route.operationId)
      throw new Error(`the services differ at ${bound.route.operationId}`);
    return { test: bound, live: twin };
  });
}

function addRoute(
  server: FastifyInstance,
  pair: RoutePair,
  path: string,
  options: ServerOptions,
  streams: LiveStreams,
): void {
  const { route } = pair.test;
  const run = createRunner(pair, options);
  server.route({
    method: route.method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: {
      label: `${route.method} ${route.path}`,
      bodyRaw: route.bodyRaw === true,
      callClass: classOfRoute(route),
      answerWithinMs: route.answerWithinMs,
      largeBody: route.bodyLimit !== undefined,
    },
    ...(pair.test.kind === "stream" ? { exposeHeadRoute: false } : {}),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // Before the body is read: a caller without a right to the route uploads nothing.
    onRequest: async (request, answer) => {
      const room = pair.test.kind === "stream" && streams.isFull(roomOf(route)) ? refuseNow("streams") : done;
      const taken = firstRefusal(checkAccept(request, route.media), room);
      const admitted = isRefusal(taken)
        ? taken
        : await withinRequest(request, () => authorizeRequest(pair.test, request, options));
      if (isRefusal(admitted)) {
        sendAnswer(answer, toAnswer(admitted));
        return answer;
      }
    },
    handler: async (request, answer) => {
      const body = request.body as ParsedBody | undefined;
      const result = await run(
        {
          requestId: request.id as Id<"req">,
          address: request.ip,
          url: request.url,
          params: request.params as Readonly<Record<string, string>>,
          query: request.query as Readonly<Record<string, unknown>>,
          headers: request.headers,
          rawBody: body?.raw,
          body: body?.value,
          goesOut: () => lendSoon(request),
          ...(pair.test.kind === "stream" ? { signal: streams.open(answer.raw, roomOf(route)) } : {}),
        },
        request.authorized ?? { service: undefined },
      ).finally(() => request.ticket?.finish());
      const { compress } = options;
      if (route.compress !== true || compress === undefined) sendAnswer(answer, result);
      else await sendCompressed(answer, result, await compress(result.body, request.headers["accept-encoding"]));
      return answer;
    },
  });
}

async function authorizeRequest(
  bound: BoundRoute,
  request: FastifyRequest,
  options: ServerOptions,
): Promise<Done | Refusal> {
  const params = request.params as Readonly<Record<string, string>>;
  const authorized = await authorize(
    {
      access: bound.route.access,
      method: request.method,
      headers: request.headers,
      authorization: request.headers.authorization,
      host: request.headers.host,
      address: request.ip,
      pathEnvironment: params["environment"],
    },
    options.ports,
    options.services,
    options.hosts,
  );
  if (isRefusal(authorized)) return authorized;
  request.authorized = authorized;
  options.admit.flows.learn(request.headers.authorization, ownerOf(authorized));
  const counted = countAddress(bound, request.ip, options);
  return isRefusal(counted) ? counted : takeBudget(bound, authorized);
}

/** Counts the call against the limit of its address; a call over it does no work. */
function countAddress({ route }: BoundRoute, address: string, { ports }: ServerOptions): Done | Refusal {
  const wait = route.addressLimit === undefined ? undefined : ports.countAddress(route.addressLimit, address);
  if (wait === undefined) return done;
  return refuse("rate_limited", `too many requests from this address; wait ${wait} s`, undefined, wait);
}

/** Counts the call against the budget that its route names; a call over it does no work. */
async function takeBudget({ route }: BoundRoute, { app, service }: Authorized): Promise<Done | Refusal> {
  if (route.budget === undefined || app === undefined || service === undefined) return done;
  const wait = await service.takeBudget(app.id, route.budget);
  if (wait === undefined) return done;
  const message = `this app has used its ${route.budget} requests of this minute; wait ${wait} s`;
  return refuse("rate_limited", message, undefined, wait);
}

function checkAccept(request: FastifyRequest, media: string | undefined): Done | Refusal {
  const accept = request.headers.accept;
  if (accept === undefined || /\*\/\*|application\/(\*|json|problem\+json)/.test(accept)) return done;
  if (media !== undefined && (accept.includes(media) || accept.includes(media.replace(/\/.*/, "/*")))) return done;
  return refuse("not_acceptable", "header.accept must allow application/json");
}
