/** The parts of the guests' walks: the demonstration, browsers of several people, and the checks of each screen. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Demonstration } from "../../proofs/rig/demonstration.ts";
import { axeFindings } from "../../test/harness/browser.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

export interface Person {
  readonly page: Page;
  /** Judges the screen and takes a picture of it. */
  look(name: string): Promise<void>;
  /** The same of a page that runs no script, as e-mails are shown: axe cannot judge it. */
  lookOnly(name: string): Promise<void>;
  leave(): Promise<void>;
}

export interface Stage {
  readonly place: Demonstration;
  readonly findings: string[];
  /** Somebody with a browser of their own. */
  person(options?: PersonOptions): Promise<Person>;
  /** Calls as the partner; throws when the answer is a refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the walks read resources of every shape
  partner(method: string, path: string, body?: unknown): Promise<any>;
  /** The newest message in the outbox to somebody whose address begins so: the path of its page. */
  messageTo(person: Person, beginning: string): Promise<string>;
}

export interface PersonOptions {
  readonly locale?: string;
  readonly script?: boolean;
}

/** The stage of one run; pictures go into `folder` where one is named. */
export function setStage(browser: Browser, place: Demonstration, folder: string | undefined): Stage {
  const findings: string[] = [];
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  return {
    place,
    findings,
    async person({ locale = "en-GB", script = true } = {}) {
      const context = await browser.newContext({
        baseURL: place.baseUrl,
        locale,
        javaScriptEnabled: script,
        reducedMotion: "reduce",
        viewport: sizes[0],
        hasTouch: true,
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      page.on("pageerror", (error) => findings.push(`${pathOf(page)}: ${error.message}`));
      page.on("console", (message) => {
        // A page that says a mistake has the status of the mistake, and Chromium complains of it.
        const isMeant = message.text().includes("Failed to load resource");
        if (message.type() === "error" && !isMeant) findings.push(`${pathOf(page)}: ${message.text()}`);
      });
      return {
        page,
        look: (name) => look(page, name, { findings, folder, script }),
        lookOnly: (name) => look(page, name, { findings, folder, script: false }),
        leave: () => context.close(),
      };
    },
    async partner(method, path, body) {
      const answer = await fetch(place.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${place.apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    async messageTo({ page }, beginning) {
      for (const until = performance.now() + 60_000; performance.now() < until;) {
        await page.goto("/outbox");
        const row = page.locator("ul.rows li", { hasText: beginning }).first();
        const href = (await row.count()) === 0 ? null : await row.locator("a").first().getAttribute("href");
        if (href !== null) return href;
        await page.waitForTimeout(300);
      }
      throw new Error(`no message to ${beginning}`);
    },
  };
}

interface Judged {
  readonly findings: string[];
  readonly folder: string | undefined;
  readonly script: boolean;
}

/** Judges a screen at both widths, light and dark, and comes back to the phone. */
async function look(page: Page, name: string, { findings, folder, script }: Judged): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      const where = `${name} (${pathOf(page)}) at ${size.width}, ${colorScheme}`;
      // axe waits for timers, which a page without scripts has not: the same markup is judged where scripts run.
      if (script && (size === sizes[0]) === (colorScheme === "light"))
        for (const found of await axeFindings(page)) findings.push(`${where}: ${found}`);
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      if (wide > 0) findings.push(`${where}: scrolls sideways by ${wide} pixels`);
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${name}-${size.width}-${colorScheme}.png`), fullPage: true });
    }
  await page.setViewportSize(sizes[0]);
  await page.emulateMedia({ colorScheme: "light" });
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname;
}
