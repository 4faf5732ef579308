/**
 * The HTTP server: Fastify with limits before work, strict JSON, one error body, a request id on every answer and one
 * wide log line per request. Routes are values (`route.ts`); everything they share happens here and in `run-route.ts`.
 */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { newId } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Log } from "../log.ts";
import { OutcomeUnknown, Overloaded, sqlStateOf } from "../postgres/faults.ts";
import { authorize, type Authorized, type Hosts } from "./authorize.ts";
import { toAnswer, type Answer } from "./idempotency.ts";
import { allowedMethods } from "./path-methods.ts";
import type { Databases, HttpPorts } from "./ports.ts";
import { toLines, watchStreams, type OpenStreams } from "./open-streams.ts";
import type { BoundRoute } from "./route.ts";
import { createRunner } from "./run-route.ts";
import { parseStrictJson } from "./strict-json.ts";

export interface ServerOptions {
  readonly routes: readonly BoundRoute[];
  readonly databases: Databases;
  readonly ports: HttpPorts;
  readonly hosts: Hosts;
  readonly log: Log;
  readonly checkAnswers: boolean;
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
    requestTimeout: 60_000,
    connectionTimeout: 75_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 600, caseSensitive: true, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    frameworkErrors: (error, request, answer) => {
      void answer.header("x-request-id", request.id);
      sendAnswer(answer, faultAnswer(error, request.id, options.log));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) return void socket.destroy();
      const { body } = toAnswer(refuse("invalid_request", "the request is not well-formed HTTP"));
      const head = `HTTP/1.1 400 Bad Request\r\nx-request-id: ${newId("req")}\r\ncontent-type: application/json; charset=utf-8`;
      socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
    },
  });
  server.server.headersTimeout = 15_000;
  server.server.maxHeadersCount = 100;

  readJsonOnly(server);
  answerFaults(server, options);
  logAnswers(server, options);
  const streams = watchStreams(server);
  for (const bound of options.routes) addRoute(server, bound, options, streams);
  for (const plugin of options.plugins ?? []) plugin(server);
  return server;
}

function readJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined);
    if (request.routeOptions.config.bodyRaw === true) return done(null, { raw, value: raw } satisfies ParsedBody);
    const parsed = parseStrictJson(raw);
    if (!parsed.ok) return done(new BadBody(parsed.message));
    const body: ParsedBody = { raw, value: parsed.value };
    return done(null, body);
  });
}

class BadBody extends Error {}

function answerFaults(server: FastifyInstance, options: ServerOptions): void {
  server.setErrorHandler((error, request, answer) => sendAnswer(answer, faultAnswer(error, request.id, options.log)));
  const paths = options.routes.map((bound) => bound.route);
  server.setNotFoundHandler((request, answer) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const methods = allowedMethods(paths, path);
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
  server.addHook("onRequest", async (request, answer) => {
    void answer.header("x-request-id", request.id);
  });
  server.addHook("onResponse", async (request, answer) => {
    const route = request.routeOptions.config.label ?? "unknown";
    const answered = {
      requestId: request.id,
      appId: request.authorized?.app?.id ?? null,
      environment: request.authorized?.environment ?? ("test" as const),
      route,
      status: answer.statusCode,
      durationMs: Math.round(answer.elapsedTime * 100) / 100,
      at: Date.now(),
    };
    options.ports.onAnswered(answered);
    const inbound = request.headers["x-request-id"];
    options.log.info(
      {
        ...answered,
        at: undefined,
        ...(typeof inbound === "string" ? { inboundRequestId: inbound.slice(0, 200) } : {}),
      },
      "request",
    );
  });
}

function addRoute(server: FastifyInstance, bound: BoundRoute, options: ServerOptions, streams: OpenStreams): void {
  const { route } = bound;
  const run = createRunner(bound, options);
  server.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { label: `${route.method} ${route.path}`, bodyRaw: route.bodyRaw === true },
    ...(bound.kind === "stream" ? { exposeHeadRoute: false } : {}),
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // Before the body is read: a caller without a right to the route uploads nothing.
    onRequest: async (request, answer) => {
      const refused = acceptRefusal(request, route.media) ?? (await authorizeRequest(bound, request, options));
      if (refused !== undefined) {
        sendAnswer(answer, toAnswer(refused));
        return answer;
      }
    },
    handler: async (request, answer) => {
      const body = request.body as ParsedBody | undefined;
      const result = await run(
        {
          requestId: request.id,
          address: request.ip,
          url: request.url,
          params: request.params as Readonly<Record<string, string>>,
          query: request.query as Readonly<Record<string, unknown>>,
          headers: request.headers,
          rawBody: body?.raw,
          body: body?.value,
          ...(bound.kind === "stream" ? { signal: streams.open(answer.raw) } : {}),
        },
        request.authorized ?? { environment: "test" },
      );
      sendAnswer(answer, result);
      return answer;
    },
  });
}

