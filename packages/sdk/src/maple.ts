/** The client. */
import { bindCalls } from "./bind-calls.ts";
import { checkLimits } from "./check-options.ts";
import { machineClock, type Clock } from "./clock.ts";
import { calls } from "./generated/calls.ts";
import type { Resources } from "./generated/resources.ts";
import { version } from "./generated/version.ts";
import { Transport } from "./transport.ts";

export interface MapleOptions {
  /** The app's API key. It is secret: keep it out of browsers and out of the code. */
  readonly apiKey: string;
  /** Where the service is, for example `https://maple.example`. */
  readonly baseUrl: string;
  /** How often a call is repeated that may succeed later; 2 when absent. */
  readonly maxRetries?: number;
  /** Milliseconds for one attempt, the body included; 30,000 when absent. */
  readonly timeoutMs?: number;
  /** Instead of the platform's own fetch: a proxy, or a test. */
  readonly fetch?: typeof fetch;
  /** Instead of the machine's timers: for tests. */
  readonly clock?: Clock;
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor makes the methods from the table of calls
export interface Maple extends Resources {}

/** The client: its methods are the calls of the partner interface. */
export class Maple {
  /** The package's version, as the service sees it in `User-Agent`. */
  readonly version: string = version;

  /** Throws a TypeError for options that cannot work, and in a browser. */
  constructor(options: MapleOptions) {
    refuseBrowser();
    const { apiKey, maxRetries = 2, timeoutMs = 30_000 } = options;
    if (typeof apiKey !== "string" || !/^[\x21-\x7e]{1,200}$/.test(apiKey)) {
      throw new TypeError("apiKey has to be the app's API key: visible ASCII characters without spaces");
    }
    checkLimits({ maxRetries, timeoutMs });
    const transport = new Transport({
      apiKey,
      baseUrl: readBaseUrl(options.baseUrl),
      maxRetries,
      timeoutMs,
      // Called without `this`, as browsers and some runtimes demand of their own fetch.
      fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
      clock: options.clock ?? machineClock,
      userAgent: `maple-sdk-js/${version}`,
    });
    Object.assign(this, bindCalls(calls, transport));
  }
}

function refuseBrowser(): void {
  const place = globalThis as {
    readonly window?: unknown;
    readonly document?: unknown;
    readonly importScripts?: unknown;
  };
  if ((place.window !== undefined && place.document !== undefined) || place.importScripts !== undefined) {
    throw new TypeError("the API key is secret: call Maple from your server, not from a browser");
  }
}

function readBaseUrl(given: string): string {
  const url = typeof given === "string" ? tryUrl(given) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== "" ||
    url.search !== "" ||
    url.hash !== ""
  ) {
    throw new TypeError(
      `baseUrl has to be an http or https address such as https://maple.example, not ${JSON.stringify(given)}`,
    );
  }
  return url.href.endsWith("/") ? url.href.slice(0, -1) : url.href;
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
