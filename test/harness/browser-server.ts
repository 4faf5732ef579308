/** The Chromium of a test run: one for all files, started by scripts/test.ts and reached over a socket of loopback. */
import { existsSync } from "node:fs";

const variable = "MAPLE_TEST_BROWSER";

export interface BrowserServer {
  /** What test processes need in their environment to find the browser. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The engine without the browser's own windows comes first: it takes half the processor time of the whole browser. */
const usualPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Chromium is; throws on a machine without it. */
export function findChromium(): string {
  const named = process.env["CHROMIUM_PATH"];
  const found = (named === undefined ? usualPaths : [named]).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `there is no Chromium at ${named ?? "the usual places"}: install it (apt-get install chromium-headless-shell, or chromium), or name it in CHROMIUM_PATH`,
  );
}

/** Starts the browser of a run. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const { chromium } = await import("playwright-core");
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    host: "127.0.0.1",
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
  return { environment: { [variable]: server.wsEndpoint() }, stop: () => server.close() };
}

/** The address of the run's browser. */
export function browserAddress(): string {
  const address = process.env[variable];
  if (address !== undefined) return address;
  throw new Error("tests with a browser run through npm and are named *.browser.test.ts: npm test -- path/to/file");
}