async function authorizeRequest(
  bound: BoundRoute,
  request: FastifyRequest,
  options: ServerOptions,
): Promise<Refusal | undefined> {
  const params = request.params as Readonly<Record<string, string>>;
  const authorized = await authorize(
    {
      access: bound.route.access,
      authorization: request.headers.authorization,
      host: request.headers.host,
      address: request.ip,
      pathEnvironment: params["environment"],
    },
    options.ports,
    options.databases,
    options.hosts,
  );
  if (isRefusal(authorized)) return authorized;
  request.authorized = authorized;
  return budgetRefusal(bound, authorized, options);
}

/** Counts the call against the budget that its route names; a call over it does no work. */
async function budgetRefusal(
  { route }: BoundRoute,
  { app, environment }: Authorized,
  { ports }: ServerOptions,
): Promise<Refusal | undefined> {
  if (route.budget === undefined || app === undefined) return undefined;
  const wait = await ports.takeBudget(environment, app.id, route.budget);
  if (wait === undefined) return undefined;
  const message = `this app has used its ${route.budget} requests of this minute; wait ${wait} s`;
  return refuse("rate_limited", message, undefined, wait);
}

function acceptRefusal(request: FastifyRequest, media: string | undefined): Refusal | undefined {
  const accept = request.headers.accept;
  if (accept === undefined || /\*\/\*|application\/(\*|json|problem\+json)/.test(accept)) return undefined;
  if (media !== undefined && (accept.includes(media) || accept.includes(media.replace(/\/.*/, "/*")))) return undefined;
  return refuse("not_acceptable", "header.accept must allow application/json");
}

function sendAnswer(reply: FastifyReply, answer: Answer): void {
  for (const [name, value] of Object.entries(answer.headers)) void reply.header(name, value);
  if (answer.status === 304) return void reply.code(304).send();
  if (answer.headers["content-type"] === undefined)
    void reply.header("content-type", "application/json; charset=utf-8");
  void reply.code(answer.status).send(answer.lines === undefined ? answer.body : toLines(answer.lines));
}

/** What a thrown fault becomes: a bad request of the transport, 503 when trying again helps, else 500 and a log line. */
function faultAnswer(error: unknown, requestId: string, log: Log): Answer {
  if (error instanceof BadBody) return toAnswer(refuse("invalid_request", error.message));
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return toAnswer(refuse("payload_too_large", "the body is larger than this call takes"));
  if (code === "FST_ERR_MAX_PARAM_LENGTH")
    return toAnswer(refuse("invalid_request", "path: a part of the address is too long"));
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return toAnswer(refuse("unsupported_media_type", "header.content-type must be application/json"));
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return toAnswer(refuse("invalid_request", (error as Error).message));
  if (error instanceof Overloaded || error instanceof OutcomeUnknown || isPassing(error)) {
    log.warn({ err: error, requestId }, "request could not be served now");
    const unsure =
      error instanceof OutcomeUnknown ? "it is not known whether the change was made" : "the service is busy";
    return toAnswer(
      refuse("unavailable", `${unsure}; send the same request with the same Idempotency-Key again`, undefined, 1),
    );
  }
  log.error({ err: error, requestId }, "request failed");
  return toAnswer(
    refuse("internal", "something failed on our side; retry with backoff and cite x-request-id when it stays"),
  );
}

/** Database trouble that passes: lock and statement time-outs, restarts, too many connections, lost connections. */
function isPassing(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(55P03|57014|57P0[1-3]|53|40001|40P01|08)/.test(state);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/.test(code) ||
    (error instanceof Error && /Connection terminated|Client has encountered a connection error/.test(error.message))
  );
}
