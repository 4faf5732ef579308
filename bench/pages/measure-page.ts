/**
 * One first visit of a page: the bytes that were loaded, when the largest thing was painted, and for how long the page
 * did not react.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { PageVisit } from "./page-bars.ts";

export interface PageFigures {
  /** Of documents, scripts, style sheets and answers, as compressed as they came. */
  readonly bytes: number;
  /** Of pictures and tiles. */
  readonly pictureBytes: number;
  readonly requests: number;
  /** When the largest thing was painted. */
  readonly paintMs: number;
  readonly shift: number;
  /** Tasks of more than 50 ms. */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** From the press to the next picture; undefined where nothing is pressed. */
  readonly answerMs: number | undefined;
}

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;
/** A page is at rest when nothing has come or been painted for so long. */
const restMs = 1_000;
const mostMs = 30_000;

/** Notes what the browser tells of itself; runs in each document before its own scripts. */
const notes = `
  window.noted_ = { paint: 0, shift: 0, tasks: [], answers: [], last: performance.now() };
  const watch_ = (type, note, more = {}) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) { note(entry); noted_.last = performance.now(); }
  }).observe({ type, buffered: true, ...more });
  watch_("largest-contentful-paint", ({ startTime }) => { noted_.paint = startTime; });
  watch_("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) noted_.shift += value; });
  watch_("longtask", ({ duration }) => noted_.tasks.push(duration));
  watch_("event", ({ name, duration }) => { if (name === "click") noted_.answers.push(duration); }, { durationThreshold: 16 });`;

interface Noted {
  readonly paint: number;
  readonly shift: number;
  readonly tasks: readonly number[];
  readonly answers: readonly number[];
  /** When the last of them was noted. */
  readonly last: number;
}

/** Opens the page with nothing kept but the cookies, waits until it is at rest, and answers what was noted. */
export async function measurePage(
  browser: Browser,
  baseUrl: string,
  visit: PageVisit,
  cookies: Cookies,
): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: visit.size, locale: "en-GB" });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(notes);
  const debug = await context.newCDPSession(page);
  const traffic = await watchTraffic(debug);
  try {
    if (visit.form === undefined) {
      await slowDown(debug);
      traffic.begin();
      await page.goto(baseUrl + visit.path, { waitUntil: "commit" });
    } else await sendForm(page, debug, traffic, { baseUrl, path: visit.path, fields: visit.form });
    await page.locator(visit.shows).first().waitFor();
    const noted = await untilRest(page, traffic);
    const { bytes, pictureBytes, requests } = traffic.sums();
    return {
      bytes,
      pictureBytes,
      requests,
      paintMs: noted.paint,
      shift: noted.shift,
      longTasks: noted.tasks.length,
      longestTaskMs: Math.max(0, ...noted.tasks),
      answerMs: visit.press === undefined ? undefined : await press(page, visit.press),
    };
  } finally {
    await context.close();
  }
}

async function slowDown(debug: CDPSession): Promise<void> {
  await debug.send("Network.emulateNetworkConditions", line);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Sends a form from an empty page of the same place. */
async function sendForm(
  page: Page,
  debug: CDPSession,
  traffic: Traffic,
  { baseUrl, path, fields }: { baseUrl: string; path: string; fields: Readonly<Record<string, string>> },
): Promise<void> {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  const empty = `${baseUrl}/empty-page-of-the-bench`;
  const body = `<form method="post" action="${path}">${inputs.join("")}<button>Send</button></form>`;
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(empty);
  await page.unroute(empty);
  await slowDown(debug);
  traffic.begin();
  await page.getByRole("button").click({ noWaitAfter: true });
}

interface Traffic {
  begin(): void;
  sums(): { readonly bytes: number; readonly pictureBytes: number; readonly requests: number };
  /** Milliseconds since something came or was asked for. */
  quietMs(): number;
}

/** What came of one request, without the head of its answer. */
interface Came {
  readonly isPicture: boolean;
  head: number;
  /** What came until now; exact once the answer has ended. */
  bytes: number;
}

async function watchTraffic(debug: CDPSession): Promise<Traffic> {
  const came = new Map<string, Came>();
  let last = performance.now();
  const note = (requestId: string, change: (one: Came) => void): void => {
    last = performance.now();
    const one = came.get(requestId);
    if (one !== undefined) change(one);
  };
  await debug.send("Network.enable");
  debug.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    last = performance.now();
    if (!request.url.startsWith("data:")) came.set(requestId, { isPicture: type === "Image", head: 0, bytes: 0 });
  });
  debug.on("Network.responseReceived", ({ requestId, response }) =>
    note(requestId, (one) => (one.head = response.encodedDataLength)),
  );
  debug.on("Network.dataReceived", ({ requestId, encodedDataLength }) =>
    note(requestId, (one) => (one.bytes += encodedDataLength)),
  );
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    note(requestId, (one) => (one.bytes = encodedDataLength - one.head)),
  );
  const sum = (pictures: boolean): number =>
    [...came.values()].reduce((all, { isPicture, bytes }) => all + (isPicture === pictures ? bytes : 0), 0);
  return {
    begin: () => came.clear(),
    sums: () => ({ bytes: sum(false), pictureBytes: sum(true), requests: came.size }),
    quietMs: () => performance.now() - last,
  };
}

async function untilRest(page: Page, traffic: Traffic): Promise<Noted> {
  for (const end = performance.now() + mostMs; performance.now() < end; await delay(100)) {
    const [noted, now, state] = await page.evaluate<[Noted, number, string]>(
      "[noted_, performance.now(), document.readyState]",
    );
    const isQuiet = traffic.quietMs() > restMs && now - noted.last > restMs;
    if (state === "complete" && noted.paint > 0 && isQuiet) return noted;
  }
  throw new Error(`${page.url()} does not come to rest`);
}

async function press(page: Page, what: string): Promise<number> {
  await page.locator(what).first().click({ noWaitAfter: true });
  for (const end = performance.now() + mostMs; performance.now() < end; await delay(50)) {
    const { answers } = await page.evaluate<Noted>("noted_");
    if (answers.length > 0) return Math.max(...answers);
  }
  throw new Error(`the press of ${what} was not answered`);
}
