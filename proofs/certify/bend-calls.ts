/** Changes a partner's calls before they reach the service, or answers them without the service. */

export interface BentCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The body as JSON; undefined where there is none. */
  body: Record<string, unknown> | undefined;
}

/** Sends the call as it is now; the answer is the service's. */
export type Send = (call: BentCall) => Promise<Response>;
export type Bend = (call: BentCall, send: Send) => Promise<Response>;

/** A fetch whose calls are bent. */
export function bentFetch(bend: Bend): typeof fetch {
  return async (address, init) => {
    const request = new Request(address, init);
    const text = await request.text();
    const url = new URL(request.url);
    const call: BentCall = {
      method: request.method,
      path: url.pathname,
      headers: Object.fromEntries(request.headers),
      body: text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>),
    };
    return bend(call, ({ method, headers, body }) =>
      fetch(request.url, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        ...(init?.signal ? { signal: init.signal } : {}),
      }),
    );
  };
}
