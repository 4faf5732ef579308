/**
 * The HTTP server: Fastify with limits before work, strict JSON, one error body, a request id on every answer and one
 * wide log line per request. Routes are values (`route.ts`); everything they share happens here and in `run-route.ts`.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { newId } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { usualLimits } from "../admission/admission.ts";
import type { Log } from "../log.ts";
import { addRoute, type AddRouteOptions } from "./add-route.ts";
import { admitCalls, type AdmitOptions } from "./admit-calls.ts";
import { exchangeOf, type ParsedBody } from "./exchange/exchange.ts";
import { sessionDoor } from "./console/operator-session.ts";
import { checkFraming, loggableRequestId, mostHeaders } from "./framing.ts";
import { toAnswer } from "./idempotency/idempotency.ts";
import { watchStreams } from "./live-streams.ts";
import { collectMethods, type OfferedPaths } from "./path-methods.ts";
import type { HttpServices } from "./ports.ts";
import { answerConnectionError, answerOddities } from "./raw-answers.ts";
import { dropRestOfBodies } from "./reading/drop-rest.ts";
import { parseStrictJson } from "./reading/strict-json.ts";
import { BadBody, faultAnswer, RefusedRequest } from "./refusals/fault-answer.ts";
import { limitRequests } from "./request-limit.ts";
import { traceRequests } from "./exchange/trace-requests.ts";
import type { RoutePair } from "./run-route.ts";
import { keepNoAnswers, sendAnswer, unkept } from "./send-answer.ts";
import { createEventWriter } from "./written-events.cache.ts";

export interface ServerOptions extends Omit<AddRouteOptions, "flows"> {
  readonly admit: AdmitOptions;
  readonly log: Log;
  /** Where the documentation is, without a slash at the end; asked at every error. */
  readonly docsAddress?: () => string;
  /** How many proxies in front are believed when they say whom a request comes from; none when absent. */
  readonly trustedProxies?: number;
  /** Pages and machine-readable documents that are not JSON routes. */
  readonly plugins?: readonly ((server: FastifyInstance) => void)[];
}

declare module "fastify" {
  interface FastifyInstance {
    /** From now on every answer asks its caller to open a new connection for what comes next, elsewhere. */
    letCallersGo(): void;
  }
}

const defaultBodyLimit = 1024 * 1024;
/** A connection that is not used for so long is ended; proxies end theirs earlier, so that no call meets the end. */
export const keptUnusedMs = 72_000;

/**
 * Listens at the host and port and answers the address, e.g. "http://127.0.0.1:8080". As many new connections wait in the
 * kernel as a process may hold (rules/operating 3.7): those beyond are dropped without a word, and their callers try again
 * only after a second, then after three.
 */
export function listenAt(server: FastifyInstance, host: string, port: number): Promise<string> {
  return server.listen({ host, port, backlog: usualLimits.connections });
}

/** Builds the server; it listens when the caller says so. */
export function createServer(options: ServerOptions): FastifyInstance {
  const docsAddress = options.docsAddress ?? (() => "/docs");
  const server = Fastify({
    genReqId: () => newId("req"),
    requestIdHeader: false,
    logger: false,
    bodyLimit: defaultBodyLimit,
    trustProxy: trustHops(options.trustedProxies ?? 0),
    http: { requireHostHeader: false, maxHeaderSize: 32 * 1024, connectionsCheckingInterval: 1_000 },
    requestTimeout: 75_000,
    connectionTimeout: 75_000,
    keepAliveTimeout: keptUnusedMs,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 600, caseSensitive: true, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, answer) => {
      void answer.headers({ ...unkept, "x-request-id": request.id });
      const { httpVersion, rawHeaders } = request.raw;
      const framing = checkFraming({ url: request.url, httpVersion, rawHeaders });
      sendAnswer(answer, isRefusal(framing) ? toAnswer(framing) : faultAnswer(error, request, options.log));
    },
    clientErrorHandler: (error, socket) => answerConnectionError(error, socket, offered.methodsAt, docsAddress),
  });
  server.decorate("docsAddress", docsAddress);
  server.decorate("writeEvent", createEventWriter());
  const offered = collectMethods(server);
  answerOddities(server.server, offered.methodsAt, docsAddress);
  // One more than are allowed: what is beyond is dropped unread, and must be seen to be refused.
  server.server.maxHeadersCount = mostHeaders + 1;

  traceRequests(server, options.admit);
  letCallersGo(server);
  keepNoAnswers(server);
  limitRequests(server);
  readJsonOnly(server);
  answerFaults(server, options, offered);
  logAnswers(server, options);
  judgeFraming(server);
  dropRestOfBodies(server);
  admitCalls(server, options.admit);
  const streams = watchStreams(server, options.admit.admission.limits.streams);
  const ofRoutes = { ...options, flows: options.admit.flows };
  for (const pair of pairsOf(options.services)) {
    const { route } = pair.test;
    addRoute(server, pair, route, ofRoutes, streams);
    if (route.slashToo === true) addRoute(server, pair, { path: `${route.path}/` }, ofRoutes, streams);
    const door = sessionDoor(route);
    if (door !== undefined) addRoute(server, pair, { path: door.path, door: door.access }, ofRoutes, streams);
  }
  for (const plugin of options.plugins ?? []) plugin(server);
  answerNothingByItsHead(server, offered);
  return server;
}

