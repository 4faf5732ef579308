/** The calls this partner makes. Every write carries an Idempotency-Key, so a retry has no second effect. */

export interface MapleApi {
  get<Body>(path: string): Promise<Body>;
  /** `key` names the intention: the same intention is sent again with the same key. */
  write<Body>(method: "POST" | "PATCH" | "DELETE", path: string, key: string, body?: unknown): Promise<Body>;
}

export interface MapleApiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly log: (line: string) => void;
}

/** A refusal of the API: branch on `code`, never on the message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, body: { readonly code?: string; readonly message?: string }, requestId: string | null) {
    super(`${status} ${body.code ?? ""}: ${body.message ?? "no message"} (${requestId ?? "no request id"})`);
    this.status = status;
    this.code = body.code;
  }
}

const tries = 6;

/** Makes the client; 429, 5xx, `operation_in_progress` and network failures are tried again, with growing pauses. */
export function createMapleApi(options: MapleApiOptions): MapleApi {
  async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const failure = await once(method, path, headers, body);
      if (failure.kind === "ok") return failure.body;
      if (attempt >= tries || !failure.retry) throw failure.error;
      const seconds = failure.retryAfter ?? 0.2 * 2 ** attempt * (1 + Math.random());
      options.log(`  ${method} ${path} failed (${failure.error.message}); again in ${seconds.toFixed(1)} s`);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  async function once(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Sent> {
    try {
      const response = await fetch(options.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${options.apiKey}`, ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(10_000),
      });
      const answer: unknown = await response.json();
      if (response.ok) return { kind: "ok", body: answer };
      const error = new ApiError(response.status, answer as object, response.headers.get("x-request-id"));
      const passing = response.status === 429 || response.status >= 500 || error.code === "operation_in_progress";
      const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
      return { kind: "failed", error, retry: passing, retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter };
    } catch (error) {
      return { kind: "failed", error: error as Error, retry: true, retryAfter: undefined };
    }
  }

  return {
    get: <Body>(path: string) => send("GET", path, {}) as Promise<Body>,
    write: <Body>(method: string, path: string, key: string, body?: unknown) => {
      const headers: Record<string, string> = { "idempotency-key": key };
      if (body !== undefined) headers["content-type"] = "application/json";
      return send(method, path, headers, body === undefined ? undefined : JSON.stringify(body)) as Promise<Body>;
    },
  };
}

type Sent =
  | { readonly kind: "ok"; readonly body: unknown }
  | {
      readonly kind: "failed";
      readonly error: Error;
      readonly retry: boolean;
      readonly retryAfter: number | undefined;
    };
