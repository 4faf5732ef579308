/**
 * The only code that sends HTTP requests to addresses that others chose. Guarantees: network trouble is a value and is
 * never thrown. A connection takes at most 3 s and a whole answer 10 s. No redirect is followed. At most 64 KiB of an
 * answer are read and its first 4 KiB are kept. Only public addresses are called unless others are allowed. Proxy
 * variables of the process are not used. Built once by `main.ts`; called by webhook deliveries. A crash loses only the
 * request under way.
 */
import { Agent, type Dispatcher } from "undici";
import { createCheckedConnect } from "./checked-connect.ts";
import { faultFrom, outgoingFault, type OutgoingFault } from "./outgoing-faults.ts";
import { createDnsResolver, resolveBySystem, type ResolveHost } from "./resolve-host.ts";

export interface OutgoingHttpOptions {
  /** Allows addresses that are not public: development and the sandbox only. */
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs?: number;
  readonly totalTimeoutMs?: number;
  /** How much of an answer is read and kept, instead of the usual 64 and 4 KiB; a longer one is cut. */
  readonly answerBytes?: number;
  readonly resolveHost?: ResolveHost;
  readonly ca?: string;
}

export interface OutgoingRequest {
  readonly method: "POST" | "PUT" | "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The head of an answer, and the beginning of its body. */
export interface AnswerStart {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  /** The first 4 KiB (or `answerBytes`) as text: untrusted, without U+0000. */
  readonly bodyStart: string;
}

export type OutgoingAnswer =
  | ({
      readonly kind: "answered";
      /** The body as bytes; undefined when the answer is longer than what is kept. */
      readonly whole: Uint8Array | undefined;
    } & AnswerStart)
  /** With what there was of an answer whose end did not come. */
  | ({ readonly kind: "failed"; readonly begun?: AnswerStart } & OutgoingFault);

export type OutgoingResult = OutgoingAnswer & { readonly durationMs: number };

export interface OutgoingHttp {
  /** Sends one request and answers with what came of it; never rejects for network trouble. */
  send(request: OutgoingRequest): Promise<OutgoingResult>;
  /** Ends the requests under way (they answer `stopped`) and closes every connection. */
  close(): Promise<void>;
}

/** How long a whole answer may take, where nothing else is said. */
export const usualAnswerMs = 10_000;

const usualLimits = { read: 64 * 1024, keep: 4 * 1024 };

/** Builds the way out with its own connection pool. */
export function createOutgoingHttp(options: OutgoingHttpOptions): OutgoingHttp {
  const connectTimeoutMs = options.connectTimeoutMs ?? 3_000;
  const totalTimeoutMs = options.totalTimeoutMs ?? usualAnswerMs;
  const resolveHost =
    options.resolveHost ?? (options.allowPrivate ? resolveBySystem : createDnsResolver(connectTimeoutMs));
  const agent = new Agent({
    connect: createCheckedConnect({
      allowPrivate: options.allowPrivate,
      timeoutMs: connectTimeoutMs,
      resolveHost,
      ca: options.ca,
    }),
    // The time limits are one timer per request below; undici's own are coarser.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  });
  const exchanges = new Set<Exchange>();
  const { answerBytes } = options;
  const limits = answerBytes === undefined ? usualLimits : { read: answerBytes, keep: answerBytes };

  return {
    async send(request) {
      const started = performance.now();
      const exchange = new Exchange(totalTimeoutMs, limits);
      exchanges.add(exchange);
      dispatch(agent, request, exchange);
      const answer = await exchange.answer;
      exchanges.delete(exchange);
      return { ...answer, durationMs: Math.round(performance.now() - started) };
    },
    async close() {
      for (const exchange of exchanges) exchange.fail(outgoingFault("stopped"));
      await agent.destroy();
    },
  };
}

function dispatch(agent: Agent, request: OutgoingRequest, exchange: Exchange): void {
  try {
    const url = new URL(request.url);
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { ...request.headers },
        body: request.body ?? null,
      },
      exchange,
    );
  } catch (error) {
    exchange.fail(faultFrom(error));
  }
}

/** One request's answer as it arrives; answers once and cuts the connection when the answer is early. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<OutgoingAnswer>;
  readonly #resolve: (answer: OutgoingAnswer) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<AnswerStart, "bodyStart"> | undefined;
  readonly #limits: typeof usualLimits;
  #read = 0;
  #isAnswered = false;

  constructor(totalTimeoutMs: number, limits: typeof usualLimits) {
    this.#limits = limits;
    const { promise, resolve } = Promise.withResolvers<OutgoingAnswer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.fail(outgoingFault("timeout")), totalTimeoutMs);
  }

  fail(fault: OutgoingFault): void {
    const begun = this.#head === undefined ? {} : { begun: { ...this.#head, bodyStart: textOf(this.#chunks) } };
    this.#end({ kind: "failed", ...fault, ...begun });
    this.#controller?.abort(new Error(fault.code));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Answered while it waited for a connection: nothing may be sent any more.
    if (this.#isAnswered) controller.abort(new Error("answered"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#head = { status, retryAfter: one(headers["retry-after"]), contentType: one(headers["content-type"]) };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { keep, read } = this.#limits;
    if (this.#read < keep) this.#chunks.push(chunk.subarray(0, keep - this.#read));
    this.#read += chunk.length;
    if (this.#read < read) return;
    this.#finish();
    controller.abort(new Error("read enough"));
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(faultFrom(error));
  }

  #finish(): void {
    if (this.#head === undefined) return this.fail(outgoingFault("invalid_answer"));
    const whole = this.#read > this.#limits.keep ? undefined : Buffer.concat(this.#chunks);
    this.#end({ kind: "answered", ...this.#head, bodyStart: textOf(this.#chunks), whole });
  }

  #end(answer: OutgoingAnswer): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    clearTimeout(this.#timer);
    this.#resolve(answer);
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Lenient UTF-8; a character cut by the limit falls away, and U+0000, which PostgreSQL refuses, is replaced. */
function textOf(chunks: readonly Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll("\u0000", "\ufffd");
}
