/**
 * The service worker of the screens. It keeps the built files, whose names have the hash of their content, so that a
 * screen opens fast on a slow network. It never keeps documents, answers of the service, or anything about orders and
 * guests.
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const cacheName = "files-1";
const filesPath = "/screens/";
/** Files of earlier versions go when there are more. */
const mostFiles = 40;

self.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(filesPath)) return;
  (event as FetchEvent).respondWith(fromCache(request));
});

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - mostFiles))) await cache.delete(old);
  }
  return answer;
}
