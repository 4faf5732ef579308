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
  (event as FetchEvent).respondWith(answerTo(request, (work) => (event as FetchEvent).waitUntil(work)));
});

async function answerTo(request: Request, goOn: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(request, { cacheName }).catch(() => undefined);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // A browser that has no room, or keeps nothing at all, shows the screen all the same, and nobody waits for the keeping.
  if (answer.ok) goOn(keep(request, answer.clone()).catch(() => {}));
  return answer;
}

async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(request, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - mostFiles))) await cache.delete(old);
}
