/**
 * `fetch` with a time limit. A connection that stands still neither answers nor fails, and its caller would wait for
 * ever. An answer that is not complete within the limit, 30 seconds unless the caller says otherwise, fails like a broken
 * connection; every caller handles that.
 */

const mostMs = 30_000;

/** Asks for an address; `signal` ends the question earlier. */
export function fetchWithin(address: string, options: RequestInit = {}, withinMs = mostMs): Promise<Response> {
  const ends = new AbortController();
  // Once the answer is read there is nothing left to end.
  setTimeout(() => ends.abort(), withinMs);
  options.signal?.addEventListener("abort", () => ends.abort());
  return fetch(address, { ...options, signal: ends.signal });
}