function letCallersGo(server: FastifyInstance): void {
  let isLeaving = false;
  server.decorate("letCallersGo", () => void (isLeaving = true));
  server.addHook("onRequest", (_request, answer, next) => {
    if (isLeaving) void answer.header("connection", "close");
    next();
  });
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

function answerFaults(server: FastifyInstance, options: ServerOptions, offered: OfferedPaths): void {
  server.setErrorHandler((error, request, answer) => sendAnswer(answer, faultAnswer(error, request, options.log)));
  server.setNotFoundHandler((request, answer) => answerNothing(request, answer, offered));
}

/** Where nothing is, the head is enough: no body is read, and none is judged (rules/http 6.5). */
function answerNothingByItsHead(server: FastifyInstance, offered: OfferedPaths): void {
  server.addHook("onRequest", async (request, answer) => {
    if (!request.is404) return;
    answerNothing(request, answer, offered);
    return answer;
  });
}

/** 404 for a path that nothing is at, 405 for a method that is not offered there. */
function answerNothing(request: FastifyRequest, answer: FastifyReply, offered: OfferedPaths): void {
  const path = request.url.split("?", 1)[0] ?? "/";
  const methods = offered.methodsAt(path);
  if (methods.length === 0) {
    const meant = offered.nearest(path.slice(0, 200));
    const hint = meant === undefined ? "/openapi.json lists every call" : `did you mean ${meant}?`;
    const message = `there is nothing at ${request.method} ${path.slice(0, 200)}; ${hint}`;
    sendAnswer(answer, toAnswer(refuse("not_found", message)));
    return;
  }
  void answer.header("allow", methods.join(", "));
  const message = `${request.method} is not offered here; use ${methods.join(" or ")}`;
  sendAnswer(answer, toAnswer(refuse("method_not_allowed", message)));
}

function logAnswers(server: FastifyInstance, options: ServerOptions): void {
  server.decorateRequest("authorized", null);
  server.decorateRequest("madeEvents", null);
  server.decorateReply("refusalCode", null);
  server.decorateReply("answerText", null);
  server.decorateRequest("fault", null);
  server.decorateReply("isLost", false);
  server.addHook("onRequest", (request, answer, next) => {
    void answer.header("x-request-id", request.id);
    next();
  });
  const log = (request: FastifyRequest, answer: FastifyReply): void => {
    const route = request.routeOptions.config.label ?? "unknown";
    const answered = {
      requestId: request.id,
      appId: request.authorized?.app?.id ?? null,
      environment: request.authorized?.service?.environment ?? ("test" as const),
      route,
      status: answer.statusCode,
      code: answer.refusalCode,
      durationMs: Math.round(answer.elapsedTime * 100) / 100,
      answeredAt: performance.now(),
      exchange: exchangeOf(request, answer),
    };
    options.ports.onAnswered(answered);
    request.authorized?.service?.remember(answered);
    const inbound = loggableRequestId(request.headers["x-request-id"]);
    options.log.info(
      {
        ...answered,
        answeredAt: undefined,
        exchange: undefined,
        ...(inbound === undefined ? {} : { inboundRequestId: inbound }),
      },
      "request",
    );
  };
  server.decorate("logAnswered", log);
  server.addHook("onResponse", (request, answer, next) => {
    // Several a second would hide the calls in the log, and their share of refusals.
    if (!answer.isLost && request.routeOptions.config.isProbe !== true) log(request, answer);
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
    return twin === undefined ? { test: bound } : { test: bound, live: twin };
  });
}
