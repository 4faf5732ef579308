/**
 * Sends one call and reads its whole answer: attempts, waits between them, and the meaning of each failure
 * (rules/packages 1.2 to 1.4). Every attempt of a write carries the same Idempotency-Key, so a repeat after a lost answer
 * has no second effect. Every attempt ends after `timeoutMs`.
 */
import type { LastResponse } from "./call-options.ts";
import type { Clock } from "./clock.ts";
import { MapleConnectionError, MapleTimeoutError } from "./errors.ts";
import { lastResponseOf, readText, refusalOf } from "./read-answer.ts";
import { waitBeforeRetry } from "./retry.ts";

export interface TransportOptions {
  readonly apiKey: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** A call made ready: all that is the same in each attempt. */
export interface Outgoing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly maxRetries: number | undefined;
}

export interface Received {
  readonly text: string;
  readonly response: LastResponse;
}

export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Sends the call until an answer counts; throws MapleError, MapleConnectionError, or the reason of the signal. */
  async send(call: Outgoing): Promise<Received> {
    const retries = call.maxRetries ?? this.#options.maxRetries;
    const signal = call.signal ?? new AbortController().signal;
    for (let retry = 0; ; retry++) {
      try {
        return await this.#attempt(call, signal);
      } catch (error) {
        signal.throwIfAborted();
        const wait = retry < retries ? waitBeforeRetry(error, retry, Math.random) : undefined;
        if (wait === undefined) throw error;
        await this.#options.clock.wait(wait, signal);
      }
    }
  }

  /** Opens an answer that goes on: the body is the caller's to read and to end. One attempt. */
  async open(call: Outgoing): Promise<{ readonly response: Response; readonly body: ReadableStream<Uint8Array> }> {
    const response = await this.#fetch(call, call.signal ?? new AbortController().signal);
    if (!response.ok) throw refusalOf(response, await readText(response));
    if (response.body === null) throw new MapleConnectionError("the answer has no body");
    return { response, body: response.body };
  }

  async #attempt(call: Outgoing, signal: AbortSignal): Promise<Received> {
    const attempt = new AbortController();
    const done = new AbortController();
    const timeoutMs = call.timeoutMs ?? this.#options.timeoutMs;
    const late = new MapleTimeoutError(`no answer of ${call.method} ${call.path} within ${timeoutMs} ms`);
    this.#options.clock.wait(timeoutMs, done.signal).then(
      () => attempt.abort(late),
      () => {},
    );
    const abort = (): void => attempt.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      const response = await this.#fetch(call, attempt.signal);
      const text = await readText(response);
      if (response.ok || response.status === 304) return { text, response: lastResponseOf(response) };
      throw refusalOf(response, text);
    } catch (error) {
      if (attempt.signal.aborted) throw attempt.signal.reason;
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      done.abort();
    }
  }

  async #fetch(call: Outgoing, signal: AbortSignal): Promise<Response> {
    const { apiKey, baseUrl, userAgent } = this.#options;
    try {
      return await this.#options.fetch(baseUrl + call.path, {
        method: call.method,
        headers: { authorization: `Bearer ${apiKey}`, "user-agent": userAgent, ...call.headers },
        // The key must not follow a redirect to another address.
        redirect: "error",
        signal,
        ...(call.body === undefined ? {} : { body: call.body }),
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new MapleConnectionError(`${baseUrl} was not reached: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** What the machine says about a failed connection, for a person. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return [code, cause.message].filter((part) => part !== "").join(" ");
}
