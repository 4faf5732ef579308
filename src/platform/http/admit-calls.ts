/**
 * Admits every request before its key is looked up and its body is read. Each route, page and plugin path names its
 * class; a path without a class cannot be registered. Guarantees: a call has a slot only while it may ask the database,
 * not while a slow body arrives or a slow reader takes the answer. A refused call has cost one look at its head. A body
 * that does not arrive in time ends with 408. An answer that is not taken in time ends with its connection.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../kernel/refusal.ts";
import type { Admission, AdmissionLimits, Ticket } from "../admission/admission.ts";
import { createAnswerRoom } from "../admission/answer-room.ts";
import type { CallClass } from "../admission/call-class.ts";
import type { Environment } from "../../kernel/environment.ts";
import { beginSpan } from "../tracing/span.ts";
import type { FlowNames } from "./flow-names.ts";
import { RefusedRequest } from "./refusals/fault-answer.ts";
import { refuseNow } from "./refusals/refuse-now.ts";

declare module "fastify" {
  interface FastifyRequest {
    ticket: Ticket | null;
    /** Lends the slot when something else than the database is waited for. */
    lending: NodeJS.Timeout | null;
  }
  interface FastifyContextConfig {
    readonly callClass?: CallClass;
    /** Answers from memory: needs no slot. */
    readonly needsNoSlot?: boolean;
    /** Asks how the process is: is counted and logged as no call. */
    readonly isProbe?: boolean;
    /** The body may be large, and has longer to arrive. */
    readonly largeBody?: boolean;
  }
}

export interface AdmitOptions {
  readonly admission: Admission;
  readonly flows: FlowNames;
  readonly environmentOf: (request: FastifyRequest) => Environment;
  /** Called when a connection is closed at once because there are too many. */
  readonly onDropped: () => void;
}

/** A body that is not there by then is slow: the call gives its slot back and asks again when the body has come. */
const slowBodyMs = 250;
/** Slow bodies that are waited for at the same time. */
const mostSlowBodies = 1_000;
/** Calls that are out at other services without a slot, and come back to the database without one. */
const mostAway = 64;

/** Adds admission to everything that is registered from here on. */
export function admitCalls(server: FastifyInstance, options: AdmitOptions): void {
  const { connections, headMs } = options.admission.limits;
  server.server.maxConnections = connections;
  server.server.headersTimeout = headMs;
  server.server.on("drop", options.onDropped);
  server.decorateRequest("ticket", null);
  server.decorateRequest("lending", null);
  server.addHook("onRoute", ({ method, url, config }) => {
    if (config?.callClass === undefined) throw new Error(`${String(method)} ${url} names no class of calls`);
  });
  server.addHook("onRequest", (request, _answer, done) => enter(request, options, done));
  server.addHook("preParsing", (request, answer, payload, done) => {
    if (request.ticket !== null && bodyBytesOf(request) > 0) watchBody(request, answer, options.admission.limits);
    done(null, payload);
  });
  server.addHook("preValidation", (request, _answer, done) => {
    stopWatching(request);
    if (request.ticket === null) return done();
    request.ticket.retake((why) => done(why === undefined ? undefined : new RefusedRequest(refuseNow(why, request))));
  });
  // The work is done when there is an answer to send; a caller who goes before that does not end the work.
  const room = createAnswerRoom(options.admission.limits.answers);
  server.addHook("onSend", (request, { raw }, payload, done) => {
    stopWatching(request);
    request.ticket?.finish();
    const taken = room.hold(request.method === "HEAD" ? 0 : bytesOf(payload), () => void raw.destroy());
    // All of it is with the system, or the caller is gone.
    for (const end of ["finish", "close"]) raw.once(end, taken);
    done();
  });
  server.addHook("onClose", () => options.admission.stop());
}

function enter(request: FastifyRequest, { admission, flows, environmentOf }: AdmitOptions, done: Done): void {
  const { callClass, needsNoSlot } = request.routeOptions.config;
  // An address with nothing behind it.
  if (callClass === undefined) return done();
  if (needsNoSlot === true) {
    const why = admission.judge(callClass);
    return done(why === undefined ? undefined : new RefusedRequest(refuseNow(why, request)));
  }
  const ask = {
    environment: environmentOf(request),
    callClass,
    flow: flows.of(request),
    bodyBytes: bodyBytesOf(request),
    isGone: () => request.raw.socket.destroyed,
  };
  const queued = request.span === null ? undefined : beginSpan("queue", "internal", request.span);
  admission.enter(ask, (outcome) => {
    queued?.end({}, typeof outcome === "string");
    if (typeof outcome === "string") return done(new RefusedRequest(refuseNow(outcome, request)));
    request.ticket = outcome;
    done();
  });
}

/** The bytes of an answer; a stream has none yet, and its reader decides how many are read ahead. */
function bytesOf(payload: unknown): number {
  if (typeof payload === "string") return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}

type Done = (error?: Error) => void;

/** How much memory the body may take; one that is too large is refused before it is read. */
function bodyBytesOf(request: FastifyRequest): number {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") return 0;
  const limit = request.routeOptions.bodyLimit ?? 0;
  const said = headers["content-length"];
  if (said === undefined) return headers["transfer-encoding"] === undefined ? 0 : limit;
  const length = Number(said);
  return length <= limit ? length : 0;
}

function watchBody(request: FastifyRequest, answer: FastifyReply, limits: AdmissionLimits): void {
  const allowedMs = request.routeOptions.config.largeBody === true ? limits.largeBodyMs : limits.bodyMs;
  request.lending = setTimeout(() => {
    request.ticket?.lend(mostSlowBodies);
    request.lending = setTimeout(() => {
      const message = `the body did not arrive within ${allowedMs / 1000} seconds`;
      void answer.header("connection", "close").send(new RefusedRequest(refuse("request_timeout", message)));
    }, allowedMs - slowBodyMs);
  }, slowBodyMs);
}

/** The call asks another service: when that takes long, others use its slot meanwhile. */
export function lendSoon(request: FastifyRequest): void {
  request.lending ??= setTimeout(() => request.ticket?.lend(mostAway), slowBodyMs);
}

function stopWatching(request: FastifyRequest): void {
  if (request.lending !== null) clearTimeout(request.lending);
  request.lending = null;
}
