/**
 * `fetch` with an end: a line that stands neither answers nor fails, and whoever waits for it does nothing else. An answer that
 * has not come whole within 30 seconds fails like a line that is cut; every caller has a way on from there.
 */

const mostMs = 30_000;

/** Asks for an address; `signal` ends the question earlier. */
export function fetchWithin(address: string, options: RequestInit = {}): Promise<Response> {
  const ends = new AbortController();
  // Once the answer is read there is nothing left to end.
  setTimeout(() => ends.abort(), mostMs);
  options.signal?.addEventListener("abort", () => ends.abort());
  return fetch(address, { ...options, signal: ends.signal });
}
