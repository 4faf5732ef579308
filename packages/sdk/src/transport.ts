/**
 * Sends one call and reads its whole answer: attempts, waits between them, and the meaning of each failure
 * (rules/packages 1.2 to 1.4). Every attempt of a write carries the same Idempotency-Key, so a repeat after a lost answer
 * has no second effect. Every attempt ends after `timeoutMs`; a stream ends when no line came for that long.
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
        return await this.#attempt(call);
      } catch (error) {
        signal.throwIfAborted();
        const wait = retry < retries ? waitBeforeRetry(error, retry, Math.random) : undefined;
        if (wait === undefined) throw error;
        await this.#options.clock.wait(wait, signal);
      }
    }
  }

  /**
   * Opens an answer that goes on: the body is the caller's to read and to end. One attempt. The limit runs from the first;
   * the caller restarts it at each sign of life, and ends it.
   */
  async open(call: Outgoing): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly limit: AttemptLimit }> {
    const limit = this.#limit(call);
    try {
      const response = await this.#fetch(call, limit.signal);
      if (!response.ok) throw refusalOf(response, await readText(response));
      if (response.body === null) throw new MapleConnectionError("the answer has no body");
      return { body: response.body, limit };
    } catch (error) {
      limit.end();
      throw limit.reasonFor(error);
    }
  }

  async #attempt(call: Outgoing): Promise<Received> {
    const limit = this.#limit(call);
    try {
      const response = await this.#fetch(call, limit.signal);
      const text = await readText(response);
      if (response.ok || response.status === 304) return { text, response: lastResponseOf(response) };
      throw refusalOf(response, text);
    } catch (error) {
      throw limit.reasonFor(error);
    } finally {
      limit.end();
    }
  }

  #limit({ method, path, signal, timeoutMs = this.#options.timeoutMs }: Outgoing): AttemptLimit {
    const late = new MapleTimeoutError(`no answer of ${method} ${path} within ${timeoutMs} ms`);
    const wait = (until: AbortSignal): Promise<void> => this.#options.clock.wait(timeoutMs, until);
    return new AttemptLimit(wait, late, signal);
  }

  async #fetch(call: Outgoing, signal: AbortSignal): Promise<Response> {
    const { apiKey, baseUrl, userAgent } = this.#options;
    let response: Response;
    try {
      response = await this.#options.fetch(baseUrl + call.path, {
        method: call.method,
        headers: { authorization: `Bearer ${apiKey}`, "user-agent": userAgent, ...call.headers },
        // The key must not follow a redirect to another address. Cloudflare's workers know no "error".
        redirect: "manual",
        signal,
        ...(call.body === undefined ? {} : { body: call.body }),
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new MapleConnectionError(`${baseUrl} was not reached: ${reasonOf(error)}`, { cause: error });
    }
    if (!isRedirect(response)) return response;
    await response.body?.cancel();
    const to = response.headers.get("location");
    const where = to === null ? "" : ` to ${to.slice(0, 200)}`;
    throw new MapleConnectionError(`${baseUrl} redirects${where}, and the key does not follow: correct baseUrl`);
  }
}

/** A runtime shows the redirect itself, or hides it as browsers do. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

/** Ends an attempt when its time is up, and when the caller's signal is aborted. */
export class AttemptLimit {
  readonly #attempt = new AbortController();
  readonly #wait: (until: AbortSignal) => Promise<void>;
  readonly #late: MapleTimeoutError;
  readonly #given: AbortSignal | undefined;
  readonly #abort = (): void => this.#attempt.abort(this.#given?.reason);
  #done = new AbortController();

  constructor(wait: (until: AbortSignal) => Promise<void>, late: MapleTimeoutError, given: AbortSignal | undefined) {
    this.#wait = wait;
    this.#late = late;
    this.#given = given;
    given?.addEventListener("abort", this.#abort, { once: true });
    if (given?.aborted === true) this.#abort();
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  /** The whole time is there again. */
  restart(): void {
    this.pause();
    const done = new AbortController();
    this.#done = done;
    this.#wait(done.signal).then(
      () => this.#attempt.abort(this.#late),
      () => {},
    );
  }

  /** The time stands still until it is restarted. */
  pause(): void {
    this.#done.abort();
  }

  end(): void {
    this.pause();
    this.#given?.removeEventListener("abort", this.#abort);
  }

  /** Why the attempt was ended, else the error. */
  reasonFor(error: unknown): unknown {
    return this.signal.aborted ? this.signal.reason : error;
  }
}

/** What the machine says about a failed connection, for a person. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return [code, cause.message].filter((part) => part !== "").join(" ");
}
